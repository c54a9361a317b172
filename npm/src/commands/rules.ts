import type { Args } from "../args.js";
import type { ExitCode, Io } from "../io.js";
import { ruleBook } from "../engine.js";
import type { Rule } from "../rule.js";

/** Lists every rule, by family. */
export async function run(args: Args, io: Io): Promise<ExitCode> {
  const rules = await ruleBook();
  await io.stdout.write(args.flags.has("json") ? `${JSON.stringify(rules, null, 2)}\n` : table(rules));
  return 0;
}

function table(rules: readonly Rule[]): string {
  const width = Math.max(...rules.map(({ rule }) => rule.length));
  const families = new Map<string, string[]>();
  for (const { rule, family, severity, default: outcome, title } of rules) {
    const lines = families.get(family) ?? [];
    lines.push(`  ${rule.padEnd(width)}  ${severity.padEnd(6)}  ${outcome.padEnd(4)}  ${title}`);
    families.set(family, lines);
  }
  const blocks = [...families].map(([family, lines]) => `${family.toUpperCase()}\n${lines.join("\n")}\n`);
  return `${blocks.join("\n")}\n\`mcpward explain RULE\` tells why, and what to do.\n`;
}
