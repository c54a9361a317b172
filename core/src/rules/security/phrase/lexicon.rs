use std::collections::{BTreeMap, HashMap, HashSet};

use super::parse::{Crosses, Line, Sets, Step, parse};
use super::token::{Places, tokenize};
use crate::text::views::fold_words;

/// A set of phrases, by number.
pub(super) type SetId = usize;

/// One step of a compiled pattern.
#[derive(Clone, Copy, Debug)]
pub(super) enum Element {
    Set(SetId),
    Maybe(SetId),
    SetOrEnd(SetId),
    Gap { most: usize, crosses: Crosses },
    NotNext(SetId),
    End,
}

/// A compiled pattern.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub(super) rule: usize,
    pub(super) elements: Vec<Element>,
    /// The pattern holds only where a command begins; the flag lets the beginning of a parameter's text count.
    pub(super) command: Option<bool>,
    /// The pattern holds only where none of this set stands among that many words before.
    pub(super) unless: Option<(SetId, usize)>,
    pub(super) window: Option<usize>,
    pub(super) sentence: bool,
    pub(super) warns: bool,
    pub(super) certain: bool,
}

/// A node of the tree of all phrases.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub(super) next: HashMap<u32, usize>,
    /// The sets that have the phrase ending here.
    pub(super) sets: Vec<SetId>,
}

/// Everything the phrase rules look for, compiled once.
#[derive(Debug, Default)]
pub(in super::super) struct Lexicon {
    /// Whole words and `<kinds>`, numbered.
    pub(super) words: HashMap<String, u32>,
    /// Beginnings of words, numbered in the same row.
    pub(super) prefixes: HashMap<String, u32>,
    /// The first two letters of every beginning: most words have none of them.
    heads: HashSet<[char; 2]>,
    pub(super) nodes: Vec<Node>,
    pub(super) patterns: Vec<Pattern>,
    /// The patterns that begin with a set.
    pub(super) by_first: Vec<Vec<usize>>,
    /// The patterns whose parts may stand in any order.
    pub(super) windows: Vec<usize>,
    /// The names of the rules that patterns refer to.
    pub(in super::super) rules: Vec<String>,
    /// What paths and addresses lead to.
    pub(super) places: Places,
    pub(super) lead_in: Option<SetId>,
    pub(super) defence: Option<SetId>,
    sets: BTreeMap<Vec<String>, SetId>,
    symbols: u32,
}

impl Lexicon {
    /// Compiles lexicon files: the first gives sets that all others may use.
    pub(super) fn compile(shared: &str, files: &[&str], places: Places) -> Result<Self, String> {
        let mut lexicon = Self { nodes: vec![Node::default()], places, ..Self::default() };
        let mut common = Sets::new();
        let mut lines = parse(shared, &mut common)?;
        for file in files {
            let mut sets = common.clone();
            lines.extend(parse(file, &mut sets)?);
        }
        lexicon.lead_in = common.get("lead-in").map(|phrases| lexicon.set(phrases));
        lexicon.defence = common.get("defence").map(|phrases| lexicon.set(phrases));
        for line in &lines {
            lexicon.add(line)?;
        }
        lexicon.by_first.resize(lexicon.sets.len(), Vec::new());
        for (number, pattern) in lexicon.patterns.iter().enumerate() {
            if pattern.window.is_some() {
                lexicon.windows.push(number);
            } else if let Some(Element::Set(first)) = pattern.elements.first()
                && let Some(row) = lexicon.by_first.get_mut(*first)
            {
                row.push(number);
            }
        }
        Ok(lexicon)
    }

    /// Whether a folded word is one that some pattern looks for.
    pub(in super::super) fn knows(&self, word: &str) -> bool {
        self.words.contains_key(word) || self.prefixed(word).next().is_some()
    }

