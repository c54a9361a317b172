use super::classes::{Class, Classes};
use super::divergence::divergence;
use super::pairs::{Pair, colliding, forest};
use super::rows;
use super::score::Scorer;
use super::words::lead;
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

/// Looks for tools whose descriptions are near-identical although their parameters differ.
///
/// Each tool that is easily taken for another is named with the one it is most alike; of ten tools that are all alike
/// nine pairs are told, not forty-five.
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
    let classes = Classes::of(tools, options.threshold);
    let (pairs, complete) = if scorer.is_dice() {
        let found = colliding(tools, &classes, options.threshold);
        (rescored(tools, found.list, options.threshold, scorer), found.complete)
    } else {
        (every_pair(tools, &classes, options.threshold, scorer), true)
    };
    let (pairs, groups) = forest(pairs, tools.len());
    for pair in pairs.iter().take(MOST_PAIRS) {
        if let (Some(first), Some(second)) = (tools.get(pair.left), tools.get(pair.right))
            && let Some(difference) = divergence(first, second)
        {
            sink.push(finding(first, second, pair.score, &difference, options.fail));
        }
    }
    let all = tools.len();
    let what = match (pairs.len(), groups) {
        (0, _) => format!("No two of {all} tools have near-identical descriptions over different parameters"),
        (1, _) => format!("1 pair of {all} tools is easily taken for one another"),
        (many, _) => format!("{} of {all} tools are easily taken for another one", many + groups),
    };
    if complete {
        sink.push(Finding::new(&rows::SUMMARY, what));
    } else {
        let what = format!("{what}; so many descriptions are alike that not all pairs were compared");
        sink.push(Finding::new(&rows::SUMMARY, what).outcome(Outcome::Warn));
    }
}

/// Breaks ties between descriptions of the same words.
fn rescored(tools: &[Definition], pairs: Vec<Pair>, threshold: f64, scorer: &dyn Scorer) -> Vec<Pair> {
    let text = |tool: usize| tools.get(tool).and_then(Definition::description).map(lead).unwrap_or_default();
    let exact = |pair: Pair| {
        let (left, right) = (text(pair.left), text(pair.right));
        let same = pair.score < 1.0 || left == right;
        Pair { score: if same { pair.score } else { scorer.score(left, right) }, ..pair }
    };
    pairs.into_iter().map(exact).filter(|pair| pair.score + 1e-9 >= threshold).collect()
}

/// Asks about every pair that could collide.
fn every_pair(tools: &[Definition], classes: &Classes, threshold: f64, scorer: &dyn Scorer) -> Vec<Pair> {
    let leads: Vec<&str> = tools.iter().map(|tool| lead(tool.description().unwrap_or_default())).collect();
    let mut class_of: Vec<Option<&Class>> = vec![None; tools.len()];
    for class in &classes.list {
        for tool in &class.tools {
            if let Some(place) = class_of.get_mut(*tool) {
                *place = Some(class);
            }
        }
    }
    let mut pairs = Vec::new();
    for right in 0..tools.len() {
        for left in 0..right {
            let (Some(Some(mine)), Some(Some(theirs))) = (class_of.get(left), class_of.get(right)) else {
                continue;
            };
            // Which other words tell two tools apart only the scorer can know.
            if !classes.differ(tools, left, right) || mine.is_variant_of(theirs) {
                continue;
            }
            let texts =
                (leads.get(left).copied().unwrap_or_default(), leads.get(right).copied().unwrap_or_default());
            let score = scorer.score(texts.0, texts.1);
            if score >= threshold {
                pairs.push(Pair { left, right, score });
            }
        }
    }
    pairs
}

fn finding(first: &Definition, second: &Definition, score: f64, difference: &str, fail: bool) -> Finding {
    let (left, right) = (quoted(first.key()), quoted(second.key()));
    let what = format!(
        "Tools {left} and {right} have near-identical descriptions ({score:.2}), but their {difference}"
    );
    let finding = Finding::new(&rows::COLLISION, what).of(first.key()).at(first.at("description"));
    if fail { finding.outcome(Outcome::Fail) } else { finding }
}

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
    fn of_many_alike_each_is_named_once_and_the_rest_is_counted() {
        let text = "Finds customer orders by status and date.";
        let names: Vec<String> = (0..5).map(|number| format!("t{number}")).collect();
        let schema = |number: usize| if number.is_multiple_of(2) { flat() } else { nested() };
        let tools: Vec<(&str, &str, Value)> =
            names.iter().enumerate().map(|(number, name)| (name.as_str(), text, schema(number))).collect();
        let found = messages(&tools, &CollisionOptions::default());
        assert_eq!(found.len(), 4, "{found:?}");
        for name in &names {
            assert!(found.iter().any(|(_, said)| said.contains(&format!("\"{name}\""))), "{name}: {found:?}");
        }
    }

    #[test]
    fn another_scorer_is_asked_about_what_words_would_not_join() {
        struct Same;
        impl Scorer for Same {
            fn score(&self, _: &str, _: &str) -> f64 {
                0.85
            }
        }
        let tools = [
            ("a_one", "Finds customer orders now.", flat()),
            ("b_two", "Retrieves what clients bought.", nested()),
        ];
        let tools = tools.map(|(name, description, input)| {
            let raw = json!({"name": name, "description": description, "inputSchema": input});
            Definition::new(Kind::Tool, raw.as_object().unwrap().clone())
        });
        let surface = Surface { tools: tools.into(), ..Surface::default() };
        let mut sink = Sink::default();
        check(&surface, &CollisionOptions::default(), &Same, &mut sink);
        assert!(sink.into_findings()[0].what.contains("(0.85)"));
    }

    #[test]
    fn too_many_tools_warn_instead_of_being_compared() {
        let tools = [("a", "Alpha beta gamma.", flat()), ("b", "Alpha beta gamma.", nested())];
        assert_eq!(messages(&tools, &CollisionOptions { max_tools: 1, ..CollisionOptions::default() }), []);
    }
}
