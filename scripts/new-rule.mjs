// Writes the beginnings of a rule: its page, and for the families that look at one tool at a time its check too.
//   node scripts/new-rule.mjs schema/shouting-description [--root DIR]
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [id = "", flag, folder] = process.argv.slice(2);
const root = flag === "--root" ? folder : join(dirname(fileURLToPath(import.meta.url)), "..");
const FAMILIES = [
  "compliance",
  "schema",
  "security",
  "errors",
  "drift",
  "collision",
  "behavioral",
  "latency",
  "contracts",
];

function refuse(why) {
  console.error(`new-rule: ${why}`);
  process.exit(1);
}

const [, family, name] = /^([a-z]+)\/([a-z][a-z0-9]*(?:[-_][a-z0-9]+)*)$/.exec(id) ?? [];
if (name === undefined) refuse("give a name like `make new-rule RULE=schema/shouting-description`");
if (!FAMILIES.includes(family)) refuse(`there is no family ${family}; the families are ${FAMILIES.join(", ")}`);

const page = join(root, "docs/rules", `${id}.md`);
if (existsSync(page)) refuse(`docs/rules/${id}.md is there already`);

/** Where a check is called, and its row is listed, in the families that look at one tool at a time. */
const PLACES = {
  schema: { rows: "rows.rs", before: "];", call: "        annotations::check(tool, &mut found);\n", tool: "tool" },
  security: {
    rows: "rows/mod.rs",
    before: "];",
    call: "                annotation::check(definition, &mut found);\n",
    tool: "definition",
  },
};

const written = [];
function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  written.push(path);
}

function insert(path, before, line) {
  const text = readFileSync(join(root, path), "utf8");
  const at = text.indexOf(before);
  if (at === -1) refuse(`${path} has changed so much that this script no longer knows where to add the rule`);
  write(path, text.slice(0, at) + line + text.slice(at));
}

const module = name.replaceAll("-", "_");
const place = PLACES[family];
if (place !== undefined) {
  const source = `core/src/rules/${family}`;
  if (existsSync(join(root, source, `${module}.rs`))) refuse(`${source}/${module}.rs is there already`);
  const { version } = JSON.parse(readFileSync(join(root, "npm/package.json"), "utf8"));
  const above = family === "schema" ? "super" : "super::super";
  write(
    `${source}/${module}.rs`,
    `use crate::rules::{Family, Finding, Meta, Outcome, Severity, Sink};
use crate::surface::Definition;
use crate::text::quoted;

pub(super) const META: Meta = Meta {
    id: "${id}",
    rule: "${id}",
    title: "(what is wrong, in one line without a full stop)",
    why: "(whom it hurts, one sentence)",
    fix: "(what to do, one sentence)",
    since: "${version}",
    ..Meta::lint(Family::${family.charAt(0).toUpperCase()}${family.slice(1)}, Severity::Low, Outcome::Warn)
};

pub(super) fn check(tool: &Definition, sink: &mut Sink) {
    let Some(text) = tool.description() else { return };
    if text.is_empty() {
        return;
    }
    let what = format!("Tool {} (says what is so)", quoted(tool.key()));
    sink.push(Finding::new(&META, what).of(tool.key()).at(tool.at("description")));
}
`,
  );
  const modules = readFileSync(join(root, source, "mod.rs"), "utf8");
  const next = [...modules.matchAll(/^mod (\w+);$/gm)].find(([, other]) => other > module) ?? ["\npub use"];
  insert(`${source}/mod.rs`, next[0], next[0].startsWith("\n") ? `mod ${module};\n` : `mod ${module};\n`);
  const rows = readFileSync(join(root, source, place.rows), "utf8");
  const list = rows.slice(rows.indexOf("_ROWS: &[&Meta] = &["));
  const last = list.slice(0, list.indexOf("];")).trimEnd().split("\n").at(-1);
  insert(`${source}/${place.rows}`, `${last}\n];`, `    &${above}::${module}::META,\n`);
  insert(`${source}/check.rs`, place.call, place.call.replace(/\w+::check\(\w+/, `super::${module}::check(${place.tool}`));
}

const blocks =
  family === "drift"
    ? ["```json old\n{ \"tools\": [] }\n```", "```json new\n{ \"tools\": [] }\n```", "```json silent new\n{ \"tools\": [] }\n```"]
    : ["```json surface\n{ \"tools\": [] }\n```", "```json silent surface\n{ \"tools\": [] }\n```"];
const [silent, ...loud] = blocks.reverse();
write(
  `docs/rules/${id}.md`,
  `# ${id}

## What it checks

(write this)

## Why it matters

(write this)

## Example

${loud.reverse().join("\n\n")}

\`\`\`text finding
\`\`\`

${silent}

## What to do

(write this)

## When to ignore it

(write this)
`,
);

for (const path of written) console.log(`new-rule: ${path}`);
if (place === undefined) {
  console.log(`new-rule: add a row for ${id} to the tables of the family, and its check, in core/src`);
}
console.log("new-rule: then follow CONTRIBUTING.md, `Add a rule`");
