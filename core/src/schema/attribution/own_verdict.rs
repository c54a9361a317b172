use serde_json::Value;

use super::difference::Difference;
use super::patch::apply;
use super::row::Class;
use crate::rules::{Direction, Effect, Verdict};
use crate::schema::decide::{Budget, Decision, decide};
use crate::schema::validate::Validator;

/// What one change does on its own.
#[derive(Clone, Debug)]
pub(super) struct Own {
    pub(super) verdict: Verdict,
    pub(super) effect: Option<Effect>,
    pub(super) witness: Option<Value>,
    pub(super) reason: Option<String>,
}

impl Own {
    pub(super) fn plain(verdict: Verdict) -> Self {
        Self { verdict, effect: None, witness: None, reason: None }
    }
}

/// Tries changes one by one between the two whole schemas.
pub(super) struct Trial<'a> {
    old: &'a Value,
    new: &'a Value,
    direction: Direction,
    validators: Option<(Validator, Validator)>,
}

impl<'a> Trial<'a> {
    pub(super) fn new(old: &'a Value, new: &'a Value, direction: Direction) -> Self {
        let validators = Validator::new(old).ok().zip(Validator::new(new).ok());
        Self { old, new, direction, validators }
    }

    /// Whether the schemas as given disagree about a value, in the way that hurts a caller.
    pub(super) fn confirms(&self, witness: &Value) -> bool {
        self.validators.as_ref().is_some_and(|(old, new)| match self.direction {
            Direction::Input => old.accepts(witness) && new.refuses(witness),
            Direction::Output => old.refuses(witness) && new.accepts(witness),
        })
    }

    /// Makes one change alone to the old schema; where another change hides what it does, takes it back alone
    /// in the new one. A break that shows on neither of the whole schemas is none: something else makes up for it.
    pub(super) fn judge(&self, difference: &Difference) -> Own {
        let with = apply(self.old, self.new, &difference.forward);
        let alone = decide(self.old, &with, self.direction, true, Budget::PLACE);
        match alone.verdict {
            Verdict::Equivalent | Verdict::Compatible => return Own::plain(alone.verdict),
            Verdict::Breaking if self.holds(&alone) => return broken(alone),
            Verdict::Breaking | Verdict::Undecided => {}
        }
        let without = apply(self.new, self.old, &difference.backward);
        let last = decide(&without, self.new, self.direction, true, Budget::PLACE);
        if last.verdict == Verdict::Breaking && self.holds(&last) {
            return broken(last);
        }
        match alone.verdict {
            Verdict::Undecided => Own {
                reason: alone.reason,
                ..Own::plain(match last.verdict {
                    Verdict::Equivalent | Verdict::Compatible => last.verdict,
                    _ => Verdict::Undecided,
                })
            },
            _ => Own::plain(Verdict::Compatible),
        }
    }

    /// Whether what a lone change shows is true of the whole schemas too.
    fn holds(&self, decision: &Decision) -> bool {
        let Some(witness) = &decision.witness else { return false };
        match decision.effect {
            Some(Effect::Ignored) => self
                .validators
                .as_ref()
                .is_some_and(|(old, new)| old.accepts(witness) && new.accepts(witness)),
            Some(Effect::Missing) => self.validators.as_ref().is_some_and(|(old, _)| old.accepts(witness)),
            _ => self.confirms(witness),
        }
    }
}

fn broken(decision: Decision) -> Own {
    Own { effect: decision.effect, witness: decision.witness, ..Own::plain(Verdict::Breaking) }
}

/// What is said of a change that no validator can see.
pub(super) fn of_annotation(class: Class) -> Own {
    match class {
        Class::Unsure => Own {
            reason: Some(
                "validators do not enforce it, and whether the server does cannot be seen".to_owned(),
            ),
            ..Own::plain(Verdict::Undecided)
        },
        Class::Breaks | Class::Safe | Class::Default => Own::plain(Verdict::Compatible),
    }
}

/// What is said of a change that was not tried, because there are too many of them.
pub(super) fn untried(class: Class) -> Own {
    match class {
        Class::Safe | Class::Default => Own::plain(Verdict::Compatible),
        Class::Breaks | Class::Unsure => Own {
            reason: Some("there are too many changes to try each on its own".to_owned()),
            ..Own::plain(Verdict::Undecided)
        },
    }
}
