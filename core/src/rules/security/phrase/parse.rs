use std::collections::BTreeMap;

/// One step of a pattern as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// One of these phrases.
    Any(Vec<String>),
    /// One of these phrases, or nothing.
    Maybe(Vec<String>),
    /// One of these phrases, or the end of a clause.
    AnyOrEnd(Vec<String>),
    /// Up to this many words that cross nothing stronger than this.
    Gap(usize, Crosses),
    /// None of these phrases next.
    NotNext(Vec<String>),
    /// Here a command begins: the start of a clause or a word such as "please" or "must" before it. The flag lets
    /// the beginning of a parameter's text count.
    Command(bool),
    /// Here a clause ends.
    End,
    /// None of these phrases among this many words before.
    Unless(Vec<String>, usize),
}

/// What a gap may cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crosses {
    /// No mark at all: `-3`.
    Nothing,
    /// Commas and brackets: `..3`.
    Clauses,
    /// The ends of sentences: `~3`.
    Sentences,
}

/// A pattern as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) rule: String,
    pub(super) steps: Vec<Step>,
    /// `Some(window)`: the steps may stand in any order within that many words.
    pub(super) window: Option<usize>,
    /// The steps may stand in any order, all in one sentence.
    pub(super) sentence: bool,
    pub(super) warns: bool,
    /// Speaking about attacks does not lower what it finds.
    pub(super) certain: bool,
}

/// The steps of one sentence stand within so many words.
const LONGEST_SENTENCE: usize = 40;

/// Named sets of phrases.
pub(super) type Sets = BTreeMap<String, Vec<String>>;

/// Reads a lexicon file. Its sets are added to `sets`; a line that makes no sense is an error that names it.
///
/// ```text
/// rule: injection-override
/// $drop = ignore, disregard, set aside
///     forget                              an indented line goes on
/// > $drop ..3 (all | any) ?$prior rules   words in this order, up to three others between (-3: without a comma)
/// % $send $conversation                   in any order within one sentence
/// & 30: $drop $rules => warn              in any order within thirty words; it only warns
/// > $page $binding => certain             words about attacks near it do not lower it
/// ```
pub(super) fn parse(text: &str, sets: &mut Sets) -> Result<Vec<Line>, String> {
    let mut rule = String::new();
    let mut lines = Vec::new();
    for line in logical_lines(text) {
        let fail = |why: &str| format!("{why}: {line}");
        if let Some(name) = line.strip_prefix("rule:") {
            rule = name.trim().to_owned();
        } else if let Some(body) = line.strip_prefix('$') {
            let (name, phrases) = body.split_once('=').ok_or_else(|| fail("a set without ="))?;
            let phrases = members(phrases, ',', sets).ok_or_else(|| fail("an unknown set"))?;
            sets.insert(name.trim().to_owned(), phrases);
        } else if let Some(body) = line.strip_prefix('>') {
            lines.push(pattern(&rule, body, None, sets).ok_or_else(|| fail("a pattern cannot be read"))?);
        } else if let Some(body) = line.strip_prefix('%') {
            let mut line = pattern(&rule, body, Some(LONGEST_SENTENCE), sets)
                .ok_or_else(|| fail("a pattern cannot be read"))?;
            line.sentence = true;
            lines.push(line);
        } else if let Some(body) = line.strip_prefix('&') {
            let (window, body) = body.split_once(':').ok_or_else(|| fail("a window without :"))?;
            let window = window.trim().parse().map_err(|_| fail("a window is no number"))?;
            lines.push(
                pattern(&rule, body, Some(window), sets).ok_or_else(|| fail("a pattern cannot be read"))?,
            );
        } else {
            return Err(fail("neither rule, set nor pattern"));
        }
    }
    Ok(lines)
}

/// Lines without remarks, with indented ones joined to the line before.
fn logical_lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        match lines.last_mut() {
            Some(last) if line.starts_with([' ', '\t']) => {
                last.push_str(if last.trim_end().ends_with(',') || !last.starts_with('$') {
                    " "
                } else {
                    ", "
                });
                last.push_str(line.trim());
            }
            _ => lines.push(line.trim_end().to_owned()),
        }
    }
    lines
}

/// Phrases between separators; `$name` stands for all of a set.
fn members(text: &str, separator: char, sets: &Sets) -> Option<Vec<String>> {
    let mut phrases = Vec::new();
    for phrase in text.split(separator).map(str::trim).filter(|phrase| !phrase.is_empty()) {
        match phrase.strip_prefix('$') {
            Some(name) => phrases.extend(sets.get(name)?.iter().cloned()),
            None => phrases.push(phrase.to_owned()),
        }
    }
    (!phrases.is_empty()).then_some(phrases)
}

