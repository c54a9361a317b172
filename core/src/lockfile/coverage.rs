use crate::surface::{Kind, Surface};

/// What a file says anything about. What it does not pin cannot have changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// The lists it holds.
    pub kinds: Vec<Kind>,
    /// Whether it holds instructions, capabilities and the server's name.
    pub server: bool,
    /// The members of a tool that it holds; `None` for all.
    pub tool_members: Option<&'static [&'static str]>,
}

/// What every lockfile before the whole surface was pinned holds of a tool.
pub(super) const FIRST_MEMBERS: &[&str] =
    &["name", "description", "inputSchema", "outputSchema", "annotations"];

impl Coverage {
    /// A file that holds everything.
    #[must_use]
    pub fn everything() -> Self {
        Self {
            kinds: vec![Kind::Tool, Kind::Prompt, Kind::Resource, Kind::ResourceTemplate],
            server: true,
            tool_members: None,
        }
    }

    /// The same without some lists.
    #[must_use]
    pub fn without(mut self, left_out: impl Fn(Kind) -> bool) -> Self {
        self.kinds.retain(|kind| !left_out(*kind));
        self
    }

    /// A surface with only what this file says anything about.
    #[must_use]
    pub fn of(&self, surface: &Surface) -> Surface {
        let mut kept = surface.clone();
        for kind in [Kind::Tool, Kind::Prompt, Kind::Resource, Kind::ResourceTemplate] {
            if !self.kinds.contains(&kind) {
                kept.list_mut(kind).clear();
            }
        }
        if !self.server {
            kept.instructions = None;
            kept.capabilities.clear();
            kept.server_info.clear();
            kept.protocol_version = None;
        }
        if let Some(members) = self.tool_members {
            if self.server {
                kept.instructions = None;
            }
            for tool in &mut kept.tools {
                tool.raw.retain(|member, _| members.contains(&member.as_str()));
            }
        }
        kept
    }
}
