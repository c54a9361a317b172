/** The words the page uses for values of the report. */
const WORDS: Readonly<Record<string, string>> = {
  fail: "Fails",
  warn: "Warns",
  pass: "Allowed",
  skip: "Suppressed",
  high: "High",
  medium: "Medium",
  low: "Low",
  drift: "Changes",
  security: "Security",
  collision: "Collision",
  schema: "Schema",
  compliance: "Compliance",
};

export function wordFor(value: string): string {
  return WORDS[value] ?? value;
}
