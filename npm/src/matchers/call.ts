import { capture, compareSchemas } from "../api.js";
import type { CaptureOptions } from "../api-options.js";
import { McpwardError } from "../errors.js";
import { shownJson } from "../json-text.js";
import type { SchemaChange } from "../schema-comparison.js";
import type { Target } from "../targets.js";
import type { Outcome } from "./outcome.js";

/** The arguments of a call. */
export type Arguments = Readonly<Record<string, unknown>>;

/**
 * Whether `tool` of `target` declares that it takes this call: its input schema accepts the arguments, and knows each
 * of them. Nothing is called.
 */
export async function acceptsCall(
  target: Target,
  tool: string,
  args: Arguments,
  options: CaptureOptions,
): Promise<Outcome> {
  const { tools } = await capture(target, options);
  const call = `${shownJson(tool)} with ${shownJson(args)}`;
  const found = tools.find(({ name }) => name === tool);
  if (found === undefined) {
    const names = tools.slice(0, 20).map(({ name }) => shownJson(name));
    const others = names.length === 0 ? "it has none" : `it has ${names.join(", ")}`;
    return { pass: false, message: `cannot call ${call}: there is no such tool; ${others}` };
  }
  const { verdict, effect, reason, changes } = await compareSchemas(exactly(args), found.inputSchema ?? {});
  if (verdict === "undecided") {
    throw new McpwardError(
      "usage",
      `whether ${shownJson(tool)} accepts this call cannot be decided: ${reason}`,
    );
  }
  if (verdict !== "breaking") return { pass: true, message: `${call} is a call that the tool accepts` };
  const verb = effect === "ignored" ? "ignores a part of" : "rejects";
  return { pass: false, message: [`the tool ${verb} the call of ${call}`, ...reasons(changes)].join("\n") };
}

/** The schema of exactly these arguments, with each of them declared. */
function exactly(args: Arguments): Readonly<Record<string, unknown>> {
  return {
    type: "object",
    properties: Object.fromEntries(Object.entries(args).map(([name, value]) => [name, { const: value }])),
    required: Object.keys(args),
    additionalProperties: false,
  };
}

/** What the schema asks that the call does not give, place by place. */
function reasons(changes: readonly SchemaChange[]): string[] {
  return changes
    .filter(({ verdict }) => verdict === "breaking")
    .map(({ pointerNew, pointerOld, after, effect }) => {
      if (effect === "ignored") return `  ${shownJson(pointerOld)} is not declared`;
      return `  ${shownJson(pointerNew)} asks for ${shownJson(after)}`;
    });
}
