use super::collision::{self, CollisionOptions, DiceScorer, Scorer};
use super::{Finding, Sink, schema, security};
use crate::surface::Surface;

/// Which families a lint runs. All of them look at definitions only and call nothing.
#[derive(Clone, Debug)]
pub struct LintOptions {
    /// Whether definitions are well formed.
    pub schema: bool,
    /// Poisoned, hidden or misleading definitions.
    pub security: bool,
    /// Tools that are easily taken for one another; `None` leaves the family out.
    pub collision: Option<CollisionOptions>,
}

impl Default for LintOptions {
    fn default() -> Self {
        Self { schema: true, security: true, collision: Some(CollisionOptions::default()) }
    }
}

/// Runs the static checks over one surface. Findings come in a fixed order: family by family, and within a
/// family in the order of the surface.
#[must_use]
pub fn lint(surface: &Surface, options: &LintOptions) -> Vec<Finding> {
    lint_with(surface, options, &DiceScorer)
}

/// The same, with another measure of how alike two descriptions are.
#[must_use]
pub fn lint_with(surface: &Surface, options: &LintOptions, scorer: &dyn Scorer) -> Vec<Finding> {
    let mut sink = Sink::default();
    if options.schema {
        schema::check(surface, &mut sink);
    }
    if options.security {
        security::check(surface, &mut sink);
    }
    if let Some(collision) = &options.collision {
        collision::check(surface, collision, scorer, &mut sink);
    }
    sink.into_findings()
}
