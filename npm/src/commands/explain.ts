import type { Args } from "../args.js";
import { McpwardError } from "../errors.js";
import type { ExitCode, Io } from "../io.js";
import { didYouMean } from "../nearest.js";
import { ruleBook } from "../engine.js";
import type { Rule } from "../rule.js";

/** Explains a rule, or all rules behind a public id. */
export async function run(args: Args, io: Io): Promise<ExitCode> {
  const [asked = ""] = args.positionals;
  const rules = await ruleBook();
  const exact = rules.filter(({ rule }) => rule === asked);
  // SARIF ids have a dash where ours have a slash, so a name copied from an alert is understood too.
  const found =
    exact.length > 0 ? exact : rules.filter(({ id }) => id === asked || id.replace("/", "-") === asked);
  if (found.length === 0) {
    const known = new Set(rules.flatMap(({ id, rule }) => [id, rule]));
    throw new McpwardError("usage", `there is no rule \`${asked}\`${didYouMean(asked, known)}`, {
      hint: "`mcpward rules` lists them",
    });
  }
  await io.stdout.write(
    args.flags.has("json") ? `${JSON.stringify(found, null, 2)}\n` : found.map(page).join("\n"),
  );
  return 0;
}

const OUTCOMES = {
  fail: "fails the run",
  warn: "warns and never fails the run",
  pass: "is shown and does not fail the run",
  skip: "says that something was not looked at",
} as const;

function page({ id, rule, title, why, fix, since, severity, confidence, default: outcome }: Rule): string {
  return [
    rule,
    `  ${title}.`,
    "",
    `  Why        ${why}`,
    `  What to do ${fix}`,
    "",
    `  Reported as ${id}; severity ${severity}, confidence ${confidence}; by default it ${OUTCOMES[outcome]}; since ${since}.`,
    "",
  ].join("\n");
}
