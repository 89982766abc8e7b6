import type { HttpResponse, HttpResponseBody } from "../contract/exchange.ts";
import { fail } from "../contract/failure.ts";

/** @throws RequestFailure (503) always */
export function failBusy(): never {
  return fail(503, "The server is busy.", {
    remediation: "Send the request again later.",
    headers: { "retry-after": "1" },
  });
}

/**
 * Limits the responses that are sent at the same time in parts: exports and event streams. Their requests have been answered, but
 * they hold rows and connections until they end.
 */
export class StreamLimit {
  readonly #max: number;
  #open = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Makes a response, and counts it until its body is read to the end or closed, or until the signal is aborted. Other responses
   * do not count.
   *
   * @throws RequestFailure (503) if the maximum is reached
   */
  async run(make: () => Promise<HttpResponse>, signal: AbortSignal | undefined): Promise<HttpResponse> {
    if (this.#open >= this.#max) failBusy();
    this.#open++;
    let isOpen = true;
    const close = () => {
      if (isOpen) this.#open--;
      isOpen = false;
      signal?.removeEventListener("abort", close);
    };
    try {
      const response = await make();
      const { body } = response;
      if (!isStream(body) || signal?.aborted === true) close();
      else signal?.addEventListener("abort", close);
      return isStream(body) ? { ...response, body: closing(body, close) } : response;
    } catch (error) {
      close();
      throw error;
    }
  }
}

function isStream(body: HttpResponseBody | undefined): body is AsyncIterable<string> {
  return typeof body === "object" && !(body instanceof Uint8Array);
}

/** Calls `close` when a stream ends, fails or is closed, even if it was never read. */
function closing(body: AsyncIterable<string>, close: () => void): AsyncIterable<string> {
  return {
    [Symbol.asyncIterator]() {
      const parts = body[Symbol.asyncIterator]();
      return {
        async next() {
          try {
            const part = await parts.next();
            if (part.done === true) close();
            return part;
          } catch (error) {
            close();
            throw error;
          }
        },
        async return() {
          close();
          await parts.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