    /// The numbers of the known beginnings of a word.
    pub(super) fn prefixed<'a>(&'a self, word: &'a str) -> impl Iterator<Item = u32> + 'a {
        const SHORTEST: usize = 2;
        const LONGEST: usize = 24;
        let mut letters = word.chars();
        let head = [letters.next().unwrap_or_default(), letters.next().unwrap_or_default()];
        let reach = if self.heads.contains(&head) { LONGEST } else { 0 };
        let ends =
            word.char_indices().map(|(at, letter)| at + letter.len_utf8()).take(reach).skip(SHORTEST - 1);
        ends.filter_map(move |end| self.prefixes.get(word.get(..end)?).copied())
    }

    fn add(&mut self, line: &Line) -> Result<(), String> {
        let rule = self.rule(&line.rule);
        let mut pattern = Pattern {
            rule,
            elements: Vec::new(),
            command: None,
            unless: None,
            window: line.window,
            sentence: line.sentence,
            warns: line.warns,
            certain: line.certain,
        };
        for step in &line.steps {
            match step {
                Step::Any(phrases) => pattern.elements.push(Element::Set(self.set(phrases))),
                Step::AnyOrEnd(phrases) => pattern.elements.push(Element::SetOrEnd(self.set(phrases))),
                Step::NotNext(phrases) => pattern.elements.push(Element::NotNext(self.set(phrases))),
                Step::Maybe(phrases) => pattern.elements.push(Element::Maybe(self.set(phrases))),
                Step::Gap(most, crosses) => {
                    pattern.elements.push(Element::Gap { most: *most, crosses: *crosses })
                }
                Step::Command(opens) => pattern.command = Some(*opens),
                Step::End => pattern.elements.push(Element::End),
                Step::Unless(phrases, within) => pattern.unless = Some((self.set(phrases), *within)),
            }
        }
        if !matches!(pattern.elements.first(), Some(Element::Set(_))) {
            return Err(format!("a pattern of {} does not begin with a phrase", line.rule));
        }
        self.patterns.push(pattern);
        Ok(())
    }

    fn rule(&mut self, name: &str) -> usize {
        match self.rules.iter().position(|rule| rule == name) {
            Some(known) => known,
            None => {
                self.rules.push(name.to_owned());
                self.rules.len() - 1
            }
        }
    }

    fn set(&mut self, phrases: &[String]) -> SetId {
        if let Some(known) = self.sets.get(phrases) {
            return *known;
        }
        let number = self.sets.len();
        self.sets.insert(phrases.to_vec(), number);
        for phrase in phrases {
            self.phrase(phrase, number);
        }
        number
    }

    fn phrase(&mut self, phrase: &str, set: SetId) {
        let mut node = 0;
        for part in phrase.split(' ').filter(|part| !part.is_empty()) {
            let (stem, begins) = match part.strip_suffix('*') {
                Some(stem) => (stem, true),
                None => (part, false),
            };
            if stem.starts_with('<') {
                node = self.child(node, stem, false);
                continue;
            }
            let folded = fold_words(stem);
            let tokens = tokenize(&folded, &self.places);
            let count = tokens.list.len();
            for (position, token) in tokens.list.iter().enumerate() {
                node = self.child(node, token.text, begins && position + 1 == count);
            }
        }
        if let Some(node) = self.nodes.get_mut(node)
            && !node.sets.contains(&set)
        {
            node.sets.push(set);
        }
    }

    fn child(&mut self, node: usize, word: &str, begins: bool) -> usize {
        if begins {
            let mut letters = word.chars();
            self.heads.insert([letters.next().unwrap_or_default(), letters.next().unwrap_or_default()]);
        }
        let table = if begins { &mut self.prefixes } else { &mut self.words };
        let symbol = *table.entry(word.to_owned()).or_insert_with(|| {
            self.symbols += 1;
            self.symbols
        });
        let fresh = self.nodes.len();
        let Some(parent) = self.nodes.get_mut(node) else { return node };
        let child = *parent.next.entry(symbol).or_insert(fresh);
        if child == fresh {
            self.nodes.push(Node::default());
        }
        child
    }
}
