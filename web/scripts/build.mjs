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

const parts = { csp, style, script, worker, wasm: sevenBits(wasm) };
const page = readFileSync(at("src/page.html"), "utf8").replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
mkdirSync(at("dist"), { recursive: true });
writeFileSync(at("dist/index.html"), page);
console.log(`web: web/dist/index.html, ${(Buffer.byteLength(page) / 1e6).toFixed(2)} MB`);

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
 * Seven bits as one character, an eighth less than base64. The three that HTML would change or could read as
 * markup (NUL, CR and `<`) are written with the eighth bit set. The length in bytes stands before it.
 */
function sevenBits(bytes) {
  const codes = Buffer.alloc(Math.ceil((bytes.length * 8) / 7));
  let [held, bits, to] = [0, 0, 0];
  const put = (value) => {
    codes[to] = value === 0 || value === 13 || value === 60 ? value | 0x80 : value;
    to += 1;
  };
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0x7fff;
    bits += 8;
    while (bits >= 7) {
      bits -= 7;
      put((held >> bits) & 0x7f);
    }
  }
  if (bits > 0) put((held << (7 - bits)) & 0x7f);
  return `${bytes.length}:${codes.toString("latin1")}`;
}

function hash(text) {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
