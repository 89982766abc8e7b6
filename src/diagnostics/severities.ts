/** Severity of a diagnostic. Only an `error` rejects the expression. */
export type Severity = "error" | "warning" | "hint";

/** Codes that are no errors. Apart from the summaries of the codes, which only documentation needs: 1 kB (brotli) less on a page. */
export const MILDER_CODES: ReadonlyMap<string, Severity> = new Map<string, Severity>([
  ["filter-prefix", "warning"],
  ["zone-plus-as-space", "warning"],
  ["single-argument", "warning"],
  ["quoted-member", "warning"],
  ["unquoted-string", "warning"],
  ["quoted-value", "warning"],
  ["not-an-enum-value", "warning"],
  ["constant-expression", "warning"],
  ["never-matches", "warning"],
  ["always-matches", "warning"],
  ["repeated-sort-option", "hint"],
  ["limit-lowered", "hint"],
]);

export function severityOf(code: string): Severity {
  return MILDER_CODES.get(code) ?? "error";
}
