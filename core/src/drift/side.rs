use std::collections::BTreeMap;

use crate::canonical::{canonical_text, sha256_text};
use crate::surface::Surface;

/// One side of a comparison: a surface and, where its texts were not stored, their hashes.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// What the server exposes.
    pub surface: &'a Surface,
    /// `sha256:` of each text by its pointer, from a lockfile written with `full_text: false`.
    pub text_hashes: Option<&'a BTreeMap<String, String>>,
}

/// A text on one side, or as much as is known of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Known<'a> {
    Text(&'a str),
    Hash(&'a str),
    Absent,
}

impl<'a> Side<'a> {
    /// A surface whose texts are all there.
    #[must_use]
    pub fn full(surface: &'a Surface) -> Self {
        Self { surface, text_hashes: None }
    }

    /// Hashes are kept by name, so only the first definition of a name has any.
    pub(super) fn of_twin(self, twin: usize) -> Self {
        Self { text_hashes: self.text_hashes.filter(|_| twin == 0), ..self }
    }

    pub(super) fn text(&self, pointer: &str, text: Option<&'a str>) -> Known<'a> {
        match (text, self.text_hashes.and_then(|hashes| hashes.get(pointer))) {
            (Some(text), _) => Known::Text(text),
            (None, Some(hash)) => Known::Hash(hash),
            (None, None) => Known::Absent,
        }
    }
}

impl Known<'_> {
    /// Whether both say the same, as far as is known: canonical texts, or their hashes.
    pub(super) fn same(&self, other: &Known<'_>) -> bool {
        match (self, other) {
            (Known::Absent, Known::Absent) => true,
            (Known::Text(left), Known::Text(right)) => {
                left == right || canonical_text(left) == canonical_text(right)
            }
            (Known::Hash(left), Known::Hash(right)) => left == right,
            (Known::Text(text), Known::Hash(hash)) | (Known::Hash(hash), Known::Text(text)) => {
                sha256_text(text) == *hash
            }
            (Known::Absent, Known::Text(text)) | (Known::Text(text), Known::Absent) => {
                canonical_text(text).is_empty()
            }
            (Known::Absent, Known::Hash(_)) | (Known::Hash(_), Known::Absent) => false,
        }
    }
}
