import { readFileSync } from "node:fs";

/** The folder of the installed package, with a trailing slash. */
export const PACKAGE_ROOT = new URL("../", import.meta.url);

/** The version of this package. */
export function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("package.json", PACKAGE_ROOT), "utf8"));
  return (manifest as { version: string }).version;
}
