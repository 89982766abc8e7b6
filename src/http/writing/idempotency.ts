import { formatJson } from "../../values/json/exact-json.ts";
import { callerName } from "../contract/caller-name.ts";
import type { ResourceRequest } from "../contract/context.ts";
import { fail } from "../contract/failure.ts";
import type { IdempotencyKey } from "../contract/row-store.ts";
import { header } from "../negotiation/headers.ts";

const MAX_LENGTH = 255;

/**
 * Reads `Idempotency-Key`: a string of visible ASCII characters, with or without quotes.
 *
 * @throws RequestFailure (400) for another text
 */
export async function readIdempotencyKey(
  { request, resource }: ResourceRequest,
  body: string,
): Promise<IdempotencyKey | undefined> {
  const field = header(request.headers, "idempotency-key")?.trim();
  if (field === undefined) return undefined;
  const key = /^"(.*)"$/.exec(field)?.[1] ?? field;
  if (key.length > MAX_LENGTH || !/^[\x21-\x7e]+$/.test(key))
    fail(400, `Idempotency-Key has 1 to ${MAX_LENGTH} visible ASCII characters.`, {
      remediation: "Send a random UUID for each new item, and the same one if you repeat the request.",
    });
  const { identity } = request;
  const caller = identity === undefined ? "" : (callerName(identity) ?? formatJson(identity));
  return { scope: await digest(`${resource.path}\n${caller}`), key, digest: await digest(body) };
}

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
