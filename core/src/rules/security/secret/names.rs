use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::rules::security::words::{section, split_identifier};

/// How much a parameter name says about what it wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ask {
    /// A secret that is no tool's business.
    Always,
    /// A secret by its very name.
    Strong,
    /// Perhaps a secret.
    Weak,
    /// The conversation, the system prompt, the list of tools.
    Context,
}

struct Lists {
    vendors: BTreeSet<&'static str>,
    pin_owners: BTreeSet<&'static str>,
    always: BTreeSet<&'static str>,
    strong: BTreeSet<&'static str>,
    weak: BTreeSet<&'static str>,
    weak_last: BTreeSet<&'static str>,
    context: BTreeSet<&'static str>,
    about: BTreeSet<&'static str>,
    counted: BTreeSet<&'static str>,
    flag: BTreeSet<&'static str>,
    renewal: BTreeSet<&'static str>,
}

fn lists() -> &'static Lists {
    static LISTS: OnceLock<Lists> = OnceLock::new();
    LISTS.get_or_init(|| {
        let list = |name| section(include_str!("../lexicon/secret-names.txt"), name);
        Lists {
            vendors: list("vendors"),
            pin_owners: list("pin-owners"),
            always: list("always"),
            strong: list("strong"),
            weak: list("weak"),
            weak_last: list("weak-last"),
            context: list("context"),
            about: list("about"),
            counted: list("counted"),
            flag: list("flag"),
            renewal: list("renewal"),
        }
    })
}

/// What a parameter of this name asks for; `None` for an innocent one.
pub(super) fn ask(name: &str) -> Option<Ask> {
    let lists = lists();
    let words = split_identifier(name);
    let last = words.last()?;
    let joined = words.concat();
    let any = |list: &BTreeSet<&str>| words.iter().any(|word| list.contains(word.as_str()));
    let ends_with = |list: &BTreeSet<&str>| {
        (0..words.len()).any(|from| list.contains(words.get(from..).unwrap_or_default().concat().as_str()))
    };
    if lists.context.contains(joined.as_str()) {
        return Some(Ask::Context);
    }
    // `aws_access_key_id` is half of a pair of credentials; every other `…_id` only names one.
    if lists.about.contains(last.as_str()) && !joined.ends_with("awsaccesskeyid") {
        return None;
    }
    if ends_with(&lists.always) {
        return Some(Ask::Always);
    }
    if ends_with(&lists.strong) && !any(&lists.flag) {
        return Some(if any(&lists.renewal) { Ask::Weak } else { Ask::Strong });
    }
    let before = words.len().checked_sub(2).and_then(|at| words.get(..=at)).unwrap_or_default();
    let owned = |list: &BTreeSet<&str>| before.iter().any(|word| list.contains(word.as_str()));
    if (matches!(last.as_str(), "key" | "token" | "secret" | "pat") && owned(&lists.vendors))
        || (matches!(last.as_str(), "pin" | "passcode") && owned(&lists.pin_owners))
    {
        return Some(Ask::Strong);
    }
    let perhaps = lists.weak.contains(joined.as_str()) || ends_with(&lists.weak_last);
    (perhaps && !any(&lists.counted)).then_some(Ask::Weak)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_secrets_are_told_from_names_about_them() {
        for name in [
            "password",
            "apiKey",
            "db_password",
            "aws_access_key_id",
            "X-Api-Key",
            "bank_account_pin",
            "openaiKey",
        ] {
            assert_eq!(ask(name), Some(Ask::Strong), "{name}");
        }
        for name in ["token", "client_credentials", "new_password"] {
            assert_eq!(ask(name), Some(Ask::Weak), "{name}");
        }
        for name in
            ["max_tokens", "page_token", "api_key_id", "starting_token", "version_token", "secret_arn", "key"]
        {
            assert_eq!(ask(name), None, "{name}");
        }
        for name in ["seed", "passport_country", "password_policy", "tokenizer", "idempotency_token"] {
            assert_eq!(ask(name), None, "{name}");
        }
        assert_eq!(ask("seed_phrase"), Some(Ask::Always));
        assert_eq!(ask("available_tools"), Some(Ask::Context));
    }
}
