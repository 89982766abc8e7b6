import { fail } from "../contract/failure.ts";
import type { HttpRequest } from "../contract/exchange.ts";
import { header } from "../negotiation/headers.ts";

/** Limits of the body of one request. */
export interface BodyLimits {
  /** Maximum number of bytes. */
  readonly bytes: number;
  /** Maximum milliseconds until the whole body has arrived. */
  readonly timeout: number;
}

/**
 * Reads the body of a request as UTF-8.
 *
 * @throws RequestFailure: 413 for a longer body, 408 for a slower one, 400 for bytes that are not UTF-8, 415 for an encoded body
 */
export async function readBody(request: HttpRequest, limits: BodyLimits): Promise<string> {
  const { body } = request;
  const { bytes } = limits;
  checkFields(request, bytes);
  if (body === undefined) return "";
  if (typeof body !== "string") return decode(await readParts(body, limits));
  if (body.length > bytes || new TextEncoder().encode(body).length > bytes) tooLong(bytes);
  return body;
}

/**
 * Reads the body of a request as bytes. A missing body is empty.
 *
 * @throws RequestFailure: 413 for a longer body, 408 for a slower one, 415 for an encoded body
 */
export async function readBytes(request: HttpRequest, limits: BodyLimits): Promise<Uint8Array> {
  const { body } = request;
  checkFields(request, limits.bytes);
  if (body === undefined) return new Uint8Array();
  const source = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return joined(await readParts(source, limits));
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
  { bytes, timeout }: BodyLimits,
): Promise<readonly Uint8Array[]> {
  if (body instanceof Uint8Array) return body.length > bytes ? tooLong(bytes) : [body];
  const source = body[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  let length = 0;
  let isComplete = false;
  const expiry = startTimer(timeout);
  try {
    for (;;) {
      const next = await Promise.race([source.next(), expiry.expired]);
      if (next === undefined) tooSlow(timeout);
      if (next.done === true) break;
      length += next.value.length;
      if (length > bytes) tooLong(bytes);
      parts.push(next.value);
    }
    isComplete = true;
    return parts;
  } finally {
    expiry.clear();
    // Not awaited: a source that waits for the client ends only after its next part.
    if (!isComplete) source.return?.().catch(() => undefined);
  }
}

interface Expiry {
  /** Fulfilled with undefined when the time is over. */
  readonly expired: Promise<undefined>;
  readonly clear: () => void;
}

/** Timers with longer delays end at once. */
const MAX_DELAY = 2 ** 31 - 1;

function startTimer(milliseconds: number): Expiry {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<undefined>((resolve) => {
    if (milliseconds <= MAX_DELAY) timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  return { expired, clear: () => clearTimeout(timer) };
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

function tooSlow(milliseconds: number): never {
  return fail(408, `The body did not arrive within ${milliseconds / 1_000} seconds.`, {
    headers: { connection: "close" },
  });
}

function tooLong(limit: number): never {
  return fail(413, `The body is longer than ${limit} bytes.`, { headers: { connection: "close" } });
}
