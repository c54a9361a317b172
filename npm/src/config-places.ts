import type { Located } from "./plan.js";
import type { CheckRequest } from "./questions.js";

/** What of a configuration results may be about. */
const TOLD = ["suites", "suppress"] as const;

/** Where the parts of a configuration that results may be about stand in its file. */
export function configPlaces(config: string, file: Located | undefined): Pick<CheckRequest, "configFile"> {
  if (file === undefined) return {};
  const document = JSON.parse(config) as Partial<Record<(typeof TOLD)[number], unknown>>;
  const pointers = TOLD.flatMap((key) =>
    document[key] === undefined ? [] : below(`/${key}`, document[key]),
  );
  const places = pointers.flatMap((pointer) => {
    const place = file.locate(pointer);
    return place === undefined ? [] : [[pointer, place] as const];
  });
  return { configFile: { name: file.shown, places: Object.fromEntries(places) } };
}

/** A pointer, and those of everything inside. */
function below(base: string, value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [base];
  const inner = Object.entries(value).flatMap(([key, member]) =>
    below(`${base}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, member),
  );
  return [base, ...inner];
}
