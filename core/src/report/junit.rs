use std::fmt::Write;

use super::model::ResultRow;
use super::set::{ReportSet, ServerReport};
use super::words::{FAMILIES, family_name, witness_label};
use crate::rules::Outcome;
use crate::text::shown_within;

/// How much of a witness stands in a failure.
const WITNESS_LIMIT: usize = 2_000;

/// JUnit XML: one suite a family, one case a result.
///
/// Fits what Jenkins and Surefire publish; what XML 1.0 cannot carry is replaced by U+FFFD.
pub(super) fn junit(set: &ReportSet) -> String {
    let all = set.summary();
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let total = all.total + set.incomplete();
    // Writing into a `String` cannot fail, here and below.
    let _ = writeln!(
        xml,
        "<testsuites name=\"mcpward\" tests=\"{total}\" failures=\"{}\" errors=\"{}\" time=\"0\">",
        all.failed,
        set.incomplete()
    );
    for server in set.reports() {
        let prefix = if set.several { format!("{}: ", server.label()) } else { String::new() };
        suites(&mut xml, &prefix, server);
    }
    xml.push_str("</testsuites>\n");
    xml
}

fn suites(xml: &mut String, prefix: &str, ServerReport { report, .. }: &ServerReport) {
    if let Some(reason) = &report.incomplete {
        open_suite(xml, &format!("{prefix}mcpward"), Counts { tests: 1, errors: 1, ..Counts::default() });
        let _ = writeln!(
            xml,
            "    <testcase name=\"everything was tested\" classname=\"{}\" time=\"0\">\n      \
             <error message=\"{}\" type=\"incomplete\"/>\n    </testcase>\n  </testsuite>",
            attribute(&format!("{prefix}mcpward/complete")),
            attribute(reason)
        );
    }
    for family in FAMILIES {
        let rows: Vec<&ResultRow> = report.results.iter().filter(|row| row.family == family).collect();
        if rows.is_empty() {
            continue;
        }
        let count = |status| rows.iter().filter(|row| row.status == status).count();
        let counts = Counts {
            tests: rows.len(),
            failures: count(Outcome::Fail),
            errors: 0,
            skipped: count(Outcome::Skip),
        };
        open_suite(xml, &format!("{prefix}{}", family_name(family)), counts);
        for row in rows {
            case(xml, prefix, row);
        }
        xml.push_str("  </testsuite>\n");
    }
}

#[derive(Clone, Copy, Default)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

fn open_suite(xml: &mut String, name: &str, counts: Counts) {
    let _ = writeln!(
        xml,
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"0\">",
        attribute(name),
        counts.tests,
        counts.failures,
        counts.errors,
        counts.skipped
    );
}

fn case(xml: &mut String, prefix: &str, row: &ResultRow) {
    let _ = write!(
        xml,
        "    <testcase name=\"{}\" classname=\"{}\" time=\"0\"",
        attribute(&row.message),
        attribute(&format!("{prefix}{}", row.id))
    );
    match row.status {
        Outcome::Pass => xml.push_str("/>\n"),
        Outcome::Fail => {
            let _ = writeln!(
                xml,
                ">\n      <failure message=\"{}\" type=\"{}\">{}</failure>\n    </testcase>",
                attribute(&row.message),
                attribute(&row.id),
                content(&details(row))
            );
        }
        Outcome::Warn => {
            let _ = writeln!(
                xml,
                ">\n      <system-out>{}</system-out>\n    </testcase>",
                content(&format!("Warning: {}\n{}", row.message, details(row)))
            );
        }
        Outcome::Skip => {
            let reason = row.reason.as_deref().unwrap_or(&row.message);
            let _ = writeln!(xml, ">\n      <skipped message=\"{}\"/>\n    </testcase>", attribute(reason));
        }
    }
}

fn details(row: &ResultRow) -> String {
    let mut lines = Vec::new();
    let mut add = |label: &str, text: Option<&str>| {
        if let Some(text) = text {
            lines.push(format!("{label} {text}"));
        }
    };
    add("Location:", row.location.as_deref());
    add("Expected:", row.expected.as_deref());
    add("Actual:", row.actual.as_deref());
    let witness =
        row.witness.as_ref().map(|value| shown_within(&value.to_string(), WITNESS_LIMIT).to_string());
    add(&format!("Witness, {}", witness_label(row.effect)), witness.as_deref());
    add("Difference:", row.diff.as_deref());
    add("Reason:", row.reason.as_deref());
    for seen in &row.evidence {
        add("Evidence:", Some(&seen.quote));
        add("Decoded:", seen.decoded.as_deref());
    }
    add("Why:", row.why.as_deref());
    add("Fix:", row.fix.as_deref());
    add("Rule:", Some(row.rule.as_deref().unwrap_or(&row.id)));
    lines.join("\n")
}

/// Text between tags. `>` is always escaped, so that `]]>` cannot stand there.
fn content(text: &str) -> String {
    escape(text, false)
}

/// Text between double quotes; line breaks survive attribute normalisation.
fn attribute(text: &str) -> String {
    escape(text, true)
}

fn escape(text: &str, quoted: bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' if quoted => escaped.push_str("&quot;"),
            '\n' | '\t' | '\r' if quoted => {
                let _ = write!(escaped, "&#{};", u32::from(character));
            }
            '\n' | '\t' | '\u{20}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..='\u{10FFFF}' => {
                escaped.push(character);
            }
            _ => escaped.push('\u{FFFD}'),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_cannot_carry_is_replaced() {
        assert_eq!(content("a\0\u{1b}[31m]]>\u{FFFE}b"), "a\u{FFFD}\u{FFFD}[31m]]&gt;\u{FFFD}b");
        assert_eq!(attribute("\"<&\n\r"), "&quot;&lt;&amp;&#10;&#13;");
    }
}
