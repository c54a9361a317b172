use std::collections::{BTreeSet, HashMap};

use super::lexicon::{Element, Lexicon, Pattern, SetId};
use super::parse::Crosses;
use super::token::{Lead, Token, Tokens, tokenize};

/// What a pattern found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Match {
    /// The rule's number in the lexicon.
    pub(in super::super) rule: usize,
    /// First character, counted in characters.
    pub(in super::super) start: usize,
    /// One past the last character.
    pub(in super::super) end: usize,
    pub(in super::super) warns: bool,
    /// Whether the text speaks about attacks near it.
    pub(in super::super) defended: bool,
}

/// Words looked at from the beginning of a match on: patterns are shorter than that.
const REACH: usize = 64;
/// A defensive remark this many words away still counts.
const DEFENCE_REACH: usize = 40;
/// Words whose numbers are remembered between texts.
const MOST_REMEMBERED: usize = 20_000;

/// Matches texts, remembering the words it has seen.
pub(in super::super) struct Scan<'a> {
    lexicon: &'a Lexicon,
    remembered: HashMap<String, Vec<u32>>,
    /// The names of the tools of the server, folded.
    tools: BTreeSet<String>,
}

/// A phrase of a set found at a word.
#[derive(Clone, Copy, Debug)]
struct Hit {
    set: SetId,
    length: usize,
}

/// A text with every phrase found in it.
struct Found<'a> {
    tokens: Tokens<'a>,
    /// The hits of each word, in one row; `offsets` cuts it.
    hits: Vec<Hit>,
    offsets: Vec<usize>,
}

impl Found<'_> {
    fn at(&self, word: usize) -> &[Hit] {
        let begin = self.offsets.get(word).copied().unwrap_or(self.hits.len());
        let end = self.offsets.get(word + 1).copied().unwrap_or(self.hits.len());
        self.hits.get(begin..end).unwrap_or_default()
    }

    fn lead(&self, word: usize) -> Lead {
        self.tokens.list.get(word).map_or(Lead::Paragraph, |token| token.lead)
    }

    fn has(&self, set: SetId, words: std::ops::Range<usize>) -> bool {
        words.into_iter().any(|word| self.at(word).iter().any(|hit| hit.set == set))
    }
}

