use crate::rules::{Aspect, Confidence, Family, Meta, Outcome, Severity};

/// Every rule of the family.
pub const COLLISION_ROWS: &[&Meta] = &[&COLLISION, &SUMMARY, &LIST_TOOLS];

pub(super) const COLLISION: Meta = Meta {
    id: "collision/description-collision",
    rule: "collision/description-collision",
    title: "near-identical descriptions over different parameters",
    why: "a model picks one of the two with confidence and may pick the wrong one, and no error check can see it",
    fix: "say in each description what sets it apart from the other, or merge the two",
    aspect: Aspect::Text,
    confidence: Confidence::Medium,
    ..Meta::lint(Family::Collision, Severity::Medium, Outcome::Warn)
};
pub(super) const SUMMARY: Meta = Meta {
    id: "collision/summary",
    rule: "collision/summary",
    title: "what the collision check looked at",
    why: "tools that cannot be told apart are called by chance",
    fix: "nothing to do",
    ..Meta::lint(Family::Collision, Severity::Low, Outcome::Pass)
};
pub(super) const LIST_TOOLS: Meta = Meta {
    id: "collision/list-tools",
    rule: "collision/list-tools",
    title: "fewer than two tools to compare",
    why: "nothing was compared",
    fix: "nothing to do",
    ..Meta::lint(Family::Collision, Severity::Low, Outcome::Skip)
};
