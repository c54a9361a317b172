import { pretty } from "./json-text.js";
import type { Format } from "./reporters.js";

/** One report of a `servers:` map, rendered. */
export interface Rendered {
  readonly name: string;
  readonly text: string;
}

/** Joins the rendered reports of several servers into one document of the same format. */
export function join(parts: readonly Rendered[], format: Format): string {
  switch (format) {
    case "console":
      return parts.map(({ name, text }) => `\n── ${name} ──\n${text}`).join("");
    case "markdown":
      return parts.map(({ name, text }) => `# ${name}\n\n${text}`).join("\n");
    case "json":
      return pretty(`{"servers":[${parts.map(({ text }) => text).join(",")}]}`);
    case "sarif":
      return joinSarif(parts);
    case "junit":
      return joinJunit(parts);
  }
}

/** One run for each server; the category keeps their alerts apart on GitHub. */
function joinSarif(parts: readonly Rendered[]): string {
  const documents = parts.map(({ name, text }) => {
    const document = JSON.parse(text) as { runs: object[] };
    const runs = document.runs.map((run) => ({ ...run, automationDetails: { id: `mcpward/${name}/` } }));
    return { ...document, runs };
  });
  const [first] = documents;
  return `${JSON.stringify({ ...first, runs: documents.flatMap(({ runs }) => runs) }, null, 2)}\n`;
}

const COUNTS = ["tests", "failures", "errors", "skipped", "time"] as const;

/** All suites below one root, each named after its server, with the root's counts added up. */
function joinJunit(parts: readonly Rendered[]): string {
  const totals = new Map<string, number>();
  const suites: string[] = [];
  for (const { name, text } of parts) {
    const [, attributes = "", body = ""] =
      /<testsuites\b([^>]*?)(?:\/>|>([\s\S]*)<\/testsuites>)/.exec(text) ?? [];
    for (const count of COUNTS) {
      const found = new RegExp(`\\b${count}="([0-9.]+)"`).exec(attributes)?.[1];
      if (found !== undefined) totals.set(count, (totals.get(count) ?? 0) + Number(found));
    }
    suites.push(body.replace(/<testsuite\b([^>]*?)\bname="/g, `<testsuite$1name="${name}: `).trim());
  }
  const attributes = [...totals].map(([count, total]) => ` ${count}="${total}"`).join("");
  const body = suites.filter((suite) => suite !== "").join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="mcpward"${attributes}>\n${body}\n</testsuites>\n`;
}
