use crate::rules::{Aspect, Bump, Direction, Meta, Movement, Outcome, Severity, Side};

/// One thing that can happen to a schema, as it reads for what callers send and for what they receive.
///
/// Both sides always exist, so no rule can be there for one and missing for the other.
#[derive(Debug)]
pub struct Pair {
    /// The row for an input.
    pub input: Meta,
    /// The row for an output.
    pub output: Meta,
}

/// What a row says when the judge is of no other opinion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// It breaks callers unless proven otherwise.
    Breaks,
    /// It hurts nobody unless a witness says otherwise.
    Safe,
    /// Neither can be told from the schemas.
    Unsure,
    /// A default, which no validator looks at.
    Default,
}

impl Class {
    pub(super) fn of(meta: &Meta) -> Self {
        match meta.id {
            "drift/breaking_schema_change" => Self::Breaks,
            "drift/nonbreaking_schema_change" => Self::Safe,
            "drift/default_changed" => Self::Default,
            _ => Self::Unsure,
        }
    }
}

/// The words of a row for one side.
pub(super) struct Words {
    pub(super) class: Class,
    pub(super) title: &'static str,
    pub(super) why: &'static str,
    pub(super) fix: &'static str,
}

impl Pair {
    pub(super) const fn new(
        (input_rule, output_rule): (&'static str, &'static str),
        (aspect, movement): (Aspect, Movement),
        input: &Words,
        output: &Words,
    ) -> Self {
        Self {
            input: meta(input_rule, aspect, movement, Side::Input, input),
            output: meta(output_rule, aspect, movement, Side::Output, output),
        }
    }

    /// The row for values that travel that way.
    #[must_use]
    pub const fn side(&'static self, direction: Direction) -> &'static Meta {
        match direction {
            Direction::Input => &self.input,
            Direction::Output => &self.output,
        }
    }
}

const fn meta(rule: &'static str, aspect: Aspect, movement: Movement, side: Side, words: &Words) -> Meta {
    let (id, severity, default, bump) = match words.class {
        Class::Breaks => ("drift/breaking_schema_change", Severity::Medium, Outcome::Fail, Bump::Major),
        Class::Safe => ("drift/nonbreaking_schema_change", Severity::Low, Outcome::Pass, Bump::Minor),
        Class::Unsure => ("drift/undecided_schema_change", Severity::Medium, Outcome::Warn, Bump::Minor),
        Class::Default => ("drift/default_changed", Severity::Low, Outcome::Pass, Bump::Minor),
    };
    Meta {
        id,
        rule,
        title: words.title,
        why: words.why,
        fix: words.fix,
        side,
        aspect,
        ..Meta::drift(severity, default, movement, bump)
    }
}
