// Builds the page: one HTML file that carries its styles, its worker and the wasm module, and asks for nothing.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { constants, gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = new URL("../", import.meta.url);
const at = (path) => fileURLToPath(new URL(path, here));

const [script, worker] = await Promise.all([bundle("src/page/main.ts"), bundle("src/worker/main.ts")]);
const style = await bundle("src/style.css");
const wasm = gzipSync(readFileSync(at("../npm/wasm/mcpward_bg.wasm")), {
  level: constants.Z_BEST_COMPRESSION,
});

const csp = [
  "default-src 'none'",
  `script-src '${hash(script)}' 'wasm-unsafe-eval'`,
  `style-src '${hash(style)}'`,
  "img-src data:",
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types mcpward-worker",
].join("; ");

const parts = { csp, style, script, worker, wasm: base85(wasm) };
const page = readFileSync(at("src/page.html"), "utf8").replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
mkdirSync(at("dist"), { recursive: true });
writeFileSync(at("dist/index.html"), page);
console.log(`web: web/dist/index.html, ${(page.length / 1e6).toFixed(2)} MB`);

async function bundle(entry) {
  const { outputFiles } = await build({
    entryPoints: [at(entry)],
    bundle: true,
    write: false,
    format: "iife",
    target: ["chrome120", "firefox121", "safari17.4"],
    minify: true,
    charset: "utf8",
    legalComments: "none",
    loader: { ".lock": "text" },
    alias: { "mcpward-glue": at("../npm/wasm/mcpward.js") },
    // The glue knows where its module lies only when it is a module itself; here it is handed the bytes.
    define: { "import.meta.url": '"about:blank"' },
    logLevel: "warning",
  });
  // Nothing in it may end the element that it stands in.
  return outputFiles[0].text.trim().replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
}

/**
 * Four bytes as five characters, a twelfth less than base64: from `(` on, with `}` for the `<` that could end an
 * element. The length in bytes stands before it.
 */
function base85(bytes) {
  const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
  bytes.copy(padded);
  const out = Buffer.alloc((padded.length / 4) * 5);
  for (let from = 0, to = 0; from < padded.length; from += 4, to += 5) {
    let value = padded.readUInt32BE(from);
    for (let digit = 4; digit >= 0; digit -= 1) {
      const code = 40 + (value % 85);
      out[to + digit] = code === 60 ? 125 : code;
      value = Math.floor(value / 85);
    }
  }
  return `${bytes.length}:${out.toString("latin1")}`;
}

function hash(text) {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
