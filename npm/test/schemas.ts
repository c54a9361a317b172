import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { ROOT } from "./support.js";

/** Checks documents against one of our schemas, or against the schema in a file; gives what is wrong. */
export function validator(name: string): (document: unknown) => readonly ErrorObject[] {
  const path = name.endsWith(".json") ? name : join(ROOT, `schemas/${name}.schema.json`);
  const { id, ...schema } = JSON.parse(readFileSync(path, "utf8")) as { $schema?: string; id?: string };
  // Draft-04 writes `id` for `$id`; what else it does differently, none of the schemas here uses.
  if (id !== undefined) delete schema.$schema;
  const ajv = schema.$schema?.includes("2020-12")
    ? new Ajv2020({ allErrors: true, strict: false, unicodeRegExp: false })
    : new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  return (document) => (validate(document) ? [] : (validate.errors ?? []));
}
