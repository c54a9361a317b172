use super::find::Place;
use super::lists::{lists, words};
use crate::rules::security::rows;

/// Images and links whose address has room for what the model knows.
pub(super) fn find(text: &str, places: &mut Vec<Place>) {
    if !text.contains("//") {
        return;
    }
    for (at, opening) in
        text.match_indices("](").chain(text.match_indices("src=")).chain(text.match_indices("href="))
    {
        let body = text.get(at + opening.len()..).unwrap_or_default();
        let address = body.trim_start_matches(['"', '\'']);
        if !address.starts_with("http") && !address.starts_with("//") {
            continue;
        }
        let stop = if opening == "](" { ')' } else { '>' };
        let cut =
            address.char_indices().take(400).find(|(_, letter)| *letter == stop || *letter == '\u{2029}');
        let length = cut.map_or(address.len().min(400), |(offset, _)| offset);
        let address = address.get(..length).unwrap_or_default();
        // `?m=LAST_USER_MESSAGE`: a placeholder without marks.
        let bare = address.rsplit_once('=').is_some_and(|(_, value)| {
            let mut parts = value.split('_');
            let several =
                value.contains('_') && value.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
            several && parts.any(|word| lists().carried.contains(word))
        });
        if bare && opening == "](" {
            places.push(Place::new(&rows::RENDERED_EXFIL, at, at + opening.len() + length));
            continue;
        }
        let Some(marker) = address
            .find(['{', '<', '$', '['])
            .or_else(|| address.find("\" +"))
            .or_else(|| address.find("' +"))
        else {
            continue;
        };
        let carried = address.get(marker..).unwrap_or_default();
        let sensitive = words(carried).any(|word| lists().carried.contains(word));
        let queried = address.get(..marker).is_some_and(|head| head.contains('?') || opening != "](");
        if sensitive && queried {
            places.push(Place::new(&rows::RENDERED_EXFIL, at, at + opening.len() + length));
        }
    }
}
