import { RESERVED_NAMES } from "tamis/http";

const RESERVED: ReadonlySet<string> = new Set(RESERVED_NAMES);
/** Paths of the server itself. */
const OWN: ReadonlySet<string> = new Set(["/", "/health", "/metrics", "/openapi.json", "/playground"]);
const METHODS: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "QUERY",
]);

/** Label of everything that clients can choose freely: each label value is kept in memory. */
const OTHER = "other";

/**
 * Returns the pattern of a request target, without the names of collections, keys and members.
 *
 * @example routePattern("/places/228?x=1") // "/{collection}/{key}"
 */
export function routePattern(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "") || "/";
  if (OWN.has(path)) return path;
  const [first, name, segment, member, ...deeperSegments] = path.split("/");
  if (first !== "" || name === "" || deeperSegments.length > 0) return OTHER;
  if (name === "explorer" && segment !== undefined) return "/explorer/{file}";
  if (segment === undefined) return "/{collection}";
  if (RESERVED.has(segment))
    return member === undefined ? `/{collection}/${segment}` : `/{collection}/${segment}/{member}`;
  return segment === "" || segment.startsWith("@") || member !== undefined ? OTHER : "/{collection}/{key}";
}

/** Returns a method of HTTP, or `other`. */
export function knownMethod(method: string): string {
  return METHODS.has(method) ? method : OTHER;
}
