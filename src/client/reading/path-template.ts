import { requireObject, requireText } from "../../diagnostics/require-argument.ts";

/** Names of the parameters in a path: `reportId` for `/reports/{reportId}/states`. */
export type PathParameterNames<P extends string> = P extends `${string}{${infer N}}${infer Rest}`
  ? N | PathParameterNames<Rest>
  : never;

/** Values of the parameters in a path. */
export type PathParameters<P extends string> = {
  readonly [N in PathParameterNames<P>]: string | number | bigint;
};

/**
 * Replaces the parameters in a path by percent-encoded values.
 *
 * @throws TypeError for a missing value, and for a value that no path can contain as a segment
 * @example fillPath("/reports/{id}/states", { id: "a b" }) // "/reports/a%20b/states"
 */
export function fillPath(path: string, values: Readonly<Record<string, string | number | bigint>>): string {
  requireText(path, "path");
  requireObject(values, "values");
  return path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? String(values[name]) : "";
    // Clients remove the segments `.` and `..`.
    if (value === "" || value === "." || value === "..")
      throw new TypeError(`The path ${path} requires a value of ${name}, got "${value}".`);
    return encodeURIComponent(value);
  });
}
