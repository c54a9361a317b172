use std::sync::OnceLock;

use super::lexicon::Lexicon;
use super::token::Places;
use crate::rules::security::words::section;

const SHARED: &str = include_str!("../lexicon/words.en.txt");
const PATHS: &str = include_str!("../lexicon/paths.txt");

/// One file a rule family and language.
const FILES: &[&str] = &[
    include_str!("../lexicon/override.en.txt"),
    include_str!("../lexicon/conceal.en.txt"),
    include_str!("../lexicon/trigger.en.txt"),
    include_str!("../lexicon/approval.en.txt"),
    include_str!("../lexicon/authority.en.txt"),
    include_str!("../lexicon/harvest.en.txt"),
    include_str!("../lexicon/source.en.txt"),
    include_str!("../lexicon/command.en.txt"),
    include_str!("../lexicon/outbound.en.txt"),
    include_str!("../lexicon/tamper.en.txt"),
    include_str!("../lexicon/phish.en.txt"),
    include_str!("../lexicon/preference.en.txt"),
    include_str!("../lexicon/shadow.en.txt"),
    include_str!("../lexicon/slots.en.txt"),
    include_str!("../lexicon/foreign.es.txt"),
    include_str!("../lexicon/foreign.pt.txt"),
    include_str!("../lexicon/foreign.it.txt"),
    include_str!("../lexicon/foreign.fr.txt"),
    include_str!("../lexicon/foreign.de.txt"),
    include_str!("../lexicon/foreign.nl.txt"),
    include_str!("../lexicon/foreign.ru.txt"),
    include_str!("../lexicon/foreign.zh.txt"),
    include_str!("../lexicon/foreign.ja.txt"),
    include_str!("../lexicon/foreign.ko.txt"),
    include_str!("../lexicon/foreign.ar.txt"),
    include_str!("../lexicon/foreign.hi.txt"),
    include_str!("../lexicon/foreign.tr.txt"),
    include_str!("../lexicon/foreign.pl.txt"),
];

/// The lexicon, compiled when it is first needed. A file that cannot be read gives an empty one, which a test
/// of this module refuses.
pub(in super::super) fn lexicon() -> &'static Lexicon {
    static LEXICON: OnceLock<Lexicon> = OnceLock::new();
    LEXICON.get_or_init(|| compile().unwrap_or_default())
}

fn compile() -> Result<Lexicon, String> {
    let places = Places {
        credentials: section(PATHS, "credentials"),
        profiles: section(PATHS, "profiles"),
        metadata: section(PATHS, "metadata"),
        drops: section(PATHS, "drops"),
        secrets: section(PATHS, "secrets"),
    };
    Lexicon::compile(SHARED, FILES, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lexicon_file_can_be_read() {
        assert_eq!(compile().err(), None);
    }
}
