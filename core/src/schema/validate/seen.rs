use std::collections::BTreeSet;

/// What schemas that hold have looked at in one value.
#[derive(Debug, Default)]
pub(super) struct Seen {
    all_members: bool,
    members: BTreeSet<String>,
    all_items: bool,
    first_items: usize,
    items: BTreeSet<usize>,
}

impl Seen {
    pub(super) fn member(&mut self, name: &str) {
        if !self.all_members {
            self.members.insert(name.to_owned());
        }
    }

    pub(super) fn every_member(&mut self) {
        self.all_members = true;
    }

    pub(super) fn item(&mut self, at: usize) {
        self.items.insert(at);
    }

    pub(super) fn first_items(&mut self, count: usize) {
        self.first_items = self.first_items.max(count);
    }

    pub(super) fn every_item(&mut self) {
        self.all_items = true;
    }

    pub(super) fn has_member(&self, name: &str) -> bool {
        self.all_members || self.members.contains(name)
    }

    pub(super) fn has_item(&self, at: usize) -> bool {
        self.all_items || at < self.first_items || self.items.contains(&at)
    }

    pub(super) fn add(&mut self, other: Self) {
        self.all_members |= other.all_members;
        self.members.extend(other.members);
        self.all_items |= other.all_items;
        self.first_items = self.first_items.max(other.first_items);
        self.items.extend(other.items);
    }
}
