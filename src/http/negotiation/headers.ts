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
  if (value === undefined || typeof value === "string" || !SINGLE.has(name)) return joined(value);
  if (value.some((line) => line !== value[0]))
    fail(400, `The header field ${name} was sent ${value.length} times with different values.`);
  return value[0];
}

/** Returns the joined values of a header field, also of one that allows only one value, such as for the report of an error. */
export function joinedHeader(headers: HttpHeaders, name: string): string | undefined {
  return joined(Object.hasOwn(headers, name) ? headers[name] : undefined);
}

function joined(value: HttpHeaders[string]): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  return value.length === 0 ? undefined : value.join(", ");
}
