//! Reads a page of the rule book: the prose about one public id, with examples that tests run.

/// The headings of every page, in this order.
pub(crate) const HEADINGS: [&str; 5] =
    ["What it checks", "Why it matters", "Example", "What to do", "When to ignore it"];

/// One page.
pub(crate) struct Page {
    /// The public id, from the title.
    pub(crate) id: String,
    /// Its sections, in the order of the file.
    pub(crate) sections: Vec<Section>,
}

/// What stands under one heading.
pub(crate) struct Section {
    pub(crate) heading: String,
    pub(crate) parts: Vec<Part>,
}

/// A piece of a section.
pub(crate) enum Part {
    /// A paragraph or list.
    Text(String),
    /// The title of an example, where a page has several.
    Title(String),
    /// A fenced block.
    Block(Block),
}

/// A fenced block: ```` ```json silent new ```` has the language `json`, is silent and plays the role `new`.
pub(crate) struct Block {
    pub(crate) language: String,
    /// Part of the twin of the example, in which the rule says nothing.
    pub(crate) silent: bool,
    pub(crate) role: String,
    pub(crate) text: String,
}

/// Reads a page, or says what is wrong with it.
pub(crate) fn read(text: &str) -> Result<Page, String> {
    let mut lines = text.lines();
    let id = match lines.next().and_then(|line| line.strip_prefix("# ")) {
        Some(id) => id.to_owned(),
        None => return Err("the first line is no `# family/id`".to_owned()),
    };
    let mut sections: Vec<Section> = Vec::new();
    let mut paragraph = String::new();
    while let Some(line) = lines.next() {
        let heading = line.strip_prefix("## ");
        let title = line.strip_prefix("### ");
        let fence = line.strip_prefix("```");
        if line.trim().is_empty() || heading.is_some() || title.is_some() || fence.is_some() {
            flush(&mut sections, &mut paragraph)?;
        } else {
            paragraph.push_str(line);
            paragraph.push('\n');
        }
        if let Some(heading) = heading {
            sections.push(Section { heading: heading.to_owned(), parts: Vec::new() });
        } else if let Some(title) = title {
            push(&mut sections, Part::Title(title.to_owned()))?;
        } else if let Some(info) = fence {
            let mut content = String::new();
            loop {
                match lines.next() {
                    Some("```") => break,
                    Some(line) => {
                        content.push_str(line);
                        content.push('\n');
                    }
                    None => return Err(format!("the block ```{info} has no end")),
                }
            }
            push(&mut sections, Part::Block(block(info, content)))?;
        }
    }
    flush(&mut sections, &mut paragraph)?;
    let found: Vec<&str> = sections.iter().map(|section| section.heading.as_str()).collect();
    if found != HEADINGS {
        return Err(format!("the headings are {found:?} instead of {HEADINGS:?}"));
    }
    if let Some(empty) = sections.iter().find(|section| section.parts.is_empty()) {
        return Err(format!("nothing stands under `{}`", empty.heading));
    }
    if let Some(unwritten) = sections.iter().find(|section| section.unwritten()) {
        return Err(format!("`{}` is not written yet", unwritten.heading));
    }
    Ok(Page { id, sections })
}

fn block(info: &str, text: String) -> Block {
    let (language, rest) = info.split_once(' ').unwrap_or((info, ""));
    let (silent, role) = match rest.strip_prefix("silent") {
        Some(role) => (true, role.trim()),
        None => (false, rest.trim()),
    };
    Block { language: language.to_owned(), silent, role: role.to_owned(), text }
}

fn flush(sections: &mut [Section], paragraph: &mut String) -> Result<(), String> {
    let text = std::mem::take(paragraph);
    if text.is_empty() { Ok(()) } else { push(sections, Part::Text(text.trim_end().to_owned())) }
}

fn push(sections: &mut [Section], part: Part) -> Result<(), String> {
    let section = sections.last_mut().ok_or("text stands before the first `## ` heading")?;
    section.parts.push(part);
    Ok(())
}

impl Section {
    /// Whether it still holds what `make new-rule` put there.
    fn unwritten(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Text(text) if text == "(write this)"))
    }
}

impl Page {
    /// The parts under a heading.
    pub(crate) fn under(&self, heading: &str) -> &[Part] {
        self.sections.iter().find(|section| section.heading == heading).map_or(&[], |section| &section.parts)
    }

    /// The examples, in order.
    pub(crate) fn examples(&self) -> Vec<PageExample<'_>> {
        let mut examples = vec![PageExample::default()];
        for part in self.under("Example") {
            if let Part::Title(title) = part {
                let named = title.strip_suffix(')').and_then(|title| title.rsplit_once(" ("));
                let (title, rule) = named.map_or((title.as_str(), None), |(title, rule)| (title, Some(rule)));
                examples.push(PageExample { title: Some(title), rule, ..PageExample::default() });
            } else if let Some(last) = examples.last_mut() {
                match part {
                    Part::Block(block) => last.blocks.push(block),
                    Part::Text(text) => last.intro.push(text),
                    Part::Title(_) => {}
                }
            }
        }
        examples.retain(|example| !example.blocks.is_empty());
        examples
    }
}

/// One example of a page.
#[derive(Default)]
pub(crate) struct PageExample<'a> {
    /// What happens.
    pub(crate) title: Option<&'a str>,
    /// The finer rule that it shows, without the family; stands in brackets behind the title.
    pub(crate) rule: Option<&'a str>,
    /// What is said before the blocks.
    pub(crate) intro: Vec<&'a str>,
    pub(crate) blocks: Vec<&'a Block>,
}

/// Where the page of a public id lies below `docs/rules`.
pub(crate) fn path(id: &str) -> String {
    format!("docs/rules/{id}.md")
}
