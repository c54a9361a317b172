use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::schema::documents::Home;
use crate::schema::ir::{Decimal, Kinds};
use crate::schema::pattern::Recogniser;

/// A place in a program, by number.
pub(super) type PlaceId = usize;

/// A schema made ready: its places, each with what is asked of a value there.
#[derive(Debug, Default)]
pub(super) struct Program {
    pub(super) places: Vec<Place>,
    /// Where dynamic anchors lead, by resource and name.
    pub(super) dynamic: BTreeMap<(Home, String), PlaceId>,
    /// The roots of resources that ask to be recursed into instead of an inner one.
    pub(super) recursive: BTreeMap<Home, PlaceId>,
}

/// One schema.
#[derive(Debug)]
pub(super) struct Place {
    /// Where it stands in the document.
    pub(super) pointer: String,
    pub(super) home: Home,
    /// Cheap ones first; those about what the others leave come last.
    pub(super) checks: Vec<Check>,
    /// Whether a check asks what others have looked at.
    pub(super) tracks: bool,
    /// Whether it may lead back to itself without stepping into the value.
    pub(super) loops: bool,
}

/// What one keyword asks, or several that belong together.
#[derive(Debug)]
pub(super) struct Check {
    pub(super) keyword: &'static str,
    pub(super) asks: Asks,
}

/// What is asked of a value.
#[derive(Debug)]
pub(super) enum Asks {
    Never,
    Kinds(Kinds, String),
    Listed(Listed),
    Bound {
        bound: Decimal,
        below: bool,
        exclusive: bool,
    },
    MultipleOf(Decimal),
    /// A number that is too large to be compared, which is not told.
    Incomparable,
    Size {
        of: Sized,
        least: bool,
        count: u64,
    },
    Pattern(Recogniser, String),
    Encoded,
    Json {
        encoded: bool,
    },
    Unique,
    Items {
        first: Vec<PlaceId>,
        rest: Option<(PlaceId, &'static str)>,
    },
    Contains {
        item: PlaceId,
        least: u64,
        most: Option<u64>,
        is_looked_at: bool,
    },
    Required(Vec<String>),
    Names(PlaceId),
    Members {
        named: BTreeMap<String, PlaceId>,
        patterns: Vec<(Recogniser, String, PlaceId)>,
        others: Option<PlaceId>,
    },
    Needs(Vec<(String, Vec<String>)>),
    Implies(Vec<(String, PlaceId)>),
    All(Vec<PlaceId>),
    Any(Vec<PlaceId>),
    One(Vec<PlaceId>),
    Not(PlaceId),
    If {
        condition: PlaceId,
        then: Option<PlaceId>,
        otherwise: Option<PlaceId>,
    },
    Refer(PlaceId),
    ReferDynamically(PlaceId, String),
    ReferRecursively(PlaceId),
    OtherMembers(PlaceId),
    OtherItems(PlaceId),
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sized {
    Letters,
    Items,
    Members,
}

/// Values of which one is wanted.
#[derive(Debug)]
pub(super) enum Listed {
    Few(Vec<Value>),
    Many(BTreeSet<String>),
}

impl Place {
    /// The places that are about the same value.
    fn in_place(&self) -> Vec<PlaceId> {
        let mut places = Vec::new();
        for check in &self.checks {
            match &check.asks {
                Asks::All(list) | Asks::Any(list) | Asks::One(list) => places.extend(list),
                Asks::Not(place)
                | Asks::Refer(place)
                | Asks::ReferDynamically(place, _)
                | Asks::ReferRecursively(place) => places.push(*place),
                Asks::Implies(list) => places.extend(list.iter().map(|(_, place)| *place)),
                Asks::If { condition, then, otherwise } => {
                    places.push(*condition);
                    places.extend(then.iter().chain(otherwise));
                }
                _ => {}
            }
        }
        places
    }
}

/// Marks the places that may lead back to themselves, or into such a loop, without stepping into the value. A
/// place from which every way ends is none of them.
pub(super) fn mark_loops(program: &mut Program) {
    let anywhere: Vec<PlaceId> =
        program.dynamic.values().chain(program.recursive.values()).copied().collect();
    let leads: Vec<Vec<PlaceId>> = program
        .places
        .iter()
        .map(|place| {
            let mut places = place.in_place();
            let is_dynamic =
                |check: &Check| matches!(check.asks, Asks::ReferDynamically(..) | Asks::ReferRecursively(_));
            if place.checks.iter().any(is_dynamic) {
                places.extend(&anywhere);
            }
            places
        })
        .collect();
    let mut came_from: Vec<Vec<PlaceId>> = vec![Vec::new(); leads.len()];
    let mut open_ways: Vec<usize> = leads.iter().map(Vec::len).collect();
    for (place, targets) in leads.iter().enumerate() {
        for target in targets {
            if let Some(sources) = came_from.get_mut(*target) {
                sources.push(place);
            }
        }
    }
    // Whatever leads nowhere is taken away, again and again: what is left runs in circles.
    let mut ended: Vec<PlaceId> =
        (0..leads.len()).filter(|place| open_ways.get(*place) == Some(&0)).collect();
    for place in program.places.iter_mut() {
        place.loops = true;
    }
    while let Some(place) = ended.pop() {
        if let Some(place) = program.places.get_mut(place) {
            place.loops = false;
        }
        for source in came_from.get(place).into_iter().flatten() {
            if let Some(ways) = open_ways.get_mut(*source) {
                *ways -= 1;
                if *ways == 0 {
                    ended.push(*source);
                }
            }
        }
    }
}
