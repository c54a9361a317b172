import type { Args } from "../args.js";
import type { ExitCode, Io } from "../io.js";
import { ruleBook } from "../engine.js";
import type { Rule } from "../rule.js";
import { ruleTitles } from "../rule-pages.js";
import { labelled, paint, readingWidth, type Style, wrapped } from "../terminal.js";

/** Lists every public id, by family; with `--verbose` the finer rules too. */
export async function run(args: Args, io: Io): Promise<ExitCode> {
  const rules = await ruleBook();
  if (args.flags.has("json")) {
    await io.stdout.write(`${JSON.stringify(rules, null, 2)}\n`);
    return 0;
  }
  const verbose = args.flags.has("verbose");
  const lines = verbose ? rules.map((rule) => [rule.rule, [rule]] as const) : byId(rules);
  const titles = await ruleTitles();
  await io.stdout.write(list(lines, titles, readingWidth(io.stdout.columns, 110), io.stdout.color));
  return 0;
}

/** A name, and the rules behind it. */
type Named = readonly [string, readonly Rule[]];

function byId(rules: readonly Rule[]): readonly Named[] {
  const groups = new Map<string, Rule[]>();
  for (const rule of [...rules].sort((left, right) => (left.id < right.id ? -1 : 1))) {
    const group = groups.get(rule.id);
    if (group === undefined) groups.set(rule.id, [rule]);
    else group.push(rule);
  }
  return [...groups];
}

const SIGNS = {
  fail: ["✗", "red"],
  warn: ["⚠", "yellow"],
  pass: ["✓", "green"],
  skip: ["○", "dim"],
} as const satisfies Record<Rule["default"], readonly [string, Style]>;

const ORDER = ["skip", "pass", "warn", "fail"] as const;

function list(
  named: readonly Named[],
  titles: ReadonlyMap<string, string>,
  width: number,
  color: boolean,
): string {
  const column = Math.max(...named.map(([name]) => name.length)) + 6;
  const families = new Map<string, string[]>();
  for (const [name, group] of named) {
    const [first] = group;
    if (first === undefined) continue;
    const worst = ORDER.findLast((outcome) => group.some((rule) => rule.default === outcome)) ?? "pass";
    const [sign, style] = SIGNS[worst];
    const title = (group.length > 1 ? titles.get(first.id) : undefined) ?? first.title;
    const more = group.length > 1 ? ` (${group.length} rules)` : "";
    const text = title.charAt(0).toUpperCase() + title.slice(1) + more;
    const label = { drawn: `  ${paint(style, sign, color)} ${name}`, width: name.length + 4 };
    const lines = families.get(first.family) ?? [];
    lines.push(labelled(label, column, text, width));
    families.set(first.family, lines);
  }
  const blocks = [...families].map(
    ([family, lines]) => `${paint("bold", family.toUpperCase(), color)}\n${lines.join("\n")}\n`,
  );
  const meanings = Object.entries(SIGNS).map(
    ([outcome, [sign]]) => `${sign} ${MEANING[outcome as Rule["default"]]}`,
  );
  const legend = Object.values(SIGNS).reduce(
    (text, [sign, style]) => text.replace(sign, paint(style, sign, color)),
    wrapped(`By default: ${meanings.join(", ")}.`, width),
  );
  const advice = wrapped("`mcpward explain RULE` tells what it checks, why, and what to do.", width);
  return `${blocks.join("\n")}\n${legend}\n${advice}\n`;
}

const MEANING = { fail: "fails", warn: "warns", pass: "is shown", skip: "says what was skipped" } as const;
