import { fail } from "../contract/failure.ts";
import type { HttpRequest } from "../contract/exchange.ts";
import { header } from "../negotiation/headers.ts";

/**
 * Reads the body of a request as UTF-8.
 *
 * @param limit maximum number of bytes
 * @throws RequestFailure: 413 for a longer body, 400 for bytes that are not UTF-8 and for an encoded body
 */
export async function readBody({ headers, body }: HttpRequest, limit: number): Promise<string> {
  const encoding = header(headers, "content-encoding");
  if (encoding !== undefined && encoding.toLowerCase() !== "identity")
    fail(415, "The server does not accept encoded bodies.", { remediation: "Send the body uncompressed." });
  const declared = Number(header(headers, "content-length") ?? 0);
  if (declared > limit) tooLong(limit);
  if (body === undefined) return "";
  if (typeof body === "string") {
    if (body.length > limit || new TextEncoder().encode(body).length > limit) tooLong(limit);
    return body;
  }
  if (body instanceof Uint8Array) return decode([body], limit);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > limit) tooLong(limit);
    parts.push(part);
  }
  return decode(parts, limit);
}

function decode(parts: readonly Uint8Array[], limit: number): string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let length = 0;
  try {
    for (const part of parts) {
      length += part.length;
      if (length > limit) tooLong(limit);
      text += decoder.decode(part, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) fail(400, "The body is not valid UTF-8.");
    throw error;
  }
}

function tooLong(limit: number): never {
  return fail(413, `The body is longer than ${limit} bytes.`, { headers: { connection: "close" } });
}
