// Copies into the package what lives at the root of the repository: npm packs only what lies below package.json.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);
const here = new URL("../", import.meta.url);

for (const name of ["README.md", "LICENSE", "NOTICE", "CHANGELOG.md"])
  cpSync(new URL(name, root), new URL(name, here));

rmSync(new URL("schemas/", here), { recursive: true, force: true });
mkdirSync(new URL("schemas/", here));
const schemas = new URL("schemas/", root);
for (const name of existsSync(schemas) ? readdirSync(schemas) : []) {
  if (name.endsWith(".schema.json")) cpSync(new URL(name, schemas), new URL(`schemas/${name}`, here));
}

// The wasm module lies outside dist, and is not there when the sources are compiled.
writeFileSync(
  new URL("dist/browser/glue.js", here),
  'import load, * as glue from "../../wasm/mcpward.js";\nexport { glue, load };\n',
);

// The rule book, which reports link to and `mcpward explain` shows, and the pages that it links to.
rmSync(new URL("docs/", here), { recursive: true, force: true });
mkdirSync(new URL("docs/", here));
for (const name of ["rules.md", "configuration.md", "stability.md"])
  cpSync(new URL(`docs/${name}`, root), new URL(`docs/${name}`, here));
