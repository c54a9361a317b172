use crate::gathered::gathered;
use serde_json::Value;

/// Longest string of which every single character is tried.
const SHORT: usize = 48;

/// Makes a value smaller as long as `keeps` holds: fewer members, shorter strings, plainer letters, smaller
/// numbers. What comes out loses `keeps` when any member or item is dropped or any character of a string of
/// moderate length, unless `tries` ran out before.
pub(crate) fn shrink(value: Value, tries: u32, keeps: &mut dyn FnMut(&Value) -> bool) -> Value {
    let tries = affordable(&value, tries);
    let mut shrinker = Shrinker { current: value, tries, keeps };
    while shrinker.pass() {}
    shrinker.current
}

/// Fewer tries for a large value, each of which costs more.
fn affordable(value: &Value, tries: u32) -> u32 {
    const WORK: usize = 400_000;
    u32::try_from(WORK / size(value).max(1)).map_or(tries, |most| most.min(tries))
}

fn size(value: &Value) -> usize {
    let mut count = 0;
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        count += 1;
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => open.extend(members.values()),
            _ => {}
        }
    }
    count
}

struct Shrinker<'a> {
    current: Value,
    tries: u32,
    keeps: &'a mut dyn FnMut(&Value) -> bool,
}

/// A place in a value: positions of children, members counted in key order.
type Place = Vec<usize>;

impl Shrinker<'_> {
    /// Goes once over all places. Whether anything became smaller.
    fn pass(&mut self) -> bool {
        let mut smaller = false;
        let mut open: Vec<Place> = vec![Vec::new()];
        while let Some(place) = open.pop() {
            if self.tries == 0 {
                return false;
            }
            let Some(node) = at(&self.current, &place).cloned() else { continue };
            let simpler = match &node {
                Value::Object(members) => self.drop_children(&place, members.len()),
                Value::Array(items) => self.drop_children(&place, items.len()),
                Value::String(text) => self.shorten(&place, text),
                Value::Number(_) => self.lower(&place, &node),
                Value::Null | Value::Bool(_) => false,
            };
            smaller |= simpler;
            smaller |= self.replace(&place);
            let children = match at(&self.current, &place) {
                Some(Value::Object(members)) => members.len(),
                Some(Value::Array(items)) => items.len().min(1000),
                _ => 0,
            };
            open.extend((0..children).map(|child| {
                let mut below = place.clone();
                below.push(child);
                below
            }));
        }
        smaller
    }

    fn attempt(&mut self, place: &[usize], node: Value) -> bool {
        if self.tries == 0 {
            return false;
        }
        self.tries -= 1;
        let mut candidate = self.current.clone();
        let Some(target) = at_mut(&mut candidate, place) else { return false };
        *target = node;
        let kept = (self.keeps)(&candidate);
        if kept {
            self.current = candidate;
        }
        kept
    }

    /// Drops children, many at a time first.
    fn drop_children(&mut self, place: &[usize], count: usize) -> bool {
        let mut smaller = false;
        let mut size = count;
        while size >= 1 {
            let mut from = 0;
            loop {
                let Some(node) = at(&self.current, place) else { return smaller };
                let Some(without) = without(node, from, size) else { break };
                if self.attempt(place, without) {
                    smaller = true;
                } else {
                    from += size;
                }
                if self.tries == 0 {
                    return smaller;
                }
            }
            size /= 2;
        }
        smaller
    }

    fn shorten(&mut self, place: &[usize], text: &str) -> bool {
        let mut letters: Vec<char> = text.chars().collect();
        let mut smaller = false;
        let mut size = letters.len();
        while size >= 1 {
            let mut from = 0;
            while from < letters.len() && (letters.len() <= SHORT || size * 64 >= letters.len()) {
                let mut fewer = letters.clone();
                fewer.drain(from..(from + size).min(letters.len()));
                if self.attempt(place, Value::String(fewer.iter().collect())) {
                    letters = fewer;
                    smaller = true;
                } else {
                    from += size;
                }
                if self.tries == 0 {
                    return smaller;
                }
            }
            size /= 2;
        }
        if letters.len() <= SHORT {
            for spot in 0..letters.len() {
                for plain in ['a', '0', ' '] {
                    let Some(letter) = letters.get(spot).copied() else { break };
                    if letter == plain || letter.is_ascii_graphic() {
                        break;
                    }
                    let mut plainer = letters.clone();
                    if let Some(target) = plainer.get_mut(spot) {
                        *target = plain;
                    }
                    if self.attempt(place, Value::String(plainer.iter().collect())) {
                        letters = plainer;
                        smaller = true;
                        break;
                    }
                }
            }
        }
        smaller
    }

    fn lower(&mut self, place: &[usize], node: &Value) -> bool {
        let Some(number) = node.as_f64() else { return false };
        let mut candidates: Vec<Value> = vec![Value::from(0), Value::from(1), Value::from(-1)];
        if number.abs() < 9.0e15 {
            #[expect(clippy::cast_possible_truncation, reason = "checked to be in range")]
            let whole = number.trunc() as i64;
            candidates.push(Value::from(whole));
            candidates.push(Value::from(whole / 2));
            candidates.push(Value::from(whole / 10));
            candidates.push(Value::from(whole - whole.signum()));
        }
        for candidate in candidates {
            let is_simpler = candidate.as_f64().is_some_and(|other| {
                other.abs() < number.abs()
                    || (other.abs() == number.abs()
                        && (number < other || (node.is_f64() && !candidate.is_f64())))
            });
            if is_simpler && self.attempt(place, candidate) {
                return true;
            }
        }
        false
    }

    /// Replaces a whole subtree by something plain of the same kind, then of any kind.
    fn replace(&mut self, place: &[usize]) -> bool {
        let Some(node) = at(&self.current, place) else { return false };
        let plain: Vec<Value> = match node {
            Value::Object(members) if !members.is_empty() => {
                vec![Value::Object(serde_json::Map::new()), Value::Null]
            }
            Value::Array(items) if !items.is_empty() => vec![Value::Array(Vec::new()), Value::Null],
            _ => Vec::new(),
        };
        plain.into_iter().any(|plain| self.attempt(place, plain))
    }
}

