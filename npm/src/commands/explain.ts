import type { Args } from "../args.js";
import { McpwardError } from "../errors.js";
import type { ExitCode, Io } from "../io.js";
import { didYouMean } from "../nearest.js";
import { ruleBook } from "../engine.js";
import type { Rule } from "../rule.js";
import { type RuleExample, type RulePage, rulePage } from "../rule-pages.js";
import { labelled, markdownForTerminal, paint, readingWidth, type Style, wrapped } from "../terminal.js";

/** Explains a rule, or all rules behind a public id. */
export async function run(args: Args, io: Io): Promise<ExitCode> {
  const [asked = ""] = args.positionals;
  const rules = await ruleBook();
  const found = named(asked, rules);
  const [first] = found;
  if (first === undefined) {
    const known = new Set(rules.flatMap(({ id, rule }) => [id, rule]));
    throw new McpwardError("usage", `there is no rule \`${asked}\`${didYouMean(asked, known)}`, {
      hint: "`mcpward rules` lists them",
    });
  }
  const page = await rulePage(first.id);
  if (args.flags.has("json")) {
    const { prose, examples } = page;
    await io.stdout.write(`${JSON.stringify({ rules: found, prose, examples }, null, 2)}\n`);
    return 0;
  }
  const draw = { width: readingWidth(io.stdout.columns), color: io.stdout.color };
  const siblings = rules.filter(({ id }) => id === first.id);
  const whole = asked.toLowerCase() !== first.rule || siblings.length === found.length;
  const text = whole ? idPage(siblings, page, draw) : finerPage(first, siblings.length, page, draw);
  await io.stdout.write(text);
  return 0;
}

/** The rules of that finer name, else of that public id; SARIF ids and names without family are understood too. */
function named(asked: string, rules: readonly Rule[]): readonly Rule[] {
  const name = asked.toLowerCase();
  const short = (full: string) => full.slice(full.indexOf("/") + 1);
  const ways: readonly ((rule: Rule) => boolean)[] = [
    ({ rule, id }) => rule === name && rule !== id,
    ({ id }) => id === name || id.replace("/", "-") === name,
    ({ rule }) => short(rule) === name,
    ({ id }) => short(id) === name,
  ];
  for (const way of ways) {
    const found = rules.filter(way);
    // A short name that stands in several families names none.
    if (found.length > 0 && new Set(found.map(({ id }) => id)).size === 1) return found;
  }
  return [];
}

interface Draw {
  readonly width: number;
  readonly color: boolean;
}

const OUTCOMES = {
  fail: ["fails by default", "red"],
  warn: ["warns by default", "yellow"],
  pass: ["is shown and does not fail", "green"],
  skip: ["says what was not looked at", "dim"],
} as const satisfies Record<Rule["default"], readonly [string, Style]>;

function facts({ severity, confidence, default: outcome, since }: Rule, { color, width }: Draw): string {
  const [text, style] = OUTCOMES[outcome];
  const rest = `, ${severity} severity, ${confidence} confidence, since ${since}`;
  const broken = wrapped(text + rest, width).slice(text.length);
  return paint(style, text, color) + broken.replace(/.+/g, (line) => paint("dim", line, color));
}

/** The page of a public id. */
function idPage(rules: readonly Rule[], page: RulePage, draw: Draw): string {
  const [first] = rules;
  if (first === undefined) return "";
  const blocks = [heading(first.id, draw)];
  blocks[0] += `\n${wrapped(`${page.title}.`, draw.width)}`;
  if (rules.length === 1) blocks[0] += `\n${facts(first, draw)}`;
  blocks.push(...prose(page, draw));
  if (rules.length > 1) blocks.push(ruleList(rules, draw));
  const [example] = page.examples;
  if (example !== undefined) blocks.push(exampleBlock(example, draw));
  if (rules.length > 1) {
    blocks.push(wrapped("`mcpward explain RULE` shows one of the rules with its example.", draw.width));
  }
  return `${blocks.join("\n\n")}\n`;
}

/** The page of one finer rule: its own words, its example, and what its public id says about acting on it. */
function finerPage(rule: Rule, siblings: number, page: RulePage, draw: Draw): string {
  const sentence = (text: string) =>
    wrapped(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`, draw.width, "  ");
  const blocks = [`${heading(rule.rule, draw)}\n${sentence(rule.title).trimStart()}\n${facts(rule, draw)}`];
  for (const [label, text] of [
    ["Why it matters", rule.why],
    ["What to do", rule.fix],
  ] as const) {
    if (text !== "") blocks.push(`${heading(label, draw)}\n${sentence(text)}`);
  }
  blocks.push(...prose(page, draw).filter((_, index) => page.prose[index]?.heading === "When to ignore it"));
  const short = rule.rule.slice(rule.rule.indexOf("/") + 1);
  const example = page.examples.find((example) => example.rule === short);
  const pair = page.pairs.get(rule.rule);
  if (example !== undefined) blocks.push(exampleBlock(example, draw));
  else if (pair !== undefined)
    blocks.push(exampleBlock({ title: "", rule: short, text: `\`\`\`text\n${pair}\n\`\`\`` }, draw));
  const others = siblings === 2 ? "one other rule" : `${siblings - 1} other rules`;
  const reported = `Reported as \`${rule.id}\`, like ${others}: \`mcpward explain ${rule.id}\` tells more.`;
  blocks.push(wrapped(reported, draw.width));
  return `${blocks.join("\n\n")}\n`;
}

function heading(text: string, { color }: Draw): string {
  return paint("bold", text, color);
}

function prose(page: RulePage, draw: Draw): string[] {
  return page.prose.map(
    ({ heading: title, text }) =>
      `${heading(title, draw)}\n${markdownForTerminal(text, draw.width, draw.color, "  ")}`,
  );
}

function ruleList(rules: readonly Rule[], draw: Draw): string {
  const width = Math.max(...rules.map(({ rule }) => rule.length)) + 4;
  const lines = rules.map(({ rule, title, default: outcome }) => {
    const label = { drawn: `  ${paint(OUTCOMES[outcome][1], rule, draw.color)}`, width: rule.length + 2 };
    return labelled(label, width, title.charAt(0).toUpperCase() + title.slice(1), draw.width);
  });
  return `${heading("Rules", draw)}\n${lines.join("\n")}`;
}

function exampleBlock({ title, text }: RuleExample, draw: Draw): string {
  const name = title === "" ? "Example" : `Example: ${title}`;
  return `${heading(wrapped(name, draw.width), draw)}\n${markdownForTerminal(text, draw.width, draw.color, "  ")}`;
}
