/// Joins name tokens into a JSON Pointer (RFC 6901), escaping `~` and `/` in each.
#[must_use]
pub fn pointer(tokens: &[&str]) -> String {
    let mut joined = String::new();
    for token in tokens {
        push_token(&mut joined, token);
    }
    joined
}

/// Appends one token to a JSON Pointer, escaped.
#[must_use]
pub fn join_pointer(base: &str, token: &str) -> String {
    let mut joined = String::from(base);
    push_token(&mut joined, token);
    joined
}

fn push_token(joined: &mut String, token: &str) {
    joined.push('/');
    for character in token.chars() {
        match character {
            '~' => joined.push_str("~0"),
            '/' => joined.push_str("~1"),
            other => joined.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_escaped() {
        assert_eq!(pointer(&["tools", "a/b~c", ""]), "/tools/a~1b~0c/");
        assert_eq!(join_pointer("/x", "y"), "/x/y");
    }
}
