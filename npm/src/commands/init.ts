import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Args, value } from "../args.js";
import { McpwardError } from "../errors.js";
import { checkWritable, shownPath, writeWhole } from "../files.js";
import { importServers } from "../init/import.js";
import { starter } from "../init/template.js";
import type { ExitCode, Io } from "../io.js";
import { readText } from "../reading.js";

const LOCAL_SCHEMA = "node_modules/mcpward/schemas/config.v1.schema.json";
const PUBLISHED_SCHEMA = "https://cdn.jsdelivr.net/npm/mcpward@1/schemas/config.v1.schema.json";

/** Writes a starter configuration; never touches one that exists, unless told to with `--force`. */
export async function run(args: Args, io: Io): Promise<ExitCode> {
  const name = value(args, "config") ?? "mcpward.yaml";
  const path = resolve(io.cwd, name);
  if (existsSync(path) && !args.flags.has("force")) {
    await io.stdout.write(`${name} exists already, so nothing was written. \`--force\` replaces it.\n`);
    return 0;
  }
  await checkWritable(path, name);
  const schema = existsSync(resolve(io.cwd, LOCAL_SCHEMA)) ? `./${LOCAL_SCHEMA}` : PUBLISHED_SCHEMA;
  const from = value(args, "from");
  const lines: string[] = [];
  if (from === undefined) {
    await writeWhole(path, starter(schema), name);
    lines.push(`✓ Wrote ${name}`, "  Name your server in it, then run `mcpward baseline`.");
  } else {
    const imported = importServers(await readSource(resolve(io.cwd, from), from), from);
    await writeWhole(path, starter(schema, imported.yaml), name);
    lines.push(
      `✓ Wrote ${name} with ${imported.names.length} server(s) from ${shownPath(from, io.cwd)}: ${imported.names.join(", ")}`,
    );
    for (const reason of imported.skipped) lines.push(`⚠ Left out ${reason}`);
    if (imported.variables.length > 0) {
      lines.push(
        `⚠ Values that may be secret were not copied; set ${imported.variables.join(", ")} in the environment`,
      );
    }
    lines.push("  Next: `mcpward baseline`.");
  }
  await io.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

async function readSource(path: string, shown: string): Promise<string> {
  const text = await readText(
    path,
    (reason, cause) => new McpwardError("config", `\`${shown}\` ${reason}`, { cause }),
  );
  if (text !== undefined) return text;
  throw new McpwardError("config", `\`${shown}\` does not exist`, {
    hint: "give the path of .mcp.json, claude_desktop_config.json, .vscode/mcp.json or .cursor/mcp.json",
  });
}