impl<'a> Scan<'a> {
    /// A scan of one server's texts; `tools` are the names of its tools.
    pub(in super::super) fn new<'n>(lexicon: &'a Lexicon, tools: impl Iterator<Item = &'n str>) -> Self {
        let tools =
            tools.map(str::to_lowercase).filter(|name| name.contains('_') || name.contains('-')).collect();
        Self { lexicon, remembered: HashMap::new(), tools }
    }

    /// Whether a text may name one of the tools: cheap, and never wrong when it says no.
    pub(in super::super) fn names_a_tool(&self, text: &str) -> bool {
        let lower = text.to_lowercase();
        self.tools.iter().any(|tool| lower.contains(tool.as_str()))
    }

    /// Every match in a folded text. `covered` says that the text opens with what the tool does, so that a
    /// command at its very beginning is no command to the reader.
    pub(in super::super) fn matches(&mut self, text: &str, covered: bool, own: &str) -> Vec<Match> {
        let found = self.find(text, own);
        let mut matches = Vec::new();
        if found.hits.is_empty() {
            return matches;
        }
        let lexicon = self.lexicon;
        for word in 0..found.tokens.list.len() {
            for hit in found.at(word) {
                for number in lexicon.by_first.get(hit.set).into_iter().flatten() {
                    let Some(pattern) = lexicon.patterns.get(*number) else { continue };
                    let known = matches.iter().any(|known: &Match| {
                        known.rule == pattern.rule && known.warns == pattern.warns && !known.defended
                    });
                    if !known
                        && self.allowed(&found, pattern, word, covered)
                        && let Some(end) = follow(&found, pattern, word, hit.length)
                    {
                        matches.extend(self.report(&found, pattern, word, end));
                    }
                }
            }
        }
        for number in &lexicon.windows {
            if let Some(pattern) = lexicon.patterns.get(*number)
                && let Some((first, end)) = together(&found, pattern)
            {
                matches.extend(self.report(&found, pattern, first, end));
            }
        }
        matches
    }

    fn report(&self, found: &Found<'_>, pattern: &Pattern, first: usize, end: usize) -> Option<Match> {
        // `save_transcript_to` in prose is a name, not a command.
        let inside = |name: &super::token::Identifier| {
            name.count > 1 && name.first <= first && end <= name.first + name.count
        };
        if found.tokens.identifiers.iter().any(inside) {
            return None;
        }
        let start = found.tokens.list.get(first)?.start;
        let stop = found.tokens.list.get(end.checked_sub(1)?)?.end;
        let near = first.saturating_sub(DEFENCE_REACH)..end + DEFENCE_REACH;
        let defended =
            !pattern.certain && self.lexicon.defence.is_some_and(|defence| found.has(defence, near));
        Some(Match { rule: pattern.rule, start, end: stop, warns: pattern.warns, defended })
    }

    fn allowed(&self, found: &Found<'_>, pattern: &Pattern, word: usize, covered: bool) -> bool {
        if let Some((set, within)) = pattern.unless {
            // The words before it in the same sentence.
            let mut first = word;
            while first > 0 && word - first < within && found.lead(first) < Lead::Sentence {
                first -= 1;
            }
            if found.has(set, first..word) {
                return false;
            }
        }
        let Some(opens) = pattern.command else { return true };
        match word.checked_sub(1) {
            None => opens && !covered,
            Some(before) => {
                found.lead(word) >= Lead::Line
                    || self.lexicon.lead_in.is_some_and(|set| {
                        let reach = before.saturating_sub(3);
                        (reach..=before).any(|at| {
                            found.at(at).iter().any(|hit| hit.set == set && at + hit.length == word)
                        })
                    })
            }
        }
    }

    fn find<'t>(&mut self, text: &'t str, own: &str) -> Found<'t> {
        let tokens = tokenize(text, &self.lexicon.places);
        let symbols: Vec<Vec<u32>> = tokens.list.iter().map(|token| self.symbols(token)).collect();
        let marks = self.marks(&tokens, own);
        let mut found = Found { tokens, hits: Vec::new(), offsets: Vec::with_capacity(symbols.len() + 1) };
        for word in 0..symbols.len() {
            found.offsets.push(found.hits.len());
            self.walk(&symbols, &marks, word, &mut found.hits);
        }
        found.offsets.push(found.hits.len());
        found
    }

    /// The numbers of a word: its own, those of its known beginnings, those of its kinds.
    fn symbols(&mut self, token: &Token<'_>) -> Vec<u32> {
        let lexicon = self.lexicon;
        let mut symbols: Vec<u32> =
            token.kinds.iter().filter_map(|kind| lexicon.words.get(*kind).copied()).collect();
        if let Some(known) = self.remembered.get(token.text) {
            symbols.extend(known);
            return symbols;
        }
        let mut own: Vec<u32> = lexicon.words.get(token.text).copied().into_iter().collect();
        own.extend(lexicon.prefixed(token.text));
        symbols.extend(&own);
        if self.remembered.len() < MOST_REMEMBERED && token.text.len() < 64 {
            self.remembered.insert(token.text.to_owned(), own);
        }
        symbols
    }

    /// Identifiers as one: word, count and number of `<ident>`, `<tool>` or `<foreign>`.
    fn marks(&self, tokens: &Tokens<'_>, own: &str) -> HashMap<usize, Vec<(usize, u32)>> {
        let mut marks: HashMap<usize, Vec<(usize, u32)>> = HashMap::new();
        let number = |kind: &str| self.lexicon.words.get(kind).copied();
        for identifier in &tokens.identifiers {
            let parts =
                tokens.list.get(identifier.first..identifier.first + identifier.count).unwrap_or_default();
            let name = parts.iter().map(|token| token.text).collect::<Vec<_>>().join("_");
            let mut push = |kind: &str| {
                if let Some(number) = number(kind) {
                    marks.entry(identifier.first).or_default().push((identifier.count, number));
                }
            };
            push("<ident>");
            if name != own.to_lowercase() {
                if self.tools.contains(&name) {
                    push("<tool>");
                } else if identifier.count > 1 {
                    push("<foreign>");
                }
            }
        }
        marks
    }

    fn walk(
        &self,
        symbols: &[Vec<u32>],
        marks: &HashMap<usize, Vec<(usize, u32)>>,
        word: usize,
        hits: &mut Vec<Hit>,
    ) {
        // Most words stand in no phrase at all.
        if symbols.get(word).is_none_or(Vec::is_empty) && !marks.contains_key(&word) {
            return;
        }
        let mut open = vec![(0_usize, word)];
        while let Some((node, at)) = open.pop() {
            let Some(node) = self.lexicon.nodes.get(node) else { continue };
            if node.next.is_empty() {
                continue;
            }
            let plain = symbols.get(at).into_iter().flatten().map(|symbol| (1, *symbol));
            let marked = marks.get(&at).into_iter().flatten().copied();
            for (count, symbol) in plain.chain(marked) {
                let Some(child) = node.next.get(&symbol) else { continue };
                let end = at + count;
                let sets =
                    self.lexicon.nodes.get(*child).map(|node| node.sets.as_slice()).unwrap_or_default();
                hits.extend(sets.iter().map(|set| Hit { set: *set, length: end - word }));
                open.push((*child, end));
            }
        }
    }
}

