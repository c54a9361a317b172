use std::rc::Rc;

use crate::schema::ir::{Lit, Node};

/// Places of an array that are told apart.
pub(super) const MAX_PLACES: usize = 40;

/// Something one item must be, at a place from `from` on, before `to`.
#[derive(Clone, Debug)]
pub(super) struct Demand {
    pub(super) lit: Lit,
    pub(super) from: usize,
    pub(super) to: usize,
    /// Demands of one group need places of their own.
    pub(super) group: usize,
}

/// What is known of an array.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) items: Vec<Rc<Node>>,
    pub(super) demands: Vec<Demand>,
    pub(super) limits: Vec<(Lit, u64)>,
    pub(super) least: u64,
    pub(super) most: Option<u64>,
    pub(super) unique: bool,
    pub(super) repeated: bool,
    pub(super) groups: usize,
}

/// One way in which an array fails to be something.
#[derive(Clone, Debug)]
pub(super) enum Way {
    Item(Lit, usize, usize),
    Shorter(u64),
    Longer(u64),
}

impl Row {
    pub(super) fn lower(&mut self, by: u64) {
        self.most = Some(self.most.map_or(by, |most| most.min(by)));
    }

    pub(super) fn demand(&mut self, lit: Lit, count: u64) -> bool {
        if count > MAX_PLACES as u64 {
            return false;
        }
        for _ in 0..count {
            self.demands.push(Demand { lit, from: 0, to: usize::MAX, group: self.groups });
        }
        self.groups += 1;
        true
    }

    /// The places before which every item has a schema of its own.
    pub(super) fn first(&self) -> usize {
        let from_items = self.items.iter().map(|node| match &**node {
            Node::Items { first, .. } => first.len(),
            _ => 0,
        });
        let from_demands =
            self.demands.iter().map(|demand| if demand.to == usize::MAX { demand.from } else { demand.to });
        from_items.chain(from_demands).max().unwrap_or(0)
    }

    pub(super) fn at(&self, place: usize) -> Vec<Lit> {
        self.items
            .iter()
            .map(|node| match &**node {
                Node::Items { first, rest } => first.get(place).copied().unwrap_or(*rest),
                _ => Lit::TRUE,
            })
            .collect()
    }
}
