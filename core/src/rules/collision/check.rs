use std::collections::BTreeSet;

use super::divergence::divergence;
use super::join::{Pairs, similar};
use super::rows;
use super::score::Scorer;
use super::words::{lead, stem, stem_set};
use crate::rules::{Finding, Outcome, Sink};
use crate::surface::{Definition, Surface};
use crate::text::quoted;

/// How collisions are looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct CollisionOptions {
    /// Descriptions at least this alike collide, from 0 to 1.
    pub threshold: f64,
    /// Whether a collision fails the run instead of warning.
    pub fail: bool,
    /// Above this many tools nothing is compared.
    pub max_tools: usize,
}

impl Default for CollisionOptions {
    fn default() -> Self {
        Self { threshold: 0.8, fail: false, max_tools: 20_000 }
    }
}

/// Pairs beyond this many are counted and not listed.
const MOST_PAIRS: usize = 200;
/// A scorer that must be asked about every pair is asked about this many tools at most.
const MOST_TOOLS_PAIRWISE: usize = 500;
/// Descriptions with fewer words than this say too little to collide.
const FEWEST_WORDS: usize = 3;

/// Looks for tools whose descriptions are near-identical although their parameters differ.
pub fn check(surface: &Surface, options: &CollisionOptions, scorer: &dyn Scorer, sink: &mut Sink) {
    let tools = &surface.tools;
    if tools.len() < 2 {
        sink.push(Finding::new(&rows::LIST_TOOLS, "Fewer than two tools, so no descriptions were compared"));
        return;
    }
    let most = if scorer.is_dice() { options.max_tools } else { options.max_tools.min(MOST_TOOLS_PAIRWISE) };
    if tools.len() > most {
        let what = format!("{} tools are more than {most}, so no descriptions were compared", tools.len());
        sink.push(
            Finding::new(&rows::SUMMARY, what).outcome(Outcome::Warn).fix("raise checks.collision.max_tools"),
        );
        return;
    }
    let leads: Vec<&str> = tools.iter().map(|tool| lead(tool.description().unwrap_or_default())).collect();
    let sets: Vec<BTreeSet<String>> = leads.iter().map(|text| stem_set(text)).collect();
    let pairs = if scorer.is_dice() {
        similar(&sets, options.threshold)
    } else {
        Pairs { list: all_pairs(tools.len()), complete: true }
    };
    let mut found = 0;
    for (left, right) in pairs.list {
        let (Some(first), Some(second), Some(mine), Some(theirs)) =
            (tools.get(left), tools.get(right), sets.get(left), sets.get(right))
        else {
            continue;
        };
        if mine.len() < FEWEST_WORDS || theirs.len() < FEWEST_WORDS || first.key() == second.key() {
            continue;
        }
        let texts =
            (leads.get(left).copied().unwrap_or_default(), leads.get(right).copied().unwrap_or_default());
        let score = scorer.score(texts.0, texts.1);
        if score < options.threshold || family(first, second, mine, theirs) {
            continue;
        }
        let Some(difference) = divergence(first, second) else { continue };
        found += 1;
        if found <= MOST_PAIRS {
            sink.push(finding(first, second, score, &difference, options.fail));
        }
    }
    let what = match found {
        0 => format!(
            "No two of {} tools have near-identical descriptions over different parameters",
            tools.len()
        ),
        1 => format!("1 pair of {} tools is easily taken for one another", tools.len()),
        many => format!("{many} pairs of {} tools are easily taken for one another", tools.len()),
    };
    if pairs.complete {
        sink.push(Finding::new(&rows::SUMMARY, what));
    } else {
        let what = format!("{what}; so many descriptions are alike that not all pairs were compared");
        sink.push(Finding::new(&rows::SUMMARY, what).outcome(Outcome::Warn));
    }
}

fn finding(first: &Definition, second: &Definition, score: f64, difference: &str, fail: bool) -> Finding {
    let (left, right) = (quoted(first.key()), quoted(second.key()));
    let what = format!(
        "Tools {left} and {right} have near-identical descriptions ({score:.2}), but their {difference}"
    );
    let finding = Finding::new(&rows::COLLISION, what).of(first.key()).at(first.at("description"));
    if fail { finding.outcome(Outcome::Fail) } else { finding }
}

fn all_pairs(count: usize) -> Vec<(usize, usize)> {
    (0..count).flat_map(|right| (0..right).map(move |left| (left, right))).collect()
}

