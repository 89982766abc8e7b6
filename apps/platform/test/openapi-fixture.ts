import type { HttpHandler, HttpRequest, HttpResponse } from "tamis/http";
import {
  describedPath,
  responseChecker,
  type DescribedPaths,
  type ResponseChecker,
} from "../../../test/http/openapi/response-checker.ts";
import type { Platform } from "../src/platform.ts";

interface CheckedDocument extends DescribedPaths {
  readonly check: ResponseChecker;
}

/** Documents by their texts. Platforms of a test file over storages of one kind have the same. */
const documents = new Map<string, Promise<CheckedDocument>>();

/** Compares the responses of a platform with its OpenAPI documents. */
export class DescribedPlatform {
  readonly #platform: Platform;
  readonly #problems = new Set<string>();
  /** Documents by API root. */
  readonly #documents = new Map<string, Promise<CheckedDocument>>();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Returns what no document describes, since the last call. */
  takeProblems(): readonly string[] {
    const problems = [...this.#problems];
    this.#problems.clear();
    return problems;
  }

  /** Returns a handler whose responses are compared. */
  checking(handle: HttpHandler): HttpHandler {
    return async (request) => {
      const response = await handle(request);
      await this.#compare(request, response);
      return response;
    };
  }

  async #compare({ method: given, path }: HttpRequest, response: HttpResponse): Promise<void> {
    const method = given.toUpperCase();
    const { status } = response;
    // OpenAPI 3.1 has no QUERY, and OPTIONS and / belong to no API.
    if (["OPTIONS", "QUERY"].includes(method) || path === "/") return;
    const found = await this.#find(path);
    if (found === undefined) {
      // Nobody learns whether such a path exists without a token.
      if (![401, 404, 414].includes(status))
        this.#problems.add(`${method} ${path}: ${status}, but the path is not described`);
      return;
    }
    const { template, document } = found;
    const isDescribed = document.paths[template]![method.toLowerCase()] !== undefined;
    // Callers without access do not learn the methods of a path.
    if (!isDescribed && [401, 403, 404, 405].includes(status)) return;
    const json = jsonOf(response);
    // The documents describe the collections of a decision package as they are while one is deployed.
    const isPart = path.startsWith("/detection/decision/description/");
    if (isPart && status === 404 && (json as { errorCode?: unknown } | undefined)?.errorCode === "NDEP")
      return;
    for (const problem of document.check(method, template, { ...response, json }))
      this.#problems.add(problem);
  }

  async #find(path: string) {
    const { documents: all } = this.#platform;
    for (const root of all.roots) {
      if (!`${path}/`.startsWith(root)) continue;
      let known = this.#documents.get(root);
      if (known === undefined) this.#documents.set(root, (known = read(all.documentOf(root))));
      const document = await known;
      const template = describedPath(document, path);
      if (template !== undefined) return { template, document };
    }
    return undefined;
  }
}

function read(document: object): Promise<CheckedDocument> {
  const text = JSON.stringify(document);
  let known = documents.get(text);
  if (known === undefined) documents.set(text, (known = check(document)));
  return known;
}

async function check(document: object): Promise<CheckedDocument> {
  return { paths: (document as DescribedPaths).paths, check: await responseChecker(document) };
}

function jsonOf({ body, headers }: HttpResponse): unknown {
  if (!/[+/]json(?:;|$)/.test(headers["content-type"] ?? "")) return undefined;
  if (typeof body === "string") return body === "" ? undefined : JSON.parse(body);
  return body instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(body)) : undefined;
}
