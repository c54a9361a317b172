// Gives a tool from npm that only tests need, from a folder outside the checkout.
//
// usage: node scripts/cached-package.mjs NAME VERSION    prints the folder of the package
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cache, npm } from "./other-node.mjs";

export function cachedPackage(name, version) {
  const folder = join(cache, `${name.replace("/", "+")}-${version}`);
  const found = join(folder, "node_modules", name);
  if (!existsSync(join(found, "package.json"))) {
    console.error(`cached-package: installing ${name} ${version}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"private":true}');
    npm(["install", "--no-save", `${name}@${version}`], folder);
  }
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(cachedPackage(process.argv[2], process.argv[3]));