/// Follows a pattern from the word after its first set on; the end of the shortest match.
///
/// The words at which the next element may stand are bits, so the cost is bounded by the reach however the
/// gaps nest.
fn follow(found: &Found<'_>, pattern: &Pattern, word: usize, first: usize) -> Option<usize> {
    let mut places: u64 = bit(first)?;
    for element in pattern.elements.iter().skip(1) {
        places = match element {
            Element::Gap { most, crosses } => spread(found, word, places, *most, *crosses),
            Element::Set(set) => advance(found, word, places, *set),
            Element::SetOrEnd(set) => advance(found, word, places, *set) | ends(found, word, places),
            Element::NotNext(set) => without(found, word, places, *set),
            Element::Maybe(set) => places | advance(found, word, places, *set),
            Element::End => ends(found, word, places),
        };
        if places == 0 {
            return None;
        }
    }
    Some(word + places.trailing_zeros() as usize)
}

/// The places at which no phrase of a set stands.
fn without(found: &Found<'_>, word: usize, places: u64, set: SetId) -> u64 {
    let mut left = places & !CROSSED;
    let mut kept = places;
    while left != 0 {
        let place = left.trailing_zeros() as usize;
        left &= left - 1;
        if found.has(set, word + place..word + place + 1) {
            kept &= !(1 << place);
        }
    }
    kept
}

/// The places after which nothing more of the clause comes.
fn ends(found: &Found<'_>, word: usize, places: u64) -> u64 {
    let mut left = places & !CROSSED;
    let mut kept = 0;
    while left != 0 {
        let place = left.trailing_zeros() as usize;
        left &= left - 1;
        if found.lead(word + place) >= Lead::Clause {
            kept |= 1 << place;
        }
    }
    kept
}

fn bit(place: usize) -> Option<u64> {
    (place < REACH).then(|| 1 << place)
}

fn spread(found: &Found<'_>, word: usize, places: u64, most: usize, crosses: Crosses) -> u64 {
    let mut reached = places;
    let mut edge = places;
    for _ in 0..most {
        let mut next = 0;
        let mut left = edge;
        while left != 0 {
            let place = left.trailing_zeros() as usize;
            left &= left - 1;
            let into = word + place;
            let wall = match crosses {
                Crosses::Nothing => Lead::Clause,
                Crosses::Clauses => Lead::Sentence,
                Crosses::Sentences => Lead::Beyond,
            };
            let open = found.lead(into) < wall && found.lead(into + 1) < wall;
            if open && into < found.tokens.list.len() {
                next |= bit(place + 1).unwrap_or(0);
            }
        }
        edge = next & !reached;
        if edge == 0 {
            break;
        }
        reached |= next;
    }
    if crosses == Crosses::Sentences { reached | CROSSED } else { reached }
}

/// Marks that the last gap may have crossed the end of a sentence. Place 63 is never a word: patterns are
/// shorter.
const CROSSED: u64 = 1 << 63;

fn advance(found: &Found<'_>, word: usize, places: u64, set: SetId) -> u64 {
    let crosses = places & CROSSED != 0;
    let mut left = places & !CROSSED;
    let mut next = 0;
    while left != 0 {
        let place = left.trailing_zeros() as usize;
        left &= left - 1;
        if !crosses && found.lead(word + place) >= Lead::Sentence {
            continue;
        }
        for hit in found.at(word + place).iter().filter(|hit| hit.set == set) {
            next |= bit(place + hit.length).unwrap_or(0) & !CROSSED;
        }
    }
    next
}

/// The first place where all sets of a pattern stand within its window, in any order.
fn together(found: &Found<'_>, pattern: &Pattern) -> Option<(usize, usize)> {
    let window = pattern.window?;
    let sets: Vec<SetId> = pattern
        .elements
        .iter()
        .filter_map(|element| match element {
            Element::Set(set) => Some(*set),
            _ => None,
        })
        .collect();
    // The last place of each set seen so far; a match is when all lie within the window.
    let mut last: Vec<Option<(usize, usize)>> = vec![None; sets.len()];
    for word in 0..found.tokens.list.len() {
        let mut fresh = false;
        if pattern.sentence && found.lead(word) >= Lead::Sentence {
            last.fill(None);
        }
        for hit in found.at(word) {
            for (set, place) in sets.iter().zip(last.iter_mut()) {
                if *set == hit.set {
                    *place = Some((word, word + hit.length));
                    fresh = true;
                }
            }
        }
        if fresh && last.iter().all(Option::is_some) {
            let first = last.iter().flatten().map(|(begin, _)| *begin).min()?;
            let end = last.iter().flatten().map(|(_, end)| *end).max()?;
            if end - first <= window {
                return Some((first, end));
            }
        }
    }
    None
}
