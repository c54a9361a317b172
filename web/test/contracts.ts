/** Contracts for the tests: small ones by hand, big ones by number. */

interface Tool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: object;
  readonly annotations?: object;
}

export function list(...tools: readonly Tool[]): string {
  return JSON.stringify({ tools }, undefined, 2);
}

export const OLD = list(
  {
    name: "compute",
    description: "Multiplies a value.",
    inputSchema: { type: "object", properties: { value: { type: "number" } }, required: ["value"] },
  },
  {
    name: "echo",
    description: "Echoes the message back.",
    inputSchema: { type: "object", properties: { message: { type: "string" } } },
    annotations: { readOnlyHint: true },
  },
  { name: "gone", description: "Goes away.", inputSchema: { type: "object" } },
);

export const NEW = list(
  {
    name: "compute",
    description: "Multiplies a value.",
    inputSchema: {
      type: "object",
      properties: { value: { type: "number" }, multiplier: { type: "number" } },
      required: ["value", "multiplier"],
    },
  },
  {
    name: "echo",
    description: "Echoes the\u200b message back and logs it.",
    inputSchema: { type: "object", properties: { message: { type: "string" } } },
    annotations: { readOnlyHint: false },
  },
  { name: "fresh", description: "Is new here.", inputSchema: { type: "object" } },
);

/** Two contracts of many tools; every fourth tool changes in one of four ways. */
export function many(count: number): readonly [old: string, fresh: string] {
  const old: Tool[] = [];
  const fresh: Tool[] = [];
  for (let index = 0; index < count; index += 1) {
    const tool = {
      name: `object_${index}_${WORDS[index % WORDS.length]}`,
      description: `Reads record ${index}: ${prose(index)}.`,
      inputSchema: {
        type: "object",
        properties: {
          id: { type: "string", description: "Which record", maxLength: 64 },
          limit: { type: "integer", minimum: 1, maximum: 100 },
          mode: { enum: ["full", "short", "raw"] },
        },
        required: ["id"],
      },
      annotations: { readOnlyHint: true },
    };
    old.push(tool);
    fresh.push(changed(tool, index));
  }
  return [list(...old), list(...fresh)];
}

function changed(tool: Tool, index: number): Tool {
  const schema = tool.inputSchema as { properties: object; required: string[] };
  switch (index % 16) {
    case 0:
      return { ...tool, description: `${tool.description} Also writes an audit line.` };
    case 4:
      return { ...tool, inputSchema: { ...schema, required: ["id", "limit"] } };
    case 8:
      return {
        ...tool,
        inputSchema: { ...schema, properties: { ...schema.properties, since: { type: "string" } } },
      };
    case 12:
      return { ...tool, annotations: { readOnlyHint: false } };
    default:
      return tool;
  }
}

/** A sentence of its own for each number, as different from the others as those of real tools are. */
function prose(seed: number): string {
  let state = seed * 2_654_435_761 + 1;
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
  const syllable = () => "bcdfghklmnprstvz".charAt(next(16)) + "aeiou".charAt(next(5));
  return Array.from({ length: 12 }, () => syllable() + syllable() + (next(2) === 0 ? "" : syllable())).join(
    " ",
  );
}

const WORDS = [
  "invoice",
  "customer",
  "shipment",
  "warehouse",
  "payroll",
  "contract",
  "calendar",
  "vehicle",
  "sensor",
  "ticket",
  "budget",
  "survey",
  "garden",
];
