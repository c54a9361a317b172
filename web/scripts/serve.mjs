// Shows the built page at http://127.0.0.1:PORT, for `make serve`.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const port = Number(process.argv[2] ?? process.env.PORT ?? 4173);
const page = new URL("../dist/index.html", import.meta.url);

createServer((request, response) => {
  if (request.url?.split(/[?#]/, 1)[0] !== "/") {
    response.writeHead(404).end();
    return;
  }
  // Read each time, so that a new build shows at once.
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
  response.end(readFileSync(page));
}).listen(port, "127.0.0.1", () => console.log(`web: http://127.0.0.1:${port}/  (Ctrl+C ends it)`));
