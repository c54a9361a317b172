import { readFile } from "node:fs/promises";
import { McpwardError } from "./errors.js";
import { PACKAGE_ROOT } from "./package.js";

/** The entry of one public id in the rule book, in Markdown. */
export interface RulePage {
  /** One line that names the problem. */
  readonly title: string;
  /** `What it checks`, `Why it matters`, `What to do`, `When to ignore it`. */
  readonly prose: readonly { readonly heading: string; readonly text: string }[];
  readonly examples: readonly RuleExample[];
  /** An example for each finer rule about a schema change. */
  readonly pairs: ReadonlyMap<string, string>;
}

export interface RuleExample {
  readonly title: string;
  /** The finer rule that it shows, without the family. */
  readonly rule: string | undefined;
  /** Labels and fenced blocks. */
  readonly text: string;
}

/**
 * The page of a public id, from the rule book in the package.
 *
 * @throws McpwardError `internal` when the package is damaged.
 */
export async function rulePage(id: string): Promise<RulePage> {
  const anchor = `<a id="${id.replace("/", "-")}"></a>\n`;
  const book = await ruleBookText();
  const start = book.indexOf(anchor);
  if (start === -1) throw damaged(`docs/rules.md has no page for ${id}`);
  const rest = book.slice(start + anchor.length);
  const end = rest.search(/^(<a id="|## )/m);
  return parse(end === -1 ? rest : rest.slice(0, end));
}

/** The title of every public id. */
export async function ruleTitles(): Promise<ReadonlyMap<string, string>> {
  const found = (await ruleBookText()).matchAll(TITLE);
  return new Map([...found].map(([, id = "", title = ""]) => [id, title]));
}

const TITLE = /^### (\S+)\n\n(.*?)\.(?: \*.*)?$/gm;

async function ruleBookText(): Promise<string> {
  try {
    return await readFile(new URL("docs/rules.md", PACKAGE_ROOT), "utf8");
  } catch (cause) {
    throw damaged("docs/rules.md is missing", cause);
  }
}

function damaged(what: string, cause?: unknown): McpwardError {
  return new McpwardError("internal", `the rule book is damaged: ${what}`, {
    hint: "reinstall mcpward, or run `make build` in a checkout",
    cause,
  });
}

/** Splits an entry at its bold headings. */
function parse(entry: string): RulePage {
  const prose: { heading: string; text: string }[] = [];
  const examples: RuleExample[] = [];
  let pairs: ReadonlyMap<string, string> = new Map();
  for (const part of entry.split(/^(?=\*\*[A-Z][^*\n]*\.\*\*)/m).slice(1)) {
    const [, heading = "", text = ""] = /^\*\*([^*\n]*)\.\*\*\s*([^]*)$/.exec(part) ?? [];
    if (heading === "Rules") pairs = pairsOf(text);
    else if (heading === "Example") examples.push(example(text));
    else prose.push({ heading, text: text.trim() });
  }
  const [, , title = ""] = [...entry.matchAll(TITLE)][0] ?? [];
  return { title, prose, examples, pairs };
}

function example(text: string): RuleExample {
  // The title stands on the line of the heading; without one the first label follows.
  const [, title = "", body = text] = /^(.*\S)\n\n([^]*)$/.exec(text) ?? [];
  if (title.endsWith(":")) return { title: "", rule: undefined, text: text.trim() };
  const [, rule] = / \(([a-z0-9-]+)\)$/.exec(title) ?? [];
  return { title: title.replace(/ \([a-z0-9-]+\)$/, ""), rule, text: body.trim() };
}

function pairsOf(list: string): ReadonlyMap<string, string> {
  const items = list.split(/^- \*\*/m).slice(1);
  const pairs = items.map((item) => {
    const name = item.slice(0, item.indexOf("**"));
    const block = /^ {2}```text\n([^]*?)^ {2}```$/m.exec(item)?.[1] ?? "";
    return [name, block.replace(/^ {2}/gm, "").trimEnd()] as const;
  });
  return new Map(pairs.filter(([, block]) => block !== ""));
}
