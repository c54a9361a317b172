use serde_json::Value;

use super::row::Pair;
use super::view::View;
use super::walk::Walk;
use super::{rows, words};

/// A limit, with the value that limits nothing.
struct Limit {
    /// The keyword, and the one that excludes the limit itself.
    keyword: &'static str,
    exclusive: Option<&'static str>,
    lower: bool,
    /// The value that says as much as none.
    none: Option<f64>,
}

const LIMITS: &[Limit] = &[
    Limit { keyword: "minimum", exclusive: Some("exclusiveMinimum"), lower: true, none: None },
    Limit { keyword: "maximum", exclusive: Some("exclusiveMaximum"), lower: false, none: None },
    Limit { keyword: "minLength", exclusive: None, lower: true, none: Some(0.0) },
    Limit { keyword: "maxLength", exclusive: None, lower: false, none: None },
    Limit { keyword: "minItems", exclusive: None, lower: true, none: Some(0.0) },
    Limit { keyword: "maxItems", exclusive: None, lower: false, none: None },
    Limit { keyword: "minProperties", exclusive: None, lower: true, none: Some(0.0) },
    Limit { keyword: "maxProperties", exclusive: None, lower: false, none: None },
    Limit { keyword: "minContains", exclusive: None, lower: true, none: Some(1.0) },
    Limit { keyword: "maxContains", exclusive: None, lower: false, none: None },
];

/// The strictest limit a place states: the keyword that states it, the number, and whether it is excluded.
type Stated<'a> = (&'static str, &'a Value, f64, bool);

fn stated<'a>(view: &View<'a>, limit: &Limit) -> Option<Stated<'a>> {
    let number = |key: &'static str| view.keyword(key).and_then(|value| Some((key, value, value.as_f64()?)));
    let flag = limit.exclusive.and_then(|key| view.keyword(key)).and_then(Value::as_bool);
    let plain = number(limit.keyword).map(|(key, value, n)| (key, value, n, flag == Some(true)));
    let exclusive = limit.exclusive.and_then(number).map(|(key, value, n)| (key, value, n, true));
    let strictest = match (plain, exclusive) {
        (Some(a), Some(b)) => Some(if compare_limits(limit, a, b).is_lt() { b } else { a }),
        (one, other) => one.or(other),
    };
    strictest.filter(|(_, _, n, _)| Some(*n) != limit.none)
}

/// `Less` when `a` allows more than `b`.
fn compare_limits(limit: &Limit, a: Stated<'_>, b: Stated<'_>) -> std::cmp::Ordering {
    let order = a.2.total_cmp(&b.2).then(if limit.lower { a.3.cmp(&b.3) } else { b.3.cmp(&a.3) });
    if limit.lower { order } else { order.reverse() }
}

pub(super) fn compare(walk: &mut Walk<'_>, old: &View<'_>, new: &View<'_>, label: &str) {
    for limit in LIMITS {
        let (before, after) = (stated(old, limit), stated(new, limit));
        let (tightened, phrase) = match (before, after) {
            (None, None) => continue,
            (None, Some((key, value, ..))) => {
                (true, format!("{key} {} added{}", words::value(value), words::with("to", label)))
            }
            (Some((key, value, ..)), None) => {
                (false, format!("{key} {} removed{}", words::value(value), words::with("from", label)))
            }
            (Some(a), Some(b)) => match compare_limits(limit, a, b) {
                std::cmp::Ordering::Equal => continue,
                order => (order.is_lt(), moved(a, b, label)),
            },
        };
        let pair = row(old, new, (before, after), tightened);
        let keywords: Vec<&str> = [Some(limit.keyword), limit.exclusive].into_iter().flatten().collect();
        let ops = walk.swap(old, new, &keywords);
        let key = |side: Option<Stated<'_>>| side.map_or(limit.keyword, |(key, ..)| key);
        walk.push(pair, (old, key(before)), (new, key(after)), phrase, ops);
    }
}

fn moved(before: Stated<'_>, after: Stated<'_>, label: &str) -> String {
    let (from, to) = (words::value(before.1), words::value(after.1));
    if before.0 != after.0 {
        return format!("{} {from} became {} {to}", words::of(before.0, label), after.0);
    }
    let how = match after.2.total_cmp(&before.2) {
        std::cmp::Ordering::Less => "lowered",
        std::cmp::Ordering::Greater => "raised",
        std::cmp::Ordering::Equal if after.3 => {
            return format!("{} {to} is excluded now", words::of(after.0, label));
        }
        std::cmp::Ordering::Equal => return format!("{} {to} is included now", words::of(after.0, label)),
    };
    format!("{} {how} from {from} to {to}", words::of(after.0, label))
}

/// The row of a moved limit. Limits that newer generators write out have rows of their own.
fn row(
    old: &View<'_>,
    new: &View<'_>,
    sides: (Option<Stated<'_>>, Option<Stated<'_>>),
    tightened: bool,
) -> &'static Pair {
    const SAFE: f64 = 9_007_199_254_740_991.0;
    let format =
        old.keyword("format").filter(|format| new.keyword("format") == Some(format)).and_then(Value::as_str);
    match sides {
        (None, Some((_, _, n, _))) if n.abs() == SAFE => &rows::SAFE_INTEGER_BOUND_ADDED,
        (Some((_, _, n, _)), None) if n.abs() == SAFE => &rows::SAFE_INTEGER_BOUND_REMOVED,
        (None, Some((_, _, n, _))) if is_limit_of(format, n) => &rows::SIZED_INTEGER_BOUND_ADDED,
        (Some((_, _, n, _)), None) if is_limit_of(format, n) => &rows::SIZED_INTEGER_BOUND_REMOVED,
        _ if tightened => &rows::BOUND_TIGHTENED,
        _ => &rows::BOUND_LOOSENED,
    }
}

/// Whether the number is a limit of a sized integer format: `uint8` and 255.
fn is_limit_of(format: Option<&str>, number: f64) -> bool {
    let Some(format) = format else { return false };
    let (unsigned, bits) = match (format.strip_prefix("uint"), format.strip_prefix("int")) {
        (Some(bits), _) => (true, bits),
        (None, Some(bits)) => (false, bits),
        (None, None) => return false,
    };
    // `uint` alone is as wide as the machine; its lower limit is known all the same.
    let Ok(bits) = bits.parse::<u16>() else { return bits.is_empty() && unsigned && number == 0.0 };
    if !(1..=128).contains(&bits) {
        return false;
    }
    let power = |exponent: u16| 2_f64.powi(i32::from(exponent));
    if unsigned {
        number == 0.0 || number == power(bits) - 1.0
    } else {
        number == -power(bits - 1) || number == power(bits - 1) - 1.0
    }
}
