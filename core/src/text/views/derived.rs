use std::ops::Range;

use super::view::Cell;

/// Undoes leetspeak and rejoins letters that were spaced, dotted or hyphenated apart, but only into words that
/// `knows` knows, so that an honest text stays as it is. `None` when nothing changes.
///
/// Where several words were spelt in leetspeak the others are taken to be so too, known or not.
pub(super) fn derive(cells: &[Cell], knows: &dyn Fn(&str) -> bool) -> Option<Vec<Cell>> {
    const HABIT: usize = 3;
    let (derived, respelt) = pass(cells, knows, false);
    let derived = derived?;
    if respelt >= HABIT {
        return pass(cells, knows, true).0;
    }
    Some(derived)
}

/// One pass, and how many words were spelt with digits.
fn pass(cells: &[Cell], knows: &dyn Fn(&str) -> bool, habit: bool) -> (Option<Vec<Cell>>, usize) {
    let mut respelt = 0;
    let mut derived = Vec::with_capacity(cells.len());
    let mut changed = false;
    let chunks: Vec<&[Cell]> = cells.chunk_by(|left, right| !is_blank(left) && !is_blank(right)).collect();
    let mut next = 0;
    while let Some(chunk) = chunks.get(next) {
        let letters = single_letters(chunks.get(next..).unwrap_or_default());
        if letters >= 4 {
            let run = chunks.get(next..next + 2 * letters - 1).unwrap_or_default();
            let joined: Vec<Cell> =
                run.iter().flat_map(|part| part.iter()).copied().filter(|cell| !is_blank(cell)).collect();
            match segment(&joined, knows) {
                Some(words) => {
                    derived.extend(words);
                    changed = true;
                }
                // None of its ends is tried again: that would take the square of its length.
                None => derived.extend(run.iter().flat_map(|part| part.iter())),
            }
            next += run.len();
            continue;
        }
        match respell(chunk, knows, habit) {
            Some(word) => {
                respelt += usize::from(chunk.iter().any(|cell| cell.folded.is_ascii_digit()));
                derived.extend(word);
                changed = true;
            }
            None => derived.extend_from_slice(chunk),
        }
        next += 1;
    }
    (changed.then_some(derived), respelt)
}

fn is_blank(cell: &Cell) -> bool {
    cell.folded.is_whitespace()
}

/// How many single letters stand here one blank apart.
fn single_letters(chunks: &[&[Cell]]) -> usize {
    let mut count = 0;
    for pair in chunks.chunks(2) {
        let [letter, blank @ ..] = pair else { break };
        let single = matches!(letter, [only] if plain(only.folded).is_some());
        if !single {
            break;
        }
        count += 1;
        if !matches!(blank, [[only]] if is_blank(only)) {
            break;
        }
    }
    count
}

/// The letter a character stands for in leetspeak; letters stand for themselves.
fn plain(character: char) -> Option<char> {
    Some(match character {
        'a'..='z' => character,
        '0' => 'o',
        '1' | '!' | '|' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '6' | '9' => 'g',
        '7' | '+' => 't',
        '8' => 'b',
        '2' => 'z',
        _ => return None,
    })
}

/// One chunk between blanks: its core without quotes and end marks, tried joined and in plain letters.
fn respell(chunk: &[Cell], knows: &dyn Fn(&str) -> bool, habit: bool) -> Option<Vec<Cell>> {
    const LONGEST: usize = 64;
    let shortest = if habit { 2 } else { 3 };
    if chunk.len() < shortest || chunk.len() > LONGEST {
        return None;
    }
    if !chunk.iter().any(|cell| !cell.folded.is_alphabetic()) {
        return None;
    }
    let begin = chunk.iter().position(|cell| plain(cell.folded).is_some())?;
    let end = chunk
        .iter()
        .rposition(|cell| cell.folded.is_ascii_alphanumeric() || matches!(cell.folded, '@' | '$'))?
        + 1;
    let core = chunk.get(begin..end)?;
    let mut joined: Vec<Cell> = Vec::new();
    let mut odd = false;
    for cell in core {
        match plain(cell.folded) {
            Some(letter) => {
                odd |= letter != cell.folded;
                joined.push(Cell { folded: letter, ..*cell });
            }
            None if matches!(cell.folded, '-' | '.' | '_' | '*' | '·' | '~' | '^' | '\'' | '/') => {
                odd = true
            }
            None => return None,
        }
    }
    if !odd || joined.len() < 2 {
        return None;
    }
    if !habit && !core.iter().any(|cell| cell.folded.is_ascii_alphabetic()) {
        return None;
    }
    let plainly = joined.clone();
    let digits = core.iter().any(|cell| cell.folded.is_ascii_digit()) && core.len() <= 16;
    let word = known_spelling(&mut joined, core, knows).or_else(|| (habit && digits).then_some(plainly))?;
    let mut respelt = chunk.get(..begin)?.to_vec();
    respelt.extend(word);
    respelt.extend_from_slice(chunk.get(end..)?);
    Some(respelt)
}

