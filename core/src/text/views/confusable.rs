use super::fold::fold_words;
use super::script::{Script, script};
use super::view::Cell;

/// Replaces look-alike letters by the Latin ones they imitate, where that is plausible: in a word that mixes
/// Latin with one of the scripts that look like it, or in a text that is more than four fifths Latin.
///
/// A whole Cyrillic or Greek text is never folded. `None` when nothing changes.
pub(super) fn fold_confusables(cells: &[Cell]) -> Option<Vec<Cell>> {
    let (mut latin, mut letters, mut imitable) = (0_usize, 0_usize, 0_usize);
    for cell in cells {
        if let Some(found) = script(cell.original) {
            letters += 1;
            latin += usize::from(found == Script::Latin);
            imitable += usize::from(latin_twin(cell.original).is_some());
        }
    }
    if imitable == 0 {
        return None;
    }
    let mostly_latin = latin * 5 > letters * 4;
    let mut folded = cells.to_vec();
    let mut changed = false;
    for word in folded.chunk_by_mut(|left, right| is_letter(left) && is_letter(right)) {
        let has_latin = word.iter().any(|cell| script(cell.original) == Some(Script::Latin));
        if !has_latin && !mostly_latin {
            continue;
        }
        for cell in word {
            if let Some(twin) = latin_twin(cell.original) {
                cell.folded = twin;
                changed = true;
            }
        }
    }
    changed.then_some(folded)
}

fn is_letter(cell: &Cell) -> bool {
    script(cell.original).is_some()
}

/// A name with every look-alike replaced, case and accents folded and invisible characters gone: two names with the same
/// skeleton are easily taken for one another.
pub(crate) fn skeleton(name: &str) -> String {
    let plain: String = name
        .chars()
        .filter(|character| !super::super::is_invisible(*character))
        .map(|character| latin_twin(character).unwrap_or(character))
        .collect();
    fold_words(&plain)
}

/// A word with its look-alikes replaced, case kept: for names that are split at capitals.
pub(crate) fn fold_confusable_word(word: &str) -> String {
    word.chars()
        .filter(|character| !super::super::is_invisible(*character))
        .map(|character| latin_twin(character).unwrap_or(character))
        .collect()
}

/// The lower-case Latin letter that a Greek, Cyrillic, Armenian or Cherokee one imitates.
pub(crate) fn latin_twin(character: char) -> Option<char> {
    let twin = match character {
        'а' | 'А' | 'α' | 'Α' | 'ά' | 'Ꭺ' | 'ӓ' | 'ӑ' => 'a',
        'в' | 'В' | 'Β' | 'β' | 'Ᏼ' | 'Ь' | 'ь' => 'b',
        'с' | 'С' | 'ϲ' | 'Ϲ' | 'Ꮯ' | 'ҫ' => 'c',
        'ԁ' | 'Ꭰ' | 'Ԁ' => 'd',
        'е' | 'Е' | 'ε' | 'Ε' | 'έ' | 'ё' | 'Ё' | 'Ꭼ' | 'ҽ' => 'e',
        'Ғ' | 'ғ' => 'f',
        'ց' | 'ɡ' | 'Ԍ' | 'Ꮐ' => 'g',
        'һ' | 'Һ' | 'Н' | 'н' | 'Η' | 'հ' | 'Ꮋ' => 'h',
        'і' | 'І' | 'ι' | 'Ι' | 'ί' | 'ї' | 'Ї' | 'ӏ' | 'Ꭵ' | 'ı' => 'i',
        'ј' | 'Ј' | 'ϳ' | 'Ꭻ' => 'j',
        'к' | 'К' | 'κ' | 'Κ' | 'Ꮶ' | 'қ' => 'k',
        'Ӏ' | 'Ꮮ' => 'l',
        'м' | 'М' | 'Μ' | 'Ꮇ' => 'm',
        'η' | 'ή' | 'Ν' | 'ո' | 'п' | 'ռ' => 'n',
        'о' | 'О' | 'ο' | 'Ο' | 'ό' | 'օ' | 'Օ' | 'σ' | 'ӧ' => 'o',
        'р' | 'Р' | 'ρ' | 'Ρ' | 'Ꮲ' => 'p',
        'ԛ' | 'Ԛ' | 'գ' => 'q',
        'г' | 'Ꮢ' => 'r',
        'ѕ' | 'Ѕ' | 'Ꮪ' | 'ς' => 's',
        'т' | 'Т' | 'τ' | 'Τ' | 'Ꭲ' => 't',
        'υ' | 'ύ' | 'ս' | 'Ս' | 'ц' => 'u',
        'ν' | 'ѵ' | 'Ѵ' | 'Ꮩ' => 'v',
        'ԝ' | 'Ԝ' | 'ω' | 'Ꮃ' | 'ѡ' => 'w',
        'х' | 'Х' | 'χ' | 'Χ' | 'ҳ' => 'x',
        'у' | 'У' | 'Υ' | 'γ' | 'ү' | 'Ү' | 'ў' => 'y',
        'Ζ' | 'Ꮓ' | 'ᴢ' => 'z',
        _ => return None,
    };
    Some(twin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_alike_name_has_the_skeleton_of_the_real_one() {
        assert_eq!(skeleton("send_em\u{430}il"), skeleton("send_email"));
        assert_eq!(skeleton("Read_File"), skeleton("read_file\u{200b}"));
        assert_ne!(skeleton("read_file"), skeleton("read_files"));
    }
}
