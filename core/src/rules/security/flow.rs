use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::rows;
use super::words::{section, split_identifier};
use crate::rules::{Finding, Sink};
use crate::surface::{Definition, Surface, pointer};
use crate::text::quoted;

/// Tools of one leg beyond this many are not named.
const MOST_NAMED: usize = 3;

/// One leg of the trifecta: tools named by a verb and an object of it.
struct Leg {
    verbs: BTreeSet<&'static str>,
    objects: BTreeSet<&'static str>,
}

fn legs() -> &'static [Leg; 3] {
    static LEGS: OnceLock<[Leg; 3]> = OnceLock::new();
    LEGS.get_or_init(|| {
        let list = |name: &str| section(include_str!("lexicon/flow.txt"), name);
        ["private", "untrusted", "sink"]
            .map(|leg| Leg { verbs: list(&format!("{leg}-verbs")), objects: list(&format!("{leg}-objects")) })
    })
}

/// A tool and the server it belongs to; no server name within a single one.
type Named<'a> = (Option<&'a str>, &'a Definition);

/// Looks for a way from private data and untrusted content to the outside within one server.
pub(super) fn check(surface: &Surface, sink: &mut Sink) {
    let tools: Vec<Named<'_>> = surface.tools.iter().map(|tool| (None, tool)).collect();
    trifecta(&tools, sink);
}

/// Looks for a way from private data and untrusted content to the outside across servers that are used together.
///
/// A way that one of them has by itself is that server's own finding and not repeated here.
pub(super) fn across(servers: &[(&str, &Surface)], sink: &mut Sink) {
    for (_, surface) in servers {
        let mut alone = Sink::default();
        check(surface, &mut alone);
        if !alone.is_empty() {
            return;
        }
    }
    let tools: Vec<Named<'_>> = servers
        .iter()
        .flat_map(|(name, surface)| surface.tools.iter().map(move |tool| (Some(*name), tool)))
        .collect();
    trifecta(&tools, sink);
}

fn trifecta(tools: &[Named<'_>], sink: &mut Sink) {
    let members = |leg: &Leg| -> Vec<Named<'_>> {
        let belongs = |tool: &Definition| {
            let words = split_identifier(tool.key());
            let has = |list: &BTreeSet<&str>| words.iter().any(|word| list.contains(word.as_str()));
            has(&leg.verbs) && has(&leg.objects)
        };
        tools.iter().filter(|(_, tool)| belongs(tool)).copied().collect()
    };
    let [private, untrusted, out] = legs();
    let legs = [members(private), members(untrusted), members(out)];
    let distinct: BTreeSet<&str> = legs.iter().flatten().map(|(_, tool)| tool.key()).collect();
    if legs.iter().any(Vec::is_empty) || distinct.len() < 3 {
        return;
    }
    let [private, untrusted, out] = legs.map(|leg| listed(&leg));
    let what =
        format!("Private data ({private}), untrusted content ({untrusted}) and a way out ({out}) meet");
    sink.push(Finding::new(&rows::TRIFECTA, what).at(pointer(&["tools"])));
}

fn listed(tools: &[Named<'_>]) -> String {
    let name = |(server, tool): &Named<'_>| match server {
        Some(server) => format!("{} of {}", quoted(tool.key()), quoted(server)),
        None => quoted(tool.key()),
    };
    let mut named: Vec<String> = tools.iter().take(MOST_NAMED).map(name).collect();
    if tools.len() > MOST_NAMED {
        named.push("…".to_owned());
    }
    named.join(", ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::surface::Kind;

    fn surface(names: &[&str]) -> Surface {
        let tool = |name: &&str| {
            let raw = json!({"name": name, "inputSchema": {"type": "object"}});
            Definition::new(Kind::Tool, raw.as_object().cloned().unwrap())
        };
        Surface { tools: names.iter().map(tool).collect(), ..Surface::default() }
    }

    #[test]
    fn three_legs_in_one_server_are_named() {
        let mut sink = Sink::default();
        check(&surface(&["read_file", "fetch_url", "send_email"]), &mut sink);
        let found = sink.into_findings();
        assert_eq!(
            found[0].what,
            "Private data (\"read_file\"), untrusted content (\"fetch_url\") and a way out (\"send_email\") meet"
        );
    }

    #[test]
    fn two_legs_are_no_flow() {
        let mut sink = Sink::default();
        check(&surface(&["read_file", "send_email", "add_numbers"]), &mut sink);
        assert!(sink.is_empty());
    }

    #[test]
    fn legs_may_lie_on_different_servers() {
        let (one, two) = (surface(&["read_file"]), surface(&["fetch_url", "send_email"]));
        let mut sink = Sink::default();
        across(&[("disk", &one), ("net", &two)], &mut sink);
        let found = sink.into_findings();
        assert!(found[0].what.contains("\"read_file\" of \"disk\""), "{}", found[0].what);
    }
}
