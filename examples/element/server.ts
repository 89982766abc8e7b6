import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { nodeHandler } from "tamis/http";
import { catalog, service } from "../http/places.ts";

/**
 * A page with `<tamis-filter>` that filters the places of the example data:
 *
 *     npm run example:element
 *
 * Then open http://localhost:8080.
 */
const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

const FILES: Readonly<Record<string, readonly [type: string, content: () => string]>> = {
  "/": ["text/html", () => read("index.html")],
  "/page.js": ["text/javascript", () => read("page.js")],
  "/tamis-filter.js": ["text/javascript", () => read("../../dist/tamis-filter.js")],
  "/catalog.json": ["application/json", () => JSON.stringify(catalog.definition)],
};

const POLICY = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'";

export const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
  const path = (request.url ?? "/").split("?", 1)[0]!;
  const file = Object.hasOwn(FILES, path) ? FILES[path] : undefined;
  if (file === undefined) return void nodeHandler(service)(request, response);
  const [type, content] = file;
  response
    .writeHead(200, { "content-type": `${type}; charset=utf-8`, "content-security-policy": POLICY })
    .end(content());
});

if (import.meta.main) {
  const port = Number(process.env["PORT"] ?? 8080);
  server.listen(port, "127.0.0.1", () => console.log(`listening on http://localhost:${port}`));
}
