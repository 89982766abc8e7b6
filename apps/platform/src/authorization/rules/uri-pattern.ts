/**
 * Paths of rules and requests. A canonical path begins with `/`, has no `/` at the end, and each segment is percent-encoded in one
 * way, so that two spellings of a path are equal strings. The root is `/`.
 */

/** Which paths a pattern covers: `/a/b`, `/a/b/*` (one more segment), or `/a/b/**` (the path and all below it). */
export type PatternKind = "exact" | "children" | "subtree";

export interface UriPattern {
  readonly kind: PatternKind;
  /** Canonical path without the wildcard. */
  readonly path: string;
  /** Parameters of the query string, decoded. */
  readonly parameters: readonly (readonly [string, string])[];
}

export const LONGEST_URI = 2_000;

/** Maximum number of segments. The number of patterns that can cover a path grows with it. */
export const MAX_SEGMENTS = 64;

/** Paths of requests that are canonical, which are most of them. */
const CANONICAL = /^(?:\/[\w.~!*'()-]+){1,64}$/;

/** Returns the canonical form of a path; undefined for a text that is no path. Ignores a query string. */
export function canonicalPath(text: string): string | undefined {
  // Equivalent to the rest for these paths.
  if (text.length <= LONGEST_URI && CANONICAL.test(text)) return text;
  const path = text.split(/[?#]/, 1)[0]!;
  if (!path.startsWith("/") || text.length > LONGEST_URI) return undefined;
  const segments = path.split("/").slice(1);
  if (segments.at(-1) === "") segments.pop();
  if (segments.length > MAX_SEGMENTS) return undefined;
  try {
    const decoded = segments.map((segment) => decodeURIComponent(segment));
    // No stored string contains U+0000.
    if (decoded.some((segment) => segment.includes("\0"))) return undefined;
    return `/${decoded.map((segment) => encodeURIComponent(segment)).join("/")}`;
  } catch {
    return undefined;
  }
}

/** Returns the paths above a canonical path, nearest first. The last one is `/`. */
export function ancestorsOf(path: string): readonly string[] {
  const ancestors: string[] = [];
  for (let at = path.length; path !== "/" && at > 0;) {
    at = path.lastIndexOf("/", at - 1);
    ancestors.push(at === 0 ? "/" : path.slice(0, at));
  }
  return ancestors;
}

/** Returns the path of the collection that a canonical path of an item is in; undefined for the root. */
export function parentOf(path: string): string | undefined {
  return path === "/" ? undefined : path.slice(0, path.lastIndexOf("/")) || "/";
}

/** Returns the decoded last segment of a canonical path. */
export function lastSegment(path: string): string {
  return decodeURIComponent(path.slice(path.lastIndexOf("/") + 1));
}

export type PatternResult =
  | { readonly ok: true; readonly pattern: UriPattern }
  /** A clause that continues "The objectUri …". */
  | { readonly ok: false; readonly problem: string };

/** Reads the `objectUri` of a rule. */
export function parsePattern(text: string): PatternResult {
  const failed = (problem: string): PatternResult => ({ ok: false, problem });
  if (text.length > LONGEST_URI) return failed(`has at most ${LONGEST_URI} characters`);
  if (!text.startsWith("/")) return failed('begins with "/"');
  const [before = "", query = ""] = text.split("?", 2);
  const wildcard = /\/(\*\*?)$/.exec(before)?.[1];
  const pathText = wildcard === undefined ? before : before.slice(0, -wildcard.length);
  if (pathText.split("/").some((segment) => segment === "*" || segment === "**"))
    return failed('has "*" or "**" only as its last segment');
  const path = canonicalPath(pathText);
  if (path === undefined)
    return failed(`is a percent-encoded path without a fragment, of at most ${MAX_SEGMENTS} segments`);
  if (text.includes("#")) return failed("has no fragment");
  const kind = wildcard === undefined ? "exact" : wildcard === "*" ? "children" : "subtree";
  return { ok: true, pattern: { kind, path, parameters: [...new URLSearchParams(query)] } };
}

/** Returns whether a pattern covers a canonical path. Parameters are not compared. */
export function covers({ kind, path }: Pick<UriPattern, "kind" | "path">, candidate: string): boolean {
  if (kind === "exact") return candidate === path;
  if (kind === "children") return parentOf(candidate) === path;
  return candidate === path || path === "/" || candidate.startsWith(`${path}/`);
}
