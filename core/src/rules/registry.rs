use super::{Meta, behavioral, collision, compliance, drift, errors, latency, schema, security};

/// The tables of all families. A rule that stands in none of them does not exist for docs, SARIF or `explain`.
static TABLES: &[&[&Meta]] = &[
    compliance::COMPLIANCE_ROWS,
    compliance::WIRE_ROWS,
    schema::SCHEMA_ROWS,
    security::SECURITY_ROWS,
    collision::COLLISION_ROWS,
    errors::ERRORS_ROWS,
    behavioral::BEHAVIORAL_ROWS,
    latency::LATENCY_ROWS,
    drift::DEFINITION_ROWS,
    drift::SERVER_ROWS,
    drift::RUN_ROWS,
    drift::OUTPUT_ROWS,
    crate::schema::CHANGE_ROWS,
    &[&crate::drift::SCHEMA_CHANGED],
    crate::contracts::CONTRACT_ROWS,
];

/// Every rule there is, sorted by finer name.
#[must_use]
pub fn registry() -> Vec<&'static Meta> {
    let mut rows: Vec<&'static Meta> = TABLES.iter().flat_map(|table| table.iter().copied()).collect();
    rows.sort_unstable_by_key(|meta| (meta.rule, meta.id));
    rows
}

/// The rule of that finer name, or the first with that public id.
#[must_use]
pub fn rule_named(name: &str) -> Option<&'static Meta> {
    let rows = registry();
    rows.iter().find(|meta| meta.rule == name).or_else(|| rows.iter().find(|meta| meta.id == name)).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::rules::Family;
    use crate::rules::drift::class_named;

    #[test]
    fn finer_names_are_unique_and_well_formed() {
        let mut seen = BTreeSet::new();
        for meta in registry() {
            assert!(seen.insert(meta.rule), "{} stands twice", meta.rule);
            let (family, name) = meta.rule.split_once('/').unwrap();
            assert_eq!(family, format!("{:?}", meta.family).to_lowercase(), "{}", meta.rule);
            assert!(name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'), "{name}");
            assert!(!meta.title.is_empty() && !meta.title.ends_with('.'), "{}", meta.rule);
            for words in [meta.title, meta.why, meta.fix] {
                assert!(!words.starts_with('('), "{} is not written yet: {words}", meta.rule);
            }
        }
    }

    #[test]
    fn every_drift_row_that_asks_for_a_bump_has_a_class() {
        for meta in registry() {
            if meta.family == Family::Drift && meta.bump != super::super::Bump::None {
                let class = meta.id.trim_start_matches("drift/");
                let row = class_named(class).unwrap_or_else(|| panic!("{class} is no class"));
                assert_eq!(row.severity, meta.severity, "{}", meta.rule);
                assert_eq!(row.default_outcome(), meta.default, "{}", meta.rule);
            }
        }
    }
}
