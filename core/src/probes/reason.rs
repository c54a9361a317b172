use std::fmt;

use crate::text::shown_within;

/// Why a tool is not called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It is not annotated `readOnlyHint: true`.
    NotReadOnly,
    /// It is annotated `destructiveHint: true`, or by default may destroy something.
    Destructive,
    /// `call_readonly` is off and the tool is not listed.
    ReadOnlyOff,
    /// It takes arguments, and none are invented for this check.
    NeedsArguments,
    /// No valid arguments could be generated.
    NoArguments,
    /// Its input schema cannot be read.
    Unreadable(String),
    /// Every parameter that must be there has a default, so the empty call might be carried out.
    DefaultsFill,
    /// It runs only as a task.
    NeedsTask,
    /// Its `x-mcp-header` annotations break their rules.
    HeaderAnnotation,
    /// Two definitions share its name.
    Twin,
    /// It has no name.
    Unnamed,
    /// It is listed in the config and the server does not have it.
    Missing,
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::NotReadOnly => "it is not annotated readOnlyHint: true and not listed under `tools`",
            Self::Destructive => "it may destroy something (destructiveHint)",
            Self::ReadOnlyOff => "`call_readonly` is off and it is not listed under `tools`",
            Self::NeedsArguments => "it needs arguments and is not listed under `tools`",
            Self::NoArguments => "no arguments that its inputSchema accepts could be generated",
            Self::Unreadable(why) => {
                return write!(formatter, "its inputSchema cannot be used: {}", shown_within(why, 200));
            }
            Self::DefaultsFill => {
                "every required parameter has a default, so a call without arguments might be carried out"
            }
            Self::NeedsTask => "it runs only as a task, so a plain call is refused whatever it carries",
            Self::HeaderAnnotation => {
                "its `x-mcp-header` annotations break their rules, so clients must leave it out"
            }
            Self::Twin => "two tools have this name, and nobody knows which of them a call reaches",
            Self::Unnamed => "it has no name",
            Self::Missing => "the server does not have it",
        };
        formatter.write_str(text)
    }
}