/// `1` and `!` are i or l: the word as read, then with every such sign an l, then each one alone.
fn known_spelling(joined: &mut [Cell], core: &[Cell], knows: &dyn Fn(&str) -> bool) -> Option<Vec<Cell>> {
    let spelt = |cells: &[Cell]| cells.iter().map(|cell| cell.folded).collect::<String>();
    if knows(&spelt(joined)) {
        return Some(joined.to_vec());
    }
    let ambiguous: Vec<usize> = joined
        .iter()
        .enumerate()
        .filter(|(_, cell)| cell.folded == 'i' && matches!(original_sign(core, cell), '1' | '!' | '|'))
        .map(|(position, _)| position)
        .take(4)
        .collect();
    for choice in 1..(1_u32 << ambiguous.len()) {
        for (bit, position) in ambiguous.iter().enumerate() {
            if let Some(cell) = joined.get_mut(*position) {
                cell.folded = if choice >> bit & 1 == 1 { 'l' } else { 'i' };
            }
        }
        if knows(&spelt(joined)) {
            return Some(joined.to_vec());
        }
    }
    None
}

fn original_sign(core: &[Cell], cell: &Cell) -> char {
    core.iter().find(|other| other.span == cell.span).map_or(' ', |other| other.folded)
}

/// Cuts letters into known words, the longest first at each place that still lets the rest be cut. Where less than two
/// thirds of them belong to words of three letters or more, only the stretches in which they do; `None` without one.
fn segment(letters: &[Cell], knows: &dyn Fn(&str) -> bool) -> Option<Vec<Cell>> {
    const LONGEST_WORD: usize = 14;
    let spelt: Vec<char> = letters.iter().map(|cell| plain(cell.folded).unwrap_or(cell.folded)).collect();
    // Best coverage of the letters from each position on, and the length of the word that starts there.
    let mut best: Vec<(usize, usize)> = vec![(0, 1); spelt.len() + 1];
    for start in (0..spelt.len()).rev() {
        let mut choice = (best.get(start + 1)?.0, 1);
        let mut word = String::new();
        for (offset, letter) in spelt.get(start..)?.iter().take(LONGEST_WORD).enumerate() {
            word.push(*letter);
            let length = offset + 1;
            if length >= 3 && knows(&word) {
                let covered = length + best.get(start + length)?.0;
                if covered >= choice.0 {
                    choice = (covered, length);
                }
            }
        }
        *best.get_mut(start)? = choice;
    }
    let lengths: Vec<usize> = best.iter().map(|(_, length)| *length).collect();
    if best.first()?.0 * 3 >= spelt.len() * 2 {
        let mut words = Vec::new();
        put_words(&mut words, letters, &spelt, &lengths, 0..letters.len());
        return Some(words);
    }
    let stretches = stretches(&lengths, letters.len());
    let mut words = Vec::new();
    let mut at = 0;
    for stretch in &stretches {
        put_apart(&mut words, letters.get(at..stretch.start)?);
        put_words(&mut words, letters, &spelt, &lengths, stretch.clone());
        at = stretch.end;
    }
    put_apart(&mut words, letters.get(at..)?);
    (!stretches.is_empty()).then_some(words)
}

/// Where word follows word with at most three letters between, if that is much of it.
fn stretches(lengths: &[usize], end: usize) -> Vec<Range<usize>> {
    const MOST_BETWEEN: usize = 3;
    const LEAST_COVERED: usize = 8;
    let mut found = Vec::new();
    let mut open: Option<(Range<usize>, usize)> = None;
    let mut at = 0;
    while at < end {
        let length = lengths.get(at).copied().unwrap_or(1);
        if length > 1 {
            let (stretch, covered) = open.get_or_insert((at..at, 0));
            stretch.end = at + length;
            *covered += length;
        }
        at += length;
        let is_over = |(stretch, _): &(Range<usize>, usize)| at >= end || at - stretch.end > MOST_BETWEEN;
        if let Some((stretch, covered)) = open.take_if(|open| is_over(open))
            && covered >= LEAST_COVERED
            && covered * 3 >= stretch.len() * 2
        {
            found.push(stretch);
        }
    }
    found
}

/// The letters of a range as words.
fn put_words(
    words: &mut Vec<Cell>,
    letters: &[Cell],
    spelt: &[char],
    lengths: &[usize],
    range: Range<usize>,
) {
    let mut at = range.start;
    while at < range.end {
        let length = lengths.get(at).copied().unwrap_or(1);
        let place = at..(at + length).min(range.end);
        let (cells, plain) = (letters.get(place.clone()), spelt.get(place));
        for (cell, letter) in cells.into_iter().flatten().zip(plain.into_iter().flatten()) {
            words.push(Cell { folded: *letter, ..*cell });
        }
        at += length;
        let in_rest = at < range.end && length == 1 && lengths.get(at) == Some(&1);
        if !in_rest && let Some(last) = words.last().copied() {
            words.push(Cell { folded: ' ', ..last });
        }
    }
}

/// Letters as they stood, one blank apart.
fn put_apart(words: &mut Vec<Cell>, letters: &[Cell]) {
    for letter in letters {
        words.extend([*letter, Cell { folded: ' ', ..*letter }]);
    }
}
