use std::collections::{BTreeMap, BTreeSet};

use super::divergence::signature;
use super::words::{lead, name_stems, stems};
use crate::gathered::gathered;
use crate::surface::Definition;

/// Tools whose descriptions are the same word for word and whose names single out the same of those words.
#[derive(Debug, Default)]
pub(super) struct Class {
    /// The members, in the order of the surface.
    pub(super) tools: Vec<usize>,
    /// The words of the description as numbers, the rarest first.
    pub(super) words: Vec<u32>,
    /// The words that occur in the names of the members as well as in some description.
    pub(super) names: BTreeSet<u32>,
    /// What is left of the description without the words of the name. Tools that share it are a family:
    /// `list_users` and `list_projects`.
    pub(super) skeleton: usize,
    /// How the members are called, where all are called alike.
    pub(super) signature: Option<usize>,
}

impl Class {
    /// Whether two descriptions differ by nothing but words of the names.
    pub(super) fn is_variant_of(&self, other: &Self) -> bool {
        self.words != other.words && self.skeleton == other.skeleton
    }
}

/// Every description of a surface, sorted into classes.
#[derive(Debug, Default)]
pub(super) struct Classes {
    pub(super) list: Vec<Class>,
    /// How each tool is called, as a number.
    pub(super) signatures: Vec<usize>,
    /// The words that are verbs.
    pub(super) verbs: BTreeSet<u32>,
    /// Whether descriptions of the same words in another order are classes of their own: only a threshold that the
    /// order can miss asks for it.
    pub(super) by_order: bool,
}

/// Descriptions with fewer words than this say too little to collide.
const FEWEST_WORDS: usize = 3;

impl Classes {
    /// Sorts the tools. Cost is that of sorting their words.
    pub(super) fn of(tools: &[Definition], threshold: f64) -> Self {
        const ORDER_MATTERS: f64 = 0.95;
        let spoken: Vec<Vec<String>> =
            tools.iter().map(|tool| stems(lead(tool.description().unwrap_or_default()))).collect();
        let ranks = ranks(&spoken);
        let number = |word: &str| ranks.get(word).copied();
        let mut signatures = Numbers::default();
        let mut skeletons = Numbers::default();
        let mut found = Self {
            signatures: tools.iter().map(|tool| signatures.of(signature(tool))).collect(),
            verbs: VERBS.iter().filter_map(|verb| number(verb)).collect(),
            by_order: threshold > ORDER_MATTERS,
            ..Self::default()
        };
        let mut places: BTreeMap<(Vec<u32>, usize), usize> = BTreeMap::new();
        for (position, (tool, said)) in tools.iter().zip(&spoken).enumerate() {
            let order: Vec<u32> = said.iter().filter_map(|word| number(word)).collect();
            let mut words = order.clone();
            words.sort_unstable();
            words.dedup();
            if words.len() < FEWEST_WORDS {
                continue;
            }
            let names: BTreeSet<u32> =
                gathered(name_stems(tool.key()).iter().filter_map(|word| number(word)));
            let rest: Vec<u32> = words.iter().filter(|word| !names.contains(word)).copied().collect();
            let skeleton = skeletons.of(rest);
            let key = if found.by_order { order } else { words.clone() };
            let place = *places.entry((key, skeleton)).or_insert_with(|| {
                found.list.push(Class { words, names, skeleton, ..Class::default() });
                found.list.len() - 1
            });
            let own = found.signatures.get(position).copied();
            if let Some(class) = found.list.get_mut(place) {
                class.signature = if class.tools.is_empty() {
                    own
                } else {
                    class.signature.filter(|known| Some(*known) == own)
                };
                class.tools.push(position);
            }
        }
        found
    }

    /// Whether two tools are called differently, and are two: a list may hold one name twice.
    pub(super) fn differ(&self, tools: &[Definition], left: usize, right: usize) -> bool {
        let key = |tool: usize| tools.get(tool).map(Definition::key);
        self.signatures.get(left) != self.signatures.get(right) && key(left) != key(right)
    }

    /// `list_users` and `list_projects`: the words that differ are the ones that set the names apart, or each side
    /// has a verb of its own. Then the descriptions do say which is which.
    pub(super) fn family(&self, first: &Class, second: &Class) -> bool {
        if first.words == second.words {
            return false;
        }
        if first.is_variant_of(second) {
            return true;
        }
        let only_left: Vec<u32> = difference(&first.words, &second.words);
        let only_right: Vec<u32> = difference(&second.words, &first.words);
        let names_it = |only: &[u32], own: &BTreeSet<u32>, other: &BTreeSet<u32>| {
            only.iter().any(|word| own.contains(word) && !other.contains(word))
        };
        let left = names_it(&only_left, &first.names, &second.names);
        let right = names_it(&only_right, &second.names, &first.names);
        // One name extends the other: the extra word of the longer one must be in its description.
        let extended = (only_left.is_empty() && right) || (only_right.is_empty() && left);
        let verb = |only: &[u32]| only.iter().any(|word| self.verbs.contains(word));
        (left && right) || extended || (verb(&only_left) && verb(&only_right))
    }
}

/// Gives each distinct value a number.
#[derive(Debug)]
struct Numbers<T>(BTreeMap<T, usize>);

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T: Ord> Numbers<T> {
    fn of(&mut self, value: T) -> usize {
        let next = self.0.len();
        *self.0.entry(value).or_insert(next)
    }
}

/// The words numbered by how many descriptions have them, the rarest first.
fn ranks(spoken: &[Vec<String>]) -> BTreeMap<&str, u32> {
    let mut frequency: BTreeMap<&str, usize> = BTreeMap::new();
    for said in spoken {
        let distinct: BTreeSet<&str> = said.iter().map(String::as_str).collect();
        for word in distinct {
            *frequency.entry(word).or_default() += 1;
        }
    }
    let mut words: Vec<(usize, &str)> = frequency.into_iter().map(|(word, count)| (count, word)).collect();
    words.sort_unstable();
    gathered(words.iter().zip(0..).map(|((_, word), rank)| (*word, rank)))
}

fn difference(of: &[u32], from: &[u32]) -> Vec<u32> {
    of.iter().filter(|word| from.binary_search(word).is_err()).copied().collect()
}

/// Stems of verbs that tell tools apart.
const VERBS: &[&str] = &[
    "get",
    "list",
    "creat",
    "updat",
    "delet",
    "remov",
    "add",
    "set",
    "read",
    "writ",
    "search",
    "find",
    "fetch",
    "start",
    "stop",
    "enabl",
    "disabl",
    "open",
    "clos",
    "send",
    "upload",
    "download",
    "import",
    "export",
    "mov",
    "copy",
    "renam",
    "lock",
    "unlock",
    "approv",
    "reject",
    "show",
    "hid",
    "subscrib",
    "unsubscrib",
    "attach",
    "detach",
    "encod",
    "decod",
    "encrypt",
    "decrypt",
    "push",
    "pull",
    "archiv",
    "restor",
    "cancel",
    "pause",
    "paus",
    "resum",
    "retriev",
    "describ",
    "check",
    "run",
    "validat",
    "count",
    "replac",
    "insert",
    "append",
    "edit",
    "publish",
    "unpublish",
    "assign",
    "unassign",
    "follow",
    "unfollow",
    "increas",
    "decreas",
];
