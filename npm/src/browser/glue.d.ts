// The glue of the wasm module as the package has it; `scripts/assemble.mjs` writes the module itself.
import type { Core } from "../core.js";

export const glue: Core;
export function load(options?: { readonly module_or_path: unknown }): Promise<unknown>;
