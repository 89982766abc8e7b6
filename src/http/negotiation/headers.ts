import { fail } from "../contract/failure.ts";
import type { HttpHeaders } from "../contract/exchange.ts";

/**
 * Fields that allow only one value. Two different values are an error, because proxies and servers would choose different
 * ones.
 */
const SINGLE: ReadonlySet<string> = new Set([
  "authorization",
  "content-length",
  "content-type",
  "host",
  "idempotency-key",
  "if-modified-since",
  "if-unmodified-since",
  "origin",
  "x-http-method-override",
]);

/**
 * Returns the value of a header field. Several values of a list-valued field are joined.
 *
 * @param name in lower case
 * @throws RequestFailure (400) for different values of a field that has only one
 */
export function header(headers: HttpHeaders, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  if (value === undefined || typeof value === "string") return value;
  if (value.length === 0) return undefined;
  if (SINGLE.has(name) && value.some((line) => line !== value[0]))
    fail(400, `The header field ${name} was sent ${value.length} times with different values.`);
  return SINGLE.has(name) ? value[0] : value.join(", ");
}
