import { OAuthRefusal } from "./oauth-error.ts";

/** The parameters of a form or of a query string. Each occurs once. */
export type Form = ReadonlyMap<string, string>;

/**
 * Reads `application/x-www-form-urlencoded`. A parameter without a value is left out (RFC 6749, section 3.2).
 *
 * @throws OAuthRefusal (`invalid_request`) for a repeated parameter
 */
export function readForm(text: string): Form {
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (value === "") continue;
    if (form.has(name))
      throw new OAuthRefusal("invalid_request", `The parameter ${printableName(name)} occurs twice.`);
    form.set(name, value);
  }
  return form;
}

/** Error descriptions are printable ASCII without quotes and backslashes (RFC 6749, section 5.2). */
function printableName(name: string): string {
  return /^[\w.-]{1,40}$/.test(name) ? name : "of the request";
}

/** Reads a list of scopes, which spaces separate; undefined if there is none. */
export function readScope(form: Form): readonly string[] | undefined {
  const scopes = (form.get("scope") ?? "").split(" ").filter((scope) => scope !== "");
  return scopes.length === 0 ? undefined : [...new Set(scopes)];
}
