use super::rows;
use crate::rules::{Finding, Sink};
use crate::surface::{Definition, Kind, Surface, pointer};
use crate::text::quoted;

/// Bytes of JSON per token, a common rule of thumb for English and code.
const BYTES_PER_TOKEN: usize = 4;
/// A tool that takes more than this is worth a look.
const LARGE_TOOL: usize = 2_000;
/// A list that takes more than this fills much of a small context.
const LARGE_LIST: usize = 20_000;

/// Estimates what the definitions cost in every conversation.
pub(super) fn check(surface: &Surface, sink: &mut Sink) {
    let mut total = 0;
    for tool in surface.list(Kind::Tool) {
        let tokens = estimate(tool);
        total += tokens;
        if tokens > LARGE_TOOL {
            let what =
                format!("Tool {} takes about {tokens} tokens in every conversation", quoted(tool.key()));
            sink.push(Finding::new(&rows::SIZE, what).of(tool.key()).at(tool.pointer()));
        }
    }
    if total > LARGE_LIST {
        let count = surface.tools.len();
        let what = format!("{count} tools take about {total} tokens in every conversation");
        sink.push(Finding::new(&rows::SIZE, what).at(pointer(&["tools"])));
    }
}

fn estimate(tool: &Definition) -> usize {
    serde_json::to_string(&tool.raw).map_or(0, |text| text.len()) / BYTES_PER_TOKEN
}
