/** Milliseconds before the first repetition without `Retry-After`. Doubles each time. */
const FIRST_DELAY = 250;

/** Statuses of a service that is overloaded, or that a proxy does not reach. */
export const RETRIED_STATUSES: readonly number[] = [429, 502, 503, 504];

export interface RetryOptions {
  /** Maximum number of repetitions of a request. Default 3. */
  readonly limit?: number | undefined;
  /** Maximum milliseconds before a repetition. A longer `Retry-After` is an error at once. Default 30,000. */
  readonly maxDelay?: number | undefined;
  /**
   * Statuses after which a request is repeated. Requests that are not idempotent, and conditional changes, are repeated after 429 and
   * 503 at most. Default 429, 502, 503 and 504.
   */
  readonly statuses?: readonly number[] | undefined;
}

/** Returns the milliseconds of a `Retry-After` field: seconds or an HTTP date. */
export function retryAfter(value: string | null, now = Date.now()): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}

/** Returns a random delay, so that clients of an overloaded server do not all repeat at the same time. */
export function backoff(attempt: number): number {
  return FIRST_DELAY * 2 ** attempt * (0.5 + Math.random() / 2);
}

/** Waits, or rejects with the reason of the signal. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
