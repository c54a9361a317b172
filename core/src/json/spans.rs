use std::collections::BTreeMap;

use super::cursor::Cursor;
use super::error::{JsonError, line_and_column};
use super::lenient::unescape;
use crate::surface::join_pointer;

/// A place in a text, both numbers from 1; columns count characters (Unicode scalar values).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// A key that stands twice in one object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// JSON Pointer of the member.
    pub pointer: String,
    /// Where the key stands the second time.
    pub position: Position,
}

/// Where every value of a JSON text stands.
#[derive(Clone, Debug)]
pub struct Spans {
    /// `(parent node, key or index)` → node. Node 0 is the root.
    children: BTreeMap<(usize, String), usize>,
    /// Byte offset of each node: of its key in an object, of the value elsewhere.
    offsets: Vec<usize>,
    line_starts: Vec<usize>,
    text: String,
    duplicates: Vec<Duplicate>,
}

impl Spans {
    /// Where a JSON Pointer stands: at its key in an object, at the value elsewhere.
    #[must_use]
    pub fn position(&self, pointer: &str) -> Option<Position> {
        let (node, whole) = self.walk(pointer);
        whole.then(|| self.place(node))
    }

    /// Where the nearest ancestor of a JSON Pointer stands that exists in this text.
    #[must_use]
    pub fn nearest(&self, pointer: &str) -> Position {
        self.place(self.walk(pointer).0)
    }

    /// Keys that stand twice in one object, in the order of the text.
    #[must_use]
    pub fn duplicates(&self) -> &[Duplicate] {
        &self.duplicates
    }

    fn walk(&self, pointer: &str) -> (usize, bool) {
        let mut node = 0;
        for token in pointer.split('/').skip(1) {
            let key = token.replace("~1", "/").replace("~0", "~");
            let Some(child) = self.children.get(&(node, key)) else { return (node, false) };
            node = *child;
        }
        (node, true)
    }

    fn place(&self, node: usize) -> Position {
        let offset = self.offsets.get(node).copied().unwrap_or_default();
        let line = self.line_starts.partition_point(|start| *start <= offset);
        let start = line.checked_sub(1).and_then(|index| self.line_starts.get(index)).copied();
        let (_, column) = line_and_column(
            self.text.get(start.unwrap_or_default()..).unwrap_or_default(),
            offset - start.unwrap_or_default(),
        );
        Position { line, column }
    }
}

struct Open {
    node: usize,
    closing: u8,
    next_index: usize,
    pointer: String,
}

/// Scans a JSON text of any depth for the place of every value.
///
/// # Errors
/// The text is no JSON.
pub fn spans(text: &str) -> Result<Spans, JsonError> {
    let mut cursor = Cursor::new(text);
    let line_starts =
        std::iter::once(0).chain(text.match_indices('\n').map(|(offset, _)| offset + 1)).collect();
    let mut found = Spans {
        children: BTreeMap::new(),
        offsets: Vec::new(),
        line_starts,
        text: text.to_owned(),
        duplicates: Vec::new(),
    };
    cursor.peek();
    found.offsets.push(cursor.position());
    let mut node = 0;
    let mut pointer = String::new();
    let mut open: Vec<Open> = Vec::new();
    loop {
        match cursor.peek() {
            Some(opening @ (b'{' | b'[')) => {
                cursor.take(opening);
                let closing = if opening == b'{' { b'}' } else { b']' };
                if !cursor.take(closing) {
                    open.push(Open { node, closing, next_index: 0, pointer: pointer.clone() });
                    (node, pointer) = child(&mut cursor, &mut found, open.last_mut())?;
                    continue;
                }
            }
            Some(b'"') => {
                cursor.raw_string()?;
            }
            Some(b'-' | b'0'..=b'9') => {
                cursor.number()?;
            }
            _ => {
                cursor.word()?;
            }
        }
        loop {
            let Some(parent) = open.last_mut() else {
                cursor.finish()?;
                return Ok(found);
            };
            if cursor.take(b',') {
                (node, pointer) = child(&mut cursor, &mut found, Some(parent))?;
                break;
            }
            cursor.expect(parent.closing, "expected a comma or the end of an object or array")?;
            open.pop();
        }
    }
}

/// Registers the next member or element and leaves the cursor before its value.
fn child(
    cursor: &mut Cursor<'_>,
    found: &mut Spans,
    parent: Option<&mut Open>,
) -> Result<(usize, String), JsonError> {
    let Some(parent) = parent else { return cursor.fail("expected a JSON value") };
    cursor.peek();
    let offset = cursor.position();
    let key = if parent.closing == b'}' {
        let (key, _) = unescape(cursor.raw_string()?);
        cursor.expect(b':', "expected a colon")?;
        key
    } else {
        parent.next_index += 1;
        (parent.next_index - 1).to_string()
    };
    // Beyond this depth no reader of ours looks, and a pointer per level would cost quadratic memory.
    let pointer = if parent.pointer.len() < 4096 {
        join_pointer(&parent.pointer, &key)
    } else {
        parent.pointer.clone()
    };
    let node = found.offsets.len();
    found.offsets.push(offset);
    if found.children.insert((parent.node, key), node).is_some() {
        let position = found.place(node);
        found.duplicates.push(Duplicate { pointer: pointer.clone(), position });
    }
    Ok((node, pointer))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "{\n  \"tools\": {\n    \"é/x\": { \"a\": [1,\n      2] },\n    \"b\": 1, \"b\": 2\n  }\n}\n";

    fn at(line: usize, column: usize) -> Position {
        Position { line, column }
    }

    #[test]
    fn a_pointer_has_a_line_and_a_column() {
        let found = spans(TEXT).unwrap();
        assert_eq!(found.position(""), Some(at(1, 1)));
        assert_eq!(found.position("/tools"), Some(at(2, 3)));
        assert_eq!(found.position("/tools/é~1x/a"), Some(at(3, 14)));
        assert_eq!(found.position("/tools/é~1x/a/1"), Some(at(4, 7)));
        assert_eq!(found.position("/tools/none"), None);
    }

    #[test]
    fn the_nearest_ancestor_stands_in() {
        let found = spans(TEXT).unwrap();
        assert_eq!(found.nearest("/tools/é~1x/a/7/deep"), at(3, 14));
        assert_eq!(found.nearest("/nowhere"), at(1, 1));
    }

    #[test]
    fn a_repeated_key_is_told_with_its_second_place() {
        let found = spans(TEXT).unwrap();
        assert_eq!(found.duplicates(), [Duplicate { pointer: "/tools/b".to_owned(), position: at(5, 13) }]);
    }

    #[test]
    fn depth_costs_no_stack() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(spans(&deep).is_ok());
        assert!(spans("[1,").is_err());
        assert!(spans("").is_err());
    }
}
