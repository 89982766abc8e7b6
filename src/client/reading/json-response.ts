import { ClientError } from "../transport/client-error.ts";

/** @throws ClientError (invalid-response) */
export function parseResponse(text: string, url: URL, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch (cause) {
    throw new ClientError("invalid-response", `The response of ${url.pathname} is not JSON.`, { cause });
  }
}