fn pattern(rule: &str, body: &str, window: Option<usize>, sets: &Sets) -> Option<Line> {
    let (body, mark) = body.split_once("=>").map_or((body, None), |(body, mark)| (body, Some(mark.trim())));
    let (warns, certain) = match mark {
        None => (false, false),
        Some("warn") => (true, false),
        Some("certain") => (false, true),
        Some(_) => return None,
    };
    let mut steps = Vec::new();
    let mut rest = body.trim();
    while !rest.is_empty() {
        let (word, tail) = first_word(rest)?;
        steps.push(step(word, sets)?);
        rest = tail.trim_start();
    }
    (!rule.is_empty() && !steps.is_empty()).then(|| Line {
        rule: rule.to_owned(),
        steps,
        window,
        sentence: false,
        warns,
        certain,
    })
}

/// The first word of a pattern, a bracket group taken as one.
fn first_word(text: &str) -> Option<(&str, &str)> {
    let group =
        text.find('(').filter(|at| text.get(..*at).is_some_and(|head| matches!(head, "" | "?" | "!" | "!>")));
    let end = match group {
        Some(_) => {
            let close = text.find(')')? + 1;
            let tail = text.get(close..)?;
            close + tail.find(' ').unwrap_or(tail.len())
        }
        None => text.find(' ').unwrap_or(text.len()),
    };
    Some((text.get(..end)?, text.get(end..)?))
}

fn step(word: &str, sets: &Sets) -> Option<Step> {
    match word {
        "^" => return Some(Step::Command(false)),
        "^^" => return Some(Step::Command(true)),
        "." => return Some(Step::End),
        _ => {}
    }
    if let Some(count) = word.strip_prefix("..") {
        return Some(Step::Gap(count.parse().ok()?, Crosses::Clauses));
    }
    if let Some(count) = word.strip_prefix('~')
        && let Ok(count) = count.parse()
    {
        return Some(Step::Gap(count, Crosses::Sentences));
    }
    if let Some(count) = word.strip_prefix('-')
        && let Ok(count) = count.parse()
    {
        return Some(Step::Gap(count, Crosses::Nothing));
    }
    if let Some(body) = word.strip_prefix("!>") {
        return Some(Step::NotNext(phrases_of(body, sets)?));
    }
    if let Some(body) = word.strip_prefix('!') {
        let (phrases, within) = body.rsplit_once(':')?;
        return Some(Step::Unless(phrases_of(phrases, sets)?, within.parse().ok()?));
    }
    if let Some(body) = word.strip_prefix('?') {
        return Some(Step::Maybe(phrases_of(body, sets)?));
    }
    let mut phrases = phrases_of(word, sets)?;
    let whole = phrases.len();
    phrases.retain(|phrase| phrase != ".");
    Some(if phrases.len() < whole { Step::AnyOrEnd(phrases) } else { Step::Any(phrases) })
}

fn phrases_of(word: &str, sets: &Sets) -> Option<Vec<String>> {
    match word.strip_prefix('(').and_then(|body| body.strip_suffix(')')) {
        Some(body) => members(body, '|', sets),
        None => members(word, ',', sets),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_groups_gaps_and_windows_are_read() {
        let text = "rule: r\n$a = x, y z\n    w\n> !$a:3 ^ $a ..2 ?(b | c d) ~5 end* => warn\n& 9: $a (q)\n";
        let lines = parse(text, &mut Sets::new()).unwrap();
        let set: Vec<String> = ["x", "y z", "w"].map(str::to_owned).into();
        assert_eq!(
            lines[0].steps,
            [
                Step::Unless(set.clone(), 3),
                Step::Command(false),
                Step::Any(set.clone()),
                Step::Gap(2, Crosses::Clauses),
                Step::Maybe(vec!["b".into(), "c d".into()]),
                Step::Gap(5, Crosses::Sentences),
                Step::Any(vec!["end*".into()]),
            ]
        );
        assert!(lines[0].warns && lines[1].window == Some(9));
    }

    #[test]
    fn a_senseless_line_is_named() {
        assert!(parse("what is this\n", &mut Sets::new()).unwrap_err().contains("what is this"));
        assert!(parse("rule: r\n> $unknown\n", &mut Sets::new()).is_err());
    }
}
