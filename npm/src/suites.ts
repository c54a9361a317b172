import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { goldens } from "./engine.js";
import type { CheckRequest, GoldenFile } from "./questions.js";
import { McpwardError } from "./errors.js";
import { shownPath, writeWhole } from "./files.js";
import type { Io } from "./io.js";
import type { ServerPlan } from "./plan.js";
import { readText } from "./reading.js";

/** What of a configuration the suites are. */
interface Configured {
  readonly suites?: readonly {
    readonly cases?: readonly { readonly expect?: Readonly<Record<string, unknown>> }[];
  }[];
}

/** What a check needs to judge suites: the golden files that they name. */
export async function suiteContext(config: string, folder: string): Promise<Pick<CheckRequest, "goldens">> {
  const { suites = [] } = JSON.parse(config) as Configured;
  return suites.length === 0 ? {} : { goldens: await readGoldens(suites, folder) };
}

async function readGoldens(
  suites: NonNullable<Configured["suites"]>,
  folder: string,
): Promise<Readonly<Record<string, GoldenFile>>> {
  const found = new Map<string, GoldenFile>();
  for (const { golden } of suites.flatMap(({ cases = [] }) => cases.map(({ expect = {} }) => expect))) {
    if (typeof golden !== "string" || found.has(golden)) continue;
    found.set(golden, await readGolden(resolve(folder, golden)));
  }
  return Object.fromEntries(found);
}

/** A snapshot that cannot be read is a finding about the case that names it, not the end of the run. */
async function readGolden(path: string): Promise<GoldenFile> {
  try {
    const text = await readText(path, (reason) => new McpwardError("config", reason));
    return text === undefined ? {} : { text };
  } catch (error) {
    if (!(error instanceof McpwardError)) throw error;
    return { problem: error.message };
  }
}

/**
 * Writes the golden files that a capture gives, each whole or not at all.
 *
 * @throws McpwardError `output`
 */
export async function updateGoldens(server: ServerPlan, capture: string, io: Io): Promise<void> {
  const snapshots = await goldens(server.config, capture);
  for (const [name, text] of Object.entries(snapshots)) {
    const path = resolve(server.folder, name);
    const shown = shownPath(path, io.cwd);
    if ((await readGolden(path)).text === text) continue;
    io.signal.throwIfAborted();
    await mkdir(dirname(path), { recursive: true }).catch((cause: unknown) => {
      throw new McpwardError("output", `cannot create the folder of \`${shown}\``, { cause });
    });
    await writeWhole(path, text, shown);
    await io.stderr.write(`mcpward: golden snapshot written: ${shown}\n`);
  }
}
