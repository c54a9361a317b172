use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::Value;

use super::solver::{Answer, Solver};
use crate::schema::ir::{Lit, Node};
use crate::schema::pattern::{Search, find};

/// Longest string that is built.
const MAX_LENGTH: u64 = 1 << 20;
/// Steps of the automata that are worth one step of ours.
const PATTERN_STEPS: u64 = 64;

impl Solver<'_> {
    pub(super) fn string(&mut self, atoms: &[Lit], excluded: &[Rc<Value>]) -> Answer {
        let (mut least, mut most) = (0_u64, None::<u64>);
        let mut wanted: Vec<String> = Vec::new();
        let mut unwanted: Vec<String> = Vec::new();
        let lower = |most: &mut Option<u64>, by: u64| *most = Some(most.map_or(by, |most| most.min(by)));
        for lit in atoms {
            match (self.arena.node(*lit), lit.is_wanted()) {
                (Node::MinLength(length), true) => least = least.max(*length),
                (Node::MaxLength(length), false) => least = least.max(length.saturating_add(1)),
                (Node::MaxLength(length), true) => lower(&mut most, *length),
                (Node::MinLength(length), false) => lower(&mut most, length.saturating_sub(1)),
                (Node::Pattern(pattern), true) => wanted.push(pattern.clone()),
                (Node::Pattern(pattern), false) => unwanted.push(pattern.clone()),
                _ => {}
            }
        }
        if most.is_some_and(|most| most < least) {
            return Answer::None;
        }
        if least > MAX_LENGTH {
            return Answer::Unknown;
        }
        let excluded: BTreeSet<&str> = excluded.iter().filter_map(|value| value.as_str()).collect();
        if wanted.is_empty() && unwanted.is_empty() {
            return plain(least, most, &excluded);
        }
        let budget = self.steps_left().saturating_mul(PATTERN_STEPS).min(1_000_000);
        let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
        let unwanted: Vec<&str> = unwanted.iter().map(String::as_str).collect();
        self.spend(20 + 2 * (wanted.len() + unwanted.len()) as u64);
        match find(&wanted, &unwanted, (least, most), &|text| excluded.contains(text), budget) {
            Search::Found(text) => Answer::Value(Rc::new(Value::String(text))),
            Search::Empty => Answer::None,
            Search::Unknown => {
                self.spend(budget / PATTERN_STEPS / 16);
                Answer::Unknown
            }
        }
    }
}

/// A string of a length that is none of the excluded ones.
fn plain(least: u64, most: Option<u64>, excluded: &BTreeSet<&str>) -> Answer {
    if most == Some(0) {
        return if excluded.contains("") { Answer::None } else { found(String::new()) };
    }
    let Ok(length) = usize::try_from(least) else { return Answer::Unknown };
    if length == 0 && !excluded.contains("") {
        return found(String::new());
    }
    let length = length.max(1);
    // One more candidate than there are exclusions: one of them is free.
    for number in 0..=excluded.len() {
        let mut tail = String::new();
        let mut left = number;
        for _ in 0..length.min(8) {
            // 5 bits a letter; 32^8 exceeds any list of exclusions, a shorter tail has 20,000 letters.
            let base = if length >= 8 { 26 } else { 20_000 };
            tail.insert(0, letter(left % base));
            left /= base;
        }
        let text = format!("{}{tail}", "a".repeat(length - tail.chars().count()));
        if left == 0 && !excluded.contains(text.as_str()) {
            return found(text);
        }
    }
    Answer::Unknown
}

fn letter(number: usize) -> char {
    let code = match u32::try_from(number) {
        Ok(small) if small < 26 => u32::from('a') + small,
        // CJK, where 20,000 letters follow one another.
        Ok(other) => 0x4e00 + other,
        Err(_) => 0x4e00,
    };
    char::from_u32(code).unwrap_or('a')
}

fn found(text: String) -> Answer {
    Answer::Value(Rc::new(Value::String(text)))
}
