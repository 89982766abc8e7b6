import { describeValue } from "../../diagnostics/describe-value.ts";

/** Characters that a segment of a path can contain without percent-encoding, except `@`, which begins reserved segments. */
const SEGMENT = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:]|%[0-9A-F]{2})+$/;

/**
 * Returns the path of a collection.
 *
 * @throws TypeError unless it begins with `/`, does not end with `/`, and its segments are percent-encoded
 */
export function requireCanonicalPath(path: string): string {
  const segments = typeof path === "string" ? path.split("/").slice(1) : [];
  const isCanonical =
    segments.length > 0 &&
    path.startsWith("/") &&
    segments.every((segment) => SEGMENT.test(segment) && segment !== "." && segment !== "..");
  if (isCanonical) return path;
  throw new TypeError(
    `path must be a path such as "/reports/reports", percent-encoded and without "@", got ${describeValue(path)}`,
  );
}

/** Returns the decoded segment of a path; undefined for invalid percent-encoding. */
export function decodeSegment(segment: string): string | undefined {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Returns the name of a parameter such as `{reportId}`, which is a segment of a path; undefined for other segments. */
export function parameterName(segment: string): string | undefined {
  return segment.startsWith("{") && segment.endsWith("}") ? segment.slice(1, -1) : undefined;
}
