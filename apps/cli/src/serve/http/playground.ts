import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { HttpHandler, HttpRequest, HttpResponse } from "tamis/http";
import { answerOtherMethod, isRead } from "./read-only-path.ts";

export const PLAYGROUND_PATH = "/playground";

/** Files of the playground, with their media types. The build writes them next to the program. */
const FILES: ReadonlyMap<string, string> = new Map([
  ["index.html", "text/html; charset=utf-8"],
  ["style.css", "text/css; charset=utf-8"],
  ["icon.svg", "image/svg+xml"],
  ["page.js", "text/javascript; charset=utf-8"],
  ["engine.js", "text/javascript; charset=utf-8"],
]);
const FOLDER = new URL("../../../../../dist/playground/", import.meta.url);

/** The page loads only its own files, and sends nothing. */
const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; worker-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cache-control": "no-cache",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

interface StaticFile {
  readonly bytes: Uint8Array;
  readonly tag: string;
}

/** Adds the playground to a handler: static files below the path `/playground/`. */
export function withPlayground(handle: HttpHandler): HttpHandler {
  const loaded = new Map<string, Promise<StaticFile>>();
  return async (request) => {
    const { path } = request;
    if (path === PLAYGROUND_PATH) return isRead(request) ? redirect() : answerOtherMethod(request);
    const name = path.startsWith(`${PLAYGROUND_PATH}/`)
      ? path.slice(PLAYGROUND_PATH.length + 1) || "index.html"
      : "";
    const type = FILES.get(name);
    if (type === undefined) return handle(request);
    if (!isRead(request)) return answerOtherMethod(request);
    let file = loaded.get(name);
    loaded.set(name, (file ??= load(name)));
    try {
      return respond(request, type, await file);
    } catch {
      // The package is not built, as in a checkout of the sources.
      loaded.delete(name);
      return handle(request);
    }
  };
}

async function load(name: string): Promise<StaticFile> {
  const bytes = await readFile(new URL(name, FOLDER));
  return { bytes, tag: `"${createHash("sha256").update(bytes).digest("base64url")}"` };
}

function redirect(): HttpResponse {
  const headers = { location: `${PLAYGROUND_PATH}/`, "cache-control": "no-cache" };
  return { status: 308, headers, body: undefined };
}

function respond({ method, headers }: HttpRequest, type: string, { bytes, tag }: StaticFile): HttpResponse {
  const fields = { ...HEADERS, etag: tag };
  const known = Object.hasOwn(headers, "if-none-match") ? headers["if-none-match"] : undefined;
  if (known === tag) return { status: 304, headers: fields, body: undefined };
  const length = { "content-type": type, "content-length": String(bytes.length) };
  return { status: 200, headers: { ...fields, ...length }, body: method === "HEAD" ? undefined : bytes };
}
