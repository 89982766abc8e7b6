import { parseFilter } from "tamis";
import type { AttributeRule, ValueRule } from "./schema.ts";
import { isLonger } from "../../family/lengths.ts";

const MAX_TEXT = 1_000;

/** Any text of at most 1,000 characters. */
export const text: ValueRule = (value) =>
  isLonger(value, MAX_TEXT) ? `must have at most ${MAX_TEXT} characters` : undefined;

/** A name that other elements refer to. */
export const name: ValueRule = (value) =>
  /^[A-Za-z_][\w.-]{0,63}$/.test(value)
    ? undefined
    : "must be a name of 1 to 64 letters, digits, '.', '-' and '_', and begin with a letter or '_'";

/** A path of this deployment, or an HTTPS address. */
export const uri: ValueRule = (value) =>
  value.length <= 2_000 &&
  (/^\/(?!\/)[\w\-./~%!$&'()*+,;=:@?]*$/.test(value) || (value.startsWith("https://") && URL.canParse(value)))
    ? undefined
    : "must be a path such as /tables/places, or an address that begins with https://";

/** A language tag (BCP 47). */
export const language: ValueRule = (value) => {
  try {
    return Intl.getCanonicalLocales(value).length === 1 ? undefined : "must be a language";
  } catch {
    return "must be a language such as de or pt-BR";
  }
};

/** An expression of the filter language. */
export const expression: ValueRule = (value) => {
  const [problem] = parseFilter(value).diagnostics.filter(({ severity }) => severity === "error");
  return problem === undefined ? undefined : `must be a filter: ${problem.message.replace(/\.$/, "")}`;
};

export function oneOf(...values: readonly string[]): ValueRule {
  return (value) => (values.includes(value) ? undefined : `must be one of ${values.join(", ")}`);
}

export const required = (rule: ValueRule): AttributeRule => ({ isRequired: true, rule });
export const optional = (rule: ValueRule): AttributeRule => ({ isRequired: false, rule });