fn at<'v>(value: &'v Value, place: &[usize]) -> Option<&'v Value> {
    place.iter().try_fold(value, |value, child| match value {
        Value::Object(members) => members.values().nth(*child),
        Value::Array(items) => items.get(*child),
        _ => None,
    })
}

fn at_mut<'v>(value: &'v mut Value, place: &[usize]) -> Option<&'v mut Value> {
    place.iter().try_fold(value, |value, child| match value {
        Value::Object(members) => members.values_mut().nth(*child),
        Value::Array(items) => items.get_mut(*child),
        _ => None,
    })
}

/// The value without some children; `None` when there are none at that place.
fn without(value: &Value, from: usize, count: usize) -> Option<Value> {
    let is_kept = |child: &usize| *child < from || *child >= from + count;
    match value {
        Value::Object(members) if from < members.len() => {
            let kept = members.iter().enumerate().filter(|(child, _)| is_kept(child));
            Some(Value::Object(gathered(kept.map(|(_, (name, member))| (name.clone(), member.clone())))))
        }
        Value::Array(items) if from < items.len() => Some(Value::Array(
            items
                .iter()
                .enumerate()
                .filter(|(child, _)| is_kept(child))
                .map(|(_, item)| item.clone())
                .collect(),
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_matters_is_left() {
        let value = json!({"a": [1, 2, {"x": "long text é"}], "b": 77, "c": null});
        let small =
            shrink(value, 1000, &mut |value| value["a"][0].is_number() && value["b"].as_i64() > Some(9));
        assert_eq!(small, json!({"a": [0], "b": 10}));
    }
}
