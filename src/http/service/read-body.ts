import { fail } from "../contract/failure.ts";
import type { HttpRequest } from "../contract/exchange.ts";
import { header } from "../negotiation/headers.ts";

/**
 * Reads the body of a request as UTF-8.
 *
 * @param limit maximum number of bytes
 * @throws RequestFailure: 413 for a longer body, 400 for bytes that are not UTF-8, 415 for an encoded body
 */
export async function readBody(request: HttpRequest, limit: number): Promise<string> {
  const { body } = request;
  checkFields(request, limit);
  if (body === undefined) return "";
  if (typeof body !== "string") return decode(await readParts(body, limit));
  if (body.length > limit || new TextEncoder().encode(body).length > limit) tooLong(limit);
  return body;
}

/**
 * Reads the body of a request as bytes. A missing body is empty.
 *
 * @param limit maximum number of bytes
 * @throws RequestFailure: 413 for a longer body, 415 for an encoded body
 */
export async function readBytes(request: HttpRequest, limit: number): Promise<Uint8Array> {
  const { body } = request;
  checkFields(request, limit);
  if (body === undefined) return new Uint8Array();
  const source = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return joined(await readParts(source, limit));
}

function checkFields({ headers }: HttpRequest, limit: number): void {
  const encoding = header(headers, "content-encoding");
  if (encoding !== undefined && encoding.toLowerCase() !== "identity")
    fail(415, "The server does not accept encoded bodies.", { remediation: "Send the body uncompressed." });
  const declared = Number(header(headers, "content-length") ?? 0);
  if (declared > limit) tooLong(limit);
}

async function readParts(
  body: Uint8Array | AsyncIterable<Uint8Array>,
  limit: number,
): Promise<readonly Uint8Array[]> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body instanceof Uint8Array ? [body] : body) {
    length += part.length;
    if (length > limit) tooLong(limit);
    parts.push(part);
  }
  return parts;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let position = 0;
  for (const part of parts) {
    bytes.set(part, position);
    position += part.length;
  }
  return bytes;
}

function decode(parts: readonly Uint8Array[]): string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  try {
    for (const part of parts) text += decoder.decode(part, { stream: true });
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) fail(400, "The body is not valid UTF-8.");
    throw error;
  }
}

function tooLong(limit: number): never {
  return fail(413, `The body is longer than ${limit} bytes.`, { headers: { connection: "close" } });
}
