use std::collections::BTreeMap;

use super::number::Decimal;

/// A place in the arena, wanted or unwanted: the unit everything is decided in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Lit(u32);

impl Lit {
    pub(crate) const TRUE: Self = Self(0);
    pub(crate) const FALSE: Self = Self(1);

    pub(super) fn wanted(node: u32) -> Self {
        Self(node << 1)
    }

    pub(crate) fn node(self) -> u32 {
        self.0 >> 1
    }

    pub(crate) fn is_wanted(self) -> bool {
        self.0 & 1 == 0
    }

    pub(crate) fn not(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// This literal, or its opposite.
    pub(crate) fn signed(self, wanted: bool) -> Self {
        if wanted { self } else { self.not() }
    }
}

/// The kinds of JSON value that schemas tell apart; whole numbers and others are two kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    Null,
    Boolean,
    Integer,
    Fraction,
    String,
    Array,
    Object,
}

impl Kind {
    /// In the order in which witnesses are looked for.
    pub(crate) const ALL: [Self; 7] =
        [Self::Object, Self::String, Self::Integer, Self::Boolean, Self::Array, Self::Fraction, Self::Null];

    pub(crate) fn bit(self) -> Kinds {
        Kinds(1 << (self as u8))
    }
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Kinds(u8);

impl Kinds {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const ALL: Self = Self(0x7f);

    pub(crate) fn has(self, kind: Kind) -> bool {
        self.0 & kind.bit().0 != 0
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

/// What a schema says, cut into atoms. An atom about one kind holds for every value of another kind.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    True,
    /// All of them hold.
    All(Vec<Lit>),
    /// Exactly one of them holds.
    One(Vec<Lit>),
    Types(Kinds),
    /// One of these values, by their number in the arena, sorted.
    Values(Vec<u32>),
    Minimum(Decimal),
    /// Greater than.
    Above(Decimal),
    Maximum(Decimal),
    /// Less than.
    Below(Decimal),
    MultipleOf(Decimal),
    MinLength(u64),
    MaxLength(u64),
    Pattern(String),
    MinItems(u64),
    MaxItems(u64),
    /// The first items one by one, then the rest.
    Items {
        first: Vec<Lit>,
        rest: Lit,
    },
    /// At least so many items are so.
    AtLeast(Lit, u64),
    /// At most so many items are so.
    AtMost(Lit, u64),
    Unique,
    MinProperties(u64),
    MaxProperties(u64),
    /// There is a member of that name.
    Has(String),
    /// What members must be: by name, by pattern, and those that neither names.
    Members(Members),
    /// Every name of a member is so.
    Names(Lit),
    /// A definition that refers to itself, filled in later.
    Slot(u32),
    /// Something that is not modelled; equal text means the same.
    Opaque(String),
}

/// What the members of an object must be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Members {
    pub(crate) named: BTreeMap<String, Lit>,
    pub(crate) patterns: BTreeMap<String, Lit>,
    pub(crate) others: Lit,
}

impl Node {
    /// The kinds an atom says something about.
    pub(crate) fn kinds(&self) -> Kinds {
        match self {
            Self::Minimum(_) | Self::Above(_) | Self::Maximum(_) | Self::Below(_) | Self::MultipleOf(_) => {
                Kind::Integer.bit().or(Kind::Fraction.bit())
            }
            Self::MinLength(_) | Self::MaxLength(_) | Self::Pattern(_) => Kind::String.bit(),
            Self::MinItems(_)
            | Self::MaxItems(_)
            | Self::Items { .. }
            | Self::AtLeast(..)
            | Self::AtMost(..)
            | Self::Unique => Kind::Array.bit(),
            Self::MinProperties(_)
            | Self::MaxProperties(_)
            | Self::Has(_)
            | Self::Members(_)
            | Self::Names(_) => Kind::Object.bit(),
            _ => Kinds::ALL,
        }
    }
}
