use std::collections::BTreeSet;

use crate::canonical::sha256_hex;
use crate::json;
use crate::surface::{Definition, Kind, Oddity, pointer};
use crate::text::shown;

use super::options::Limits;

/// One paginated list on its way in.
#[derive(Debug)]
pub(super) struct Listing {
    pub(super) kind: Kind,
    pub(super) entries: Vec<Definition>,
    pub(super) oddities: Vec<Oddity>,
    pages: usize,
    bytes: usize,
    seen: BTreeSet<(String, String)>,
}

/// What to do after a page.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum After {
    /// Ask for the page of this cursor, given as JSON text.
    More(String),
    /// That was all of it.
    Done,
}

impl Listing {
    pub(super) fn new(kind: Kind) -> Self {
        let seen = BTreeSet::new();
        Self { kind, entries: Vec::new(), oddities: Vec::new(), pages: 0, bytes: 0, seen }
    }

    /// The JSON-RPC method of a list.
    pub(super) fn method(kind: Kind) -> &'static str {
        match kind {
            Kind::Tool => "tools/list",
            Kind::Prompt => "prompts/list",
            Kind::Resource => "resources/list",
            Kind::ResourceTemplate => "resources/templates/list",
        }
    }

    /// Takes one page.
    ///
    /// # Errors
    /// A clause, safe to show: why the list as a whole cannot be had. A part is never taken for the whole.
    pub(super) fn page(&mut self, result: &str, limits: &Limits) -> Result<After, String> {
        let member = self.kind.plural();
        let members = json::members(result).map_err(|_| "its result is no object".to_owned())?;
        let find = |name: &str| members.iter().rev().find(|(key, _)| key == name).map(|(_, value)| *value);
        let list = find(member).ok_or_else(|| format!("its result has no `{member}`"))?;
        let entries = json::elements(list).map_err(|_| format!("its `{member}` is no array"))?;
        self.pages += 1;
        self.bytes += result.len();
        for entry in entries {
            self.entry(entry);
        }
        if self.entries.len() > limits.entries {
            return Err(format!("it has more than {} entries", limits.entries));
        }
        let Some(cursor) = find("nextCursor").filter(|cursor| *cursor != "null") else {
            return Ok(After::Done);
        };
        let Some(cursor_text) = json::string(cursor) else {
            return Err("its `nextCursor` is no string".to_owned());
        };
        if self.bytes > limits.list_bytes {
            return Err(format!("it is larger than {} bytes", limits.list_bytes));
        }
        if self.pages >= limits.pages {
            return Err(format!("it goes on after {} pages", limits.pages));
        }
        if !self.seen.insert((cursor_text.clone(), sha256_hex(list.as_bytes()))) {
            let shown = shown(&cursor_text);
            return Err(format!("its pages repeat: cursor \"{shown}\" came twice with the same entries"));
        }
        Ok(After::More(serde_json::Value::from(cursor_text).to_string()))
    }

    /// Keeps one entry whatever it is.
    fn entry(&mut self, text: &str) {
        let index = self.entries.len().to_string();
        let plural = self.kind.plural();
        let read = json::lenient(text).ok();
        let (value, repairs) = read.map_or_else(Default::default, |read| (read.value, read.repairs));
        let serde_json::Value::Object(raw) = value else {
            let what = "the entry is no object; an empty one was kept instead".to_owned();
            self.oddities.push(Oddity { pointer: pointer(&[plural, &index]), what });
            self.entries.push(Definition::new(self.kind, serde_json::Map::new()));
            return;
        };
        let (definition, renamed) = Definition::served(self.kind, raw);
        self.oddities.extend(renamed);
        let key = definition.key();
        let base = pointer(&[plural, if key.is_empty() { &index } else { key }]);
        let place = |inner: &str| format!("{base}{inner}");
        self.oddities.extend(
            repairs.into_iter().map(|repair| Oddity { pointer: place(&repair.pointer), what: repair.what }),
        );
        self.entries.push(definition);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits() -> Limits {
        Limits { pages: 3, entries: 4, list_bytes: 1_000 }
    }

    #[test]
    fn an_odd_tool_never_costs_the_list() {
        let mut listing = Listing::new(Kind::Tool);
        let deep = format!("{}{}", "[".repeat(300), "]".repeat(300));
        let page = format!(
            r#"{{"tools":[{{"name":"a","description":"\ud800"}},7,{{"name":"b","inputSchema":{deep}}},{{"x":1e999}}]}}"#
        );
        assert_eq!(listing.page(&page, &limits()), Ok(After::Done));
        let pointers: Vec<&str> = listing.oddities.iter().map(|oddity| oddity.pointer.as_str()).collect();
        assert_eq!(pointers[0], "/tools/a/description");
        assert_eq!(pointers[1], "/tools/1");
        assert!(pointers[2].starts_with("/tools/b/inputSchema/0/0"));
        assert_eq!(pointers[3], "/tools/3/x");
        assert_eq!(listing.entries.len(), 4);
    }

    #[test]
    fn what_is_nested_too_deep_is_kept_as_a_file_of_the_same_list_keeps_it() {
        for depth in [100, 115, 122, 300] {
            let deep =
                format!(r#"{}{{"b":1,"a":[{{}}]}}{}"#, r#"{"items":"#.repeat(depth), "}".repeat(depth));
            let page = format!(r#"{{"tools":[{{"name":"t","inputSchema":{deep}}}]}}"#);
            let mut listing = Listing::new(Kind::Tool);
            assert_eq!(listing.page(&page, &limits()), Ok(After::Done));
            let file = crate::lockfile::read(&page).unwrap().surface;
            assert_eq!(listing.entries, file.tools, "{depth}");
        }
    }

    #[test]
    fn an_empty_cursor_is_a_cursor_and_null_is_none() {
        let mut listing = Listing::new(Kind::Tool);
        let more = listing.page(r#"{"tools":[],"nextCursor":""}"#, &limits());
        assert_eq!(more, Ok(After::More("\"\"".to_owned())));
        assert_eq!(listing.page(r#"{"tools":[],"nextCursor":null}"#, &limits()), Ok(After::Done));
    }

    #[test]
    fn a_loop_is_cursor_and_content_that_repeat() {
        let mut listing = Listing::new(Kind::Tool);
        let page = |name: &str| format!(r#"{{"tools":[{{"name":"{name}"}}],"nextCursor":"c"}}"#);
        assert!(listing.page(&page("a"), &limits()).is_ok());
        assert!(listing.page(&page("b"), &limits()).is_ok());
        let error = Listing::new(Kind::Tool);
        assert_eq!(error.pages, 0);
        let mut looping = Listing::new(Kind::Tool);
        assert!(looping.page(&page("a"), &limits()).is_ok());
        assert!(looping.page(&page("a"), &limits()).unwrap_err().contains("repeat"));
    }

    #[test]
    fn a_list_is_bounded_and_says_so() {
        let mut listing = Listing::new(Kind::Prompt);
        for cursor in 0..2 {
            assert!(listing.page(&format!(r#"{{"prompts":[],"nextCursor":"{cursor}"}}"#), &limits()).is_ok());
        }
        let error = listing.page(r#"{"prompts":[],"nextCursor":"z"}"#, &limits()).unwrap_err();
        assert_eq!(error, "it goes on after 3 pages");
        let five = r#"{"tools":[{},{},{},{},{}]}"#;
        assert!(Listing::new(Kind::Tool).page(five, &limits()).unwrap_err().contains("4 entries"));
        for (result, expected) in [
            ("[]", "its result is no object"),
            ("{}", "its result has no `tools`"),
            (r#"{"tools":{}}"#, "its `tools` is no array"),
            (r#"{"tools":[],"nextCursor":1}"#, "its `nextCursor` is no string"),
        ] {
            assert_eq!(Listing::new(Kind::Tool).page(result, &limits()).unwrap_err(), expected);
        }
    }
}
