use crate::rules::Bump;

/// How far a version rose, when both parse as semantic versions and the second is not lower.
#[must_use]
pub fn rise(old: &str, new: &str) -> Option<Bump> {
    let (before, after) = (parse(old)?, parse(new)?);
    if after < before {
        return None;
    }
    Some(match (after.0 > before.0, after.1 > before.1, after.2 > before.2) {
        (true, _, _) => Bump::Major,
        (false, true, _) => Bump::Minor,
        (false, false, true) => Bump::Patch,
        (false, false, false) => Bump::None,
    })
}

/// Whether a version rose by less than its changes ask for. Below 1.0.0 the minor number is the breaking
/// one, as semver users read it.
#[must_use]
pub fn understated(old: &str, new: &str, asked: Bump) -> Option<Bump> {
    let rose = rise(old, new)?;
    let initial = parse(old).is_some_and(|(major, _, _)| major == 0);
    let worth = match rose {
        Bump::Minor if initial => Bump::Major,
        Bump::Patch if initial => Bump::Minor,
        other => other,
    };
    (worth < asked).then_some(rose)
}

fn parse(version: &str) -> Option<(u64, u64, u64)> {
    let core = version.trim().trim_start_matches('v').split(['-', '+']).next()?;
    let mut numbers = core.split('.');
    let parsed = (number(numbers.next()?)?, number(numbers.next()?)?, number(numbers.next()?)?);
    numbers.next().is_none().then_some(parsed)
}

fn number(text: &str) -> Option<u64> {
    let plain = !text.is_empty() && text.chars().all(|character| character.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rise_is_named_by_its_highest_number() {
        assert_eq!(rise("1.2.3", "2.0.0"), Some(Bump::Major));
        assert_eq!(rise("1.2.3", "1.3.0"), Some(Bump::Minor));
        assert_eq!(rise("1.2.3", "1.2.3"), Some(Bump::None));
        assert_eq!(rise("1.2.3", "1.2.2"), None);
        assert_eq!(rise("2026-01-01", "1.0.0"), None);
    }

    #[test]
    fn less_than_asked_is_understated() {
        assert_eq!(understated("1.0.0", "1.0.1", Bump::Major), Some(Bump::Patch));
        assert_eq!(understated("1.0.0", "2.0.0", Bump::Major), None);
        assert_eq!(understated("0.3.0", "0.4.0", Bump::Major), None);
    }
}
