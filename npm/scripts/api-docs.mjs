// Writes docs/api.md from the comments in the sources: what the entries of package.json export, in their words.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { API, SymbolFlags } from "typescript/unstable/sync";

const npm = fileURLToPath(new URL("../", import.meta.url));
const { exports } = JSON.parse(readFileSync(`${npm}package.json`, "utf8"));
const entries = Object.entries(exports).filter(([, target]) => typeof target !== "string");

const api = new API({ cwd: npm });
const [project] = api.updateSnapshot({ openProject: `${npm}tsconfig.json` }).getProjects();
const { checker, program } = project;

/** The name under which a type is exported, by the name it was declared with. */
const names = new Map();
/** Which entry documents a name; the others refer to it. */
const documented = new Map();
const modules = entries.map(([entry, target]) => {
  const file = program.getSourceFile(
    `${npm}${target.default.replace("./dist/", "src/").replace(/\.js$/, ".ts")}`,
  );
  const name = `mcpward${entry.slice(1)}`;
  const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(file)).map((symbol) => {
    const aliased = symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    names.set(aliased.name, symbol.name);
    return { name: symbol.name, symbol: aliased, node: aliased.declarations[0].resolve(project) };
  });
  return { name, symbols, intro: introOf(file.text) };
});

const sections = modules.map(({ name, symbols, intro }) => {
  const own = symbols.filter((each) => !documented.has(`${each.name} ${pathOf(each)}`));
  const others = symbols.filter((each) => documented.has(`${each.name} ${pathOf(each)}`));
  for (const each of own) documented.set(`${each.name} ${pathOf(each)}`, name);
  const isType = ({ node }) => /^export (interface|type) /.test(declaration(node));
  const values = own.filter((each) => !isType(each));
  const types = own.filter(isType).sort((a, b) => (a.name < b.name ? -1 : 1));
  const also = others.map((each) => link(each.name)).join(", ");
  return [
    `## ${name}`,
    intro,
    ...[...values, ...types].map(describe),
    ...(also === "" ? [] : [`It also exports ${also}.`]),
  ].join("\n\n");
});
api.close();

const contents = modules.map(({ name }) => `- [${name}](#${name.replaceAll("/", "")})`).join("\n");
const page = `<!-- Written by \`make generate\` from the comments in npm/src. Do not edit. -->

# The library

${contents}

The wasm module is \`mcpward/mcpward.wasm\`, and the JSON Schemas of the formats are \`mcpward/schemas/*\`:
\`report.v1.schema.json\`, \`servers.v1.schema.json\`, \`lockfile.v2.schema.json\` and \`config.v1.schema.json\`. The package is
made of ES modules; CommonJS uses \`await import("mcpward")\`. What \`checks\`, \`suppress\` and \`server\` may hold is in
[configuration.md](configuration.md).

${sections.join("\n\n")}
`;
writeFileSync(new URL("../../docs/api.md", import.meta.url), page);

function pathOf({ node }) {
  return `${node.getSourceFile().fileName}:${node.pos}`;
}

/** The comment at the top of an entry. */
function introOf(text) {
  const [, comment = ""] = /^\/\*\*\n([^]*?)\n \*\//.exec(text) ?? [];
  return linked(
    comment
      .split("\n")
      .map((line) => line.replace(/^ \* ?/, ""))
      .filter((line) => !line.startsWith("@"))
      .join("\n")
      .trim(),
  );
}

function declaration(node) {
  return node.getText();
}

function describe({ name, symbol, node }) {
  const tags = checker.getJsDocTagsOfSymbol(symbol);
  const tagged = (tag) => tags.filter((each) => each.name === tag).map(({ text }) => linked(text));
  const list = (title, items) =>
    items.length === 0
      ? []
      : [`${title}:\n\n${items.map((item) => `- ${item.replaceAll("\n", "\n  ")}`).join("\n")}`];
  const comment = checker.getDocumentationCommentOfSymbol(symbol);
  if (comment === "") throw new Error(`${name} has no comment`);
  return [
    `### ${name}`,
    ...code(node),
    linked(comment),
    ...inherited(node),
    ...members(node),
    ...list(
      "Parameters",
      tagged("param").map((text) => text.replace(/^(\S+) /, "`$1`: ")),
    ),
    ...list(
      "Throws",
      tagged("throws").map((text) => text.replace(/^(\S+) /, "`$1` ")),
    ),
    ...tagged("example"),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** What a reader has to type: a signature, a union. Interfaces have their table instead. */
function code(node) {
  const text = uncommented(declaration(node));
  const block = (shown) => [`\`\`\`ts\n${shown}\n\`\`\``];
  if (text.startsWith("export class")) return block(text.replace(/^export (class .*?) \{[^]*$/, "$1"));
  if (/^export (async )?function/.test(text)) {
    return block(
      text
        .slice(0, node.body.pos - node.getStart() - (declaration(node).length - text.length))
        .trim()
        .replace(/^export (async )?/, ""),
    );
  }
  if (text.startsWith("export type")) return block(text.replace(/^export /, ""));
  return [];
}

/** The interfaces whose members it has as well. What is no export of ours says its own comment. */
function inherited(node) {
  const [, bases, rest] =
    /^export interface [^{]*? extends ([^{]+?) \{([^]*)\}$/.exec(uncommented(declaration(node))) ?? [];
  if (bases === undefined || bases.startsWith("Omit")) return [];
  return [`Everything of ${links(bases).replace(/, /g, " and ")}${rest.trim() === "" ? "." : ", and:"}`];
}

/** A table of the members of an interface or a class. */
function members(node) {
  const rows = (node.members ?? []).flatMap((member) => {
    if (member.name === undefined) return [];
    const symbol = checker.getSymbolAtLocation(member.name);
    const text = uncommented(member.getText());
    if (/^(private|override)/.test(text)) return [];
    const optional = /^(readonly )?[^:(]*\?[:(]/.test(text) ? " (optional)" : "";
    const type =
      member.type === undefined || text.includes("(")
        ? text
            .replace(/^readonly /, "")
            .replace(/^[^:(]*\??:\s*/, "")
            .replace(/;$/, "")
        : member.type.getText();
    const shown = cell(`\`${oneLine(type)}\``);
    const meaning = checker.getDocumentationCommentOfSymbol(symbol).replaceAll(/\s*\n\s*/g, " ");
    return [`| \`${member.name.getText()}\`${optional} | ${shown} | ${cell(linked(meaning))} |`];
  });
  return rows.length === 0 ? [] : [`| Member | Type | Meaning |\n| --- | --- | --- |\n${rows.join("\n")}`];
}

/** Drops comments inside a declaration. */
function uncommented(text) {
  return text.replace(/\s*\/\*\*[^]*?\*\//g, "");
}

function oneLine(type) {
  const flat = renamed(uncommented(type).replaceAll(/\s+/g, " ").replace(/;? \}/g, " }"));
  return flat.length <= 160 ? flat : `${flat.slice(0, 150)}…`;
}

function renamed(text) {
  return text.replaceAll(/\b[A-Z]\w+\b/g, (name) => names.get(name) ?? name);
}

function cell(text) {
  return text.replaceAll("|", "\\|");
}

/** `{@link X}` as a link to its heading. */
function linked(text) {
  return text.replaceAll(/\{@link (\w+)\}/g, (_, name) => link(name));
}

function links(types) {
  return renamed(types).replaceAll(/\b[A-Z]\w+\b/g, (name) =>
    [...names.values()].includes(name) ? link(name) : `\`${name}\``,
  );
}

function link(name) {
  return `[\`${name}\`](#${name.toLowerCase()})`;
}
