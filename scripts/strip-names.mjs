// usage: node strip-names.mjs FILE.wasm
//
// Drops the section with the names of functions: a tenth of the module, and of use only to a debugger. Everything else
// stays, the section that says which features the module needs above all.
import { readFileSync, writeFileSync } from "node:fs";

const [file] = process.argv.slice(2);
const bytes = readFileSync(file);
let at = 8;

function number() {
  let result = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    result += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return result;
  }
}

const kept = [bytes.subarray(0, at)];
while (at < bytes.length) {
  const start = at;
  const custom = bytes[at++] === 0;
  const end = number() + at;
  const isNames = custom && number() === 4 && bytes.toString("utf8", at, at + 4) === "name";
  if (!isNames) kept.push(bytes.subarray(start, end));
  at = end;
}
writeFileSync(file, Buffer.concat(kept));
