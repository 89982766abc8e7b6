import type { HttpHandler, HttpRequestBody, HttpResponse } from "tamis/http";

/** Response with its JSON body. */
export interface JsonResponse extends HttpResponse {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read members of any representation
  readonly json: any;
}

export interface RequestParts {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: HttpRequestBody | undefined;
  readonly identity?: unknown;
}

/** Sends a request to a service, by its target: path and query string. */
export async function send(
  service: HttpHandler,
  target: string,
  parts: RequestParts = {},
): Promise<JsonResponse> {
  const [path = "", ...rest] = target.split("?");
  const { method = "GET", headers = {}, body, identity } = parts;
  const response = await service({ method, path, search: rest.join("?"), headers, body, identity });
  const type = response.headers["content-type"] ?? "";
  const text = response.body instanceof Uint8Array ? new TextDecoder().decode(response.body) : response.body;
  const isJson = typeof text === "string" && /json(?:;|$)/.test(type) && !type.includes("ndjson");
  return { ...response, json: isJson ? (JSON.parse(text) as unknown) : undefined };
}

/** Sends JSON: a value, or a text that may be invalid. Changes apply to any version unless `parts` has other conditions. */
export function sendJson(
  service: HttpHandler,
  method: string,
  target: string,
  body: unknown,
  parts: Omit<RequestParts, "method" | "body"> = {},
): Promise<JsonResponse> {
  const fields = { "content-type": "application/json", ...(method === "POST" ? {} : { "if-match": "*" }) };
  return send(service, target, {
    ...parts,
    method,
    headers: { ...fields, ...parts.headers },
    body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body),
  });
}

/** Returns the targets of links by their relation. */
export function targets(
  links: readonly { readonly rel: string; readonly uri: string }[],
): Record<string, string> {
  return Object.fromEntries(links.map(({ rel, uri }) => [rel, uri]));
}