/// `list_users` and `list_projects`: the words that differ are the ones that set the names apart, or each side
/// has a verb of its own. Then the descriptions do say which is which.
fn family(
    first: &Definition,
    second: &Definition,
    mine: &BTreeSet<String>,
    theirs: &BTreeSet<String>,
) -> bool {
    let (left_name, right_name) = (name_stems(first.key()), name_stems(second.key()));
    let only_left: Vec<&String> = mine.difference(theirs).collect();
    let only_right: Vec<&String> = theirs.difference(mine).collect();
    if only_left.is_empty() && only_right.is_empty() {
        return false;
    }
    let names_it = |only: &[&String], own: &BTreeSet<String>, other: &BTreeSet<String>| {
        only.iter().any(|word| own.contains(*word) && !other.contains(*word))
    };
    let named =
        names_it(&only_left, &left_name, &right_name) && names_it(&only_right, &right_name, &left_name);
    // One name extends the other: the extra word of the longer one must be in its description.
    let extended = (only_left.is_empty() && names_it(&only_right, &right_name, &left_name))
        || (only_right.is_empty() && names_it(&only_left, &left_name, &right_name));
    let verb = |only: &[&String]| only.iter().any(|word| VERBS.contains(&word.as_str()));
    named || extended || (verb(&only_left) && verb(&only_right))
}

fn name_stems(name: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut word = String::new();
    for letter in name.chars() {
        if !letter.is_alphanumeric() || letter.is_uppercase() {
            words.insert(stem(&std::mem::take(&mut word)));
        }
        if letter.is_alphanumeric() {
            word.extend(letter.to_lowercase());
        }
    }
    words.insert(stem(&word));
    words.remove("");
    words
}

/// Stems of verbs that tell tools apart.
const VERBS: &[&str] = &[
    "get",
    "list",
    "creat",
    "updat",
    "delet",
    "remov",
    "add",
    "set",
    "read",
    "writ",
    "search",
    "find",
    "fetch",
    "start",
    "stop",
    "enabl",
    "disabl",
    "open",
    "clos",
    "send",
    "upload",
    "download",
    "import",
    "export",
    "mov",
    "copy",
    "renam",
    "lock",
    "unlock",
    "approv",
    "reject",
    "show",
    "hid",
    "subscrib",
    "unsubscrib",
    "attach",
    "detach",
    "encod",
    "decod",
    "encrypt",
    "decrypt",
    "push",
    "pull",
    "archiv",
    "restor",
    "cancel",
    "pause",
    "paus",
    "resum",
    "retriev",
    "describ",
    "check",
    "run",
    "validat",
    "count",
    "replac",
    "insert",
    "append",
    "edit",
    "publish",
    "unpublish",
    "assign",
    "unassign",
    "follow",
    "unfollow",
    "increas",
    "decreas",
];

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::rules::collision::DiceScorer;
    use crate::surface::Kind;

    fn messages(tools: &[(&str, &str, Value)], options: &CollisionOptions) -> Vec<(Outcome, String)> {
        let tools = tools.iter().map(|(name, description, input)| {
            let raw = json!({"name": name, "description": description, "inputSchema": input});
            Definition::new(Kind::Tool, raw.as_object().unwrap().clone())
        });
        let mut sink = Sink::default();
        check(&Surface { tools: tools.collect(), ..Surface::default() }, options, &DiceScorer, &mut sink);
        let collisions = sink.into_findings().into_iter().filter(|finding| finding.meta == &rows::COLLISION);
        collisions.map(|finding| (finding.outcome, finding.what)).collect()
    }

    fn nested() -> Value {
        json!({"type": "object", "required": ["filter"], "properties": {"filter": {"type": "object", "properties": {"status": {"type": "string"}}}}})
    }

    fn flat() -> Value {
        json!({"type": "object", "required": ["status"], "properties": {"status": {"type": "string"}}})
    }

    #[test]
    fn near_identical_descriptions_over_divergent_schemas_collide() {
        let text = "Finds customer orders by status and date.";
        let pair = [
            ("find_orders", text, nested()),
            ("query_orders", "Find the customer orders by status and date", flat()),
        ];
        let found = messages(&pair, &CollisionOptions::default());
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].1,
            "Tools \"find_orders\" and \"query_orders\" have near-identical descriptions (1.00), but their required parameters differ: filter object against status string"
        );
        let failing = CollisionOptions { fail: true, ..CollisionOptions::default() };
        assert_eq!(messages(&pair, &failing)[0].0, Outcome::Fail);
    }

    #[test]
    fn equal_schemas_do_not_collide() {
        let text = "Finds customer orders by status and date.";
        assert_eq!(
            messages(&[("a_one", text, flat()), ("b_two", text, flat())], &CollisionOptions::default()),
            []
        );
    }

    #[test]
    fn a_family_of_tools_stays_silent() {
        let family = [
            ("list_users", "Lists all active users of the current organisation account", flat()),
            ("list_projects", "Lists all active projects of the current organisation account", nested()),
        ];
        assert_eq!(messages(&family, &CollisionOptions::default()), []);
        let verbs = [
            ("pin_a", "Creates branch protection rules on repository default branches", flat()),
            ("pin_b", "Deletes branch protection rules on repository default branches", nested()),
        ];
        assert_eq!(messages(&verbs, &CollisionOptions::default()), []);
    }

    #[test]
    fn too_many_tools_warn_instead_of_being_compared() {
        let tools = [("a", "Alpha beta gamma.", flat()), ("b", "Alpha beta gamma.", nested())];
        assert_eq!(messages(&tools, &CollisionOptions { max_tools: 1, ..CollisionOptions::default() }), []);
    }
}
