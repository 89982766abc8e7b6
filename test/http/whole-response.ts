import type { HttpHandler, HttpResponse } from "tamis/http";
import type { RandomRequest } from "./random-requests.ts";

/** A response with its complete body as text. */
export interface WholeResponse {
  readonly status: number;
  readonly headers: HttpResponse["headers"];
  readonly body: string | undefined;
}

/** Sends a request and reads its body, also one that is sent in parts. */
export async function wholeResponse(
  service: HttpHandler,
  { target, method, headers, body }: RandomRequest,
  identity?: unknown,
): Promise<WholeResponse> {
  const mark = target.indexOf("?");
  const response = await service({
    method,
    path: mark < 0 ? target : target.slice(0, mark),
    search: mark < 0 ? "" : target.slice(mark + 1),
    headers,
    body,
    identity,
  });
  return { status: response.status, headers: response.headers, body: await textOf(response.body) };
}

async function textOf(body: HttpResponse["body"]): Promise<string | undefined> {
  if (body === undefined || typeof body === "string") return body;
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  let text = "";
  for await (const part of body) text += part;
  return text;
}
