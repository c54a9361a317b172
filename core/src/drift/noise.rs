/// Says when two texts differ only in what the machine, not the author, put there: a path, a home folder
/// or a point in time.
pub(super) fn only_environment(old: &str, new: &str) -> Option<&'static str> {
    let (left, right) = (tokens(old), tokens(new));
    if left.len() != right.len() || left.is_empty() {
        return None;
    }
    let mut kinds = left.iter().zip(&right).filter(|(before, after)| before != after);
    let first = kinds.next().and_then(|(before, after)| same_kind(before, after))?;
    kinds.all(|(before, after)| same_kind(before, after).is_some_and(|kind| kind == first)).then_some(first)
}

fn tokens(text: &str) -> Vec<&str> {
    const MAX_TOKENS: usize = 10_000;
    text.split(|character: char| {
        character.is_whitespace() || matches!(character, '"' | '\'' | '`' | '(' | ')' | ',')
    })
    .filter(|token| !token.is_empty())
    .take(MAX_TOKENS)
    .collect()
}

fn same_kind(before: &str, after: &str) -> Option<&'static str> {
    if is_path(before) && is_path(after) {
        Some("only a path differs, which may come from the machine and not from the server's author")
    } else if is_time(before) && is_time(after) {
        Some("only a date or time differs, which may come from the clock and not from the server's author")
    } else {
        None
    }
}

fn is_path(token: &str) -> bool {
    let rooted = token.starts_with('/')
        || token.starts_with("~/")
        || token.get(1..3).is_some_and(|drive| drive == ":\\");
    rooted && token.chars().filter(|character| matches!(character, '/' | '\\')).count() >= 2
}

fn is_time(token: &str) -> bool {
    let trimmed = token.trim_end_matches(['.', ';', ':', ')']);
    let digits = trimmed.chars().filter(char::is_ascii_digit).count();
    let separators = trimmed.chars().filter(|character| matches!(character, '-' | ':' | '/')).count();
    let plain = trimmed.chars().all(|character| {
        character.is_ascii_digit() || matches!(character, '-' | ':' | '/' | 'T' | 'Z' | '.' | '+')
    });
    plain && digits >= 4 && separators >= 2
}
