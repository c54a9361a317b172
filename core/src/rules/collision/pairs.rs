use super::classes::{Class, Classes};
use super::join::similar;
use crate::surface::Definition;

/// Two tools that are easily taken for one another, by their places in the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pair {
    pub(super) left: usize,
    pub(super) right: usize,
    pub(super) score: f64,
}

/// The pairs found, and whether all were looked for.
pub(super) struct Found {
    /// Each colliding tool stands in at least one pair.
    pub(super) list: Vec<Pair>,
    pub(super) complete: bool,
}

/// Every tool that collides with another, with at least one of those it collides with.
pub(super) fn colliding(tools: &[Definition], classes: &Classes, threshold: f64) -> Found {
    let mut list = Vec::new();
    for class in &classes.list {
        within(tools, classes, class, &mut list);
    }
    let found = similar(classes, threshold);
    let mut told = vec![false; classes.list.len()];
    for alike in found.list {
        let (left, right) = alike.classes;
        let (Some(mine), Some(theirs)) = (classes.list.get(left), classes.list.get(right)) else { continue };
        for (number, from, to) in [(left, mine, theirs), (right, theirs, mine)] {
            // All members are told once; later only the first stands for them.
            let known = told.get(number).copied().unwrap_or(true);
            let count = if known { 1 } else { from.tools.len() };
            for tool in from.tools.iter().take(count) {
                list.extend(partner(tools, classes, *tool, to, alike.score));
            }
            if let Some(flag) = told.get_mut(number) {
                *flag = true;
            }
        }
    }
    Found { list, complete: found.complete }
}

/// Tools that are described by the same words and called differently.
fn within(tools: &[Definition], classes: &Classes, class: &Class, list: &mut Vec<Pair>) {
    if class.signature.is_some() {
        return;
    }
    for tool in &class.tools {
        list.extend(partner(tools, classes, *tool, class, 1.0));
    }
}

/// The first of a class that differs from a tool.
fn partner(tools: &[Definition], classes: &Classes, tool: usize, class: &Class, score: f64) -> Option<Pair> {
    let other = *class.tools.iter().find(|other| classes.differ(tools, tool, **other))?;
    Some(Pair { left: tool.min(other), right: tool.max(other), score })
}

/// The most alike pairs that still connect all that is connected, in the order of the surface, and how many groups
/// they make.
pub(super) fn forest(mut pairs: Vec<Pair>, tools: usize) -> (Vec<Pair>, usize) {
    pairs.sort_by(|one, other| {
        other.score.total_cmp(&one.score).then((one.left, one.right).cmp(&(other.left, other.right)))
    });
    let mut parent: Vec<usize> = (0..tools).collect();
    let mut kept: Vec<Pair> = Vec::new();
    for pair in pairs {
        let (left, right) = (root(&mut parent, pair.left), root(&mut parent, pair.right));
        if left != right {
            if let Some(slot) = parent.get_mut(left.max(right)) {
                *slot = left.min(right);
            }
            kept.push(pair);
        }
    }
    kept.sort_by_key(|pair| (pair.left, pair.right));
    let mut groups: Vec<usize> = kept.iter().map(|pair| root(&mut parent, pair.left)).collect();
    groups.sort_unstable();
    groups.dedup();
    (kept, groups.len())
}

fn root(parent: &mut [usize], mut of: usize) -> usize {
    while let Some(&above) = parent.get(of)
        && above != of
    {
        // Halving the way keeps later look-ups short.
        let next = parent.get(above).copied().unwrap_or(above);
        if let Some(slot) = parent.get_mut(of) {
            *slot = next;
        }
        of = next;
    }
    of
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forest_names_every_tool_once_more_than_its_groups() {
        let pair = |left, right, score| Pair { left, right, score };
        let (kept, groups) =
            forest(vec![pair(0, 1, 0.8), pair(1, 2, 0.9), pair(0, 2, 1.0), pair(5, 7, 0.85)], 8);
        assert_eq!(kept, [pair(0, 2, 1.0), pair(1, 2, 0.9), pair(5, 7, 0.85)]);
        assert_eq!(groups, 2);
    }
}
