use std::fmt;

/// The name of the tool that no server has.
pub(crate) const UNKNOWN_TOOL: &str = "__mcpward_unknown_tool__";

/// What a planned call is for. It travels as text with the record of the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Label {
    /// A tool that does not exist.
    UnknownTool,
    /// A tool without the arguments it asks for.
    MissingArguments,
    /// A sample of a tool's output.
    Output,
    /// A case of a suite, both by index.
    Case(usize, usize),
    /// A measurement.
    Latency,
}

impl fmt::Display for Label {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownTool => formatter.write_str("errors/unknown-tool"),
            Self::MissingArguments => formatter.write_str("errors/invalid-params"),
            Self::Output => formatter.write_str("drift/output"),
            Self::Case(suite, case) => write!(formatter, "behavioral/{suite}/{case}"),
            Self::Latency => formatter.write_str("latency/sample"),
        }
    }
}

impl Label {
    /// Reads a label back; `None` for one that is none of ours.
    pub(crate) fn read(text: &str) -> Option<Self> {
        match text {
            "errors/unknown-tool" => Some(Self::UnknownTool),
            "errors/invalid-params" => Some(Self::MissingArguments),
            "drift/output" => Some(Self::Output),
            "latency/sample" => Some(Self::Latency),
            _ => {
                let (suite, case) = text.strip_prefix("behavioral/")?.split_once('/')?;
                Some(Self::Case(suite.parse().ok()?, case.parse().ok()?))
            }
        }
    }
}
