/// Text in which no CI runner finds a command of its own.
///
/// Runners read what a job prints: a line that begins with `::`, or `##[` and `##vso[` anywhere, sets variables and
/// masks or fakes messages. Texts of a server must not be able to.
#[must_use]
pub fn inert(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let rest = line.trim_start();
        let (blanks, rest) = line.split_at(line.len() - rest.len());
        out.push_str(blanks);
        match rest.strip_prefix("::") {
            Some(rest) => {
                out.push_str(": :");
                out.push_str(rest);
            }
            None => out.push_str(rest),
        }
    }
    with_first_sign(out, "# ")
}

/// Puts something else in place of the first `#` of every command that a runner finds anywhere in a line.
pub(super) fn with_first_sign(text: String, sign: &str) -> String {
    let mut text = text;
    for rest in ["#[", "#vso["] {
        let command = format!("#{rest}");
        if text.contains(&command) {
            text = text.replace(&command, &format!("{sign}{rest}"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::inert;

    #[test]
    fn a_command_of_a_runner_is_broken_up_wherever_it_would_be_read() {
        assert_eq!(inert("a\n  ::error::x\n::add-mask::y"), "a\n  : :error::x\n: :add-mask::y");
        assert_eq!(inert("x ##[error]y ##vso[task]z"), "x # #[error]y # #vso[task]z");
    }

    #[test]
    fn everything_else_stays() {
        let text = "std::fmt is fine\n## Heading\n\n  - [a]: b\n";
        assert_eq!(inert(text), text);
    }
}
