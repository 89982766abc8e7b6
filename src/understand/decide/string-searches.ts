import { getCollator } from "../../collation/collator.ts";
import type { AtomShape } from "./atom-shape.ts";
import type { SignOf } from "./string-positions.ts";
import { isAtLeast } from "./string-positions.ts";
import { FALSE, TRUE } from "./truth.ts";

type SearchShape = Extract<AtomShape, { readonly kind: "search" }>;

/** Position of a string relative to the constants that it is compared with. */
export interface KnownStrings {
  readonly signOf: SignOf;
  readonly constants: readonly string[];
  readonly locale: string | undefined;
}

const isPlain = ({ comparison }: SearchShape) => comparison === "identical" || comparison === "codePoint";

/**
 * Returns whether searches can have these results for one string at the same time. Compares only the search strings, so `true`
 * can be wrong. `false` is always right.
 *
 * @param results TRUE or FALSE for each shape
 */
export function areCompatible(
  shapes: readonly SearchShape[],
  results: readonly number[],
  strings: KnownStrings,
): boolean {
  return shapes.every((shape, i) => {
    const result = results[i]!;
    if (mustHold(shape, strings) && result !== TRUE) return false;
    if (result !== TRUE) return true;
    return shapes.every(
      (test, j) =>
        (results[j] !== FALSE || !implies(shape, test)) && (results[j] !== TRUE || !excludes(shape, test)),
    );
  });
}

/** Returns whether a search must be true, because the string equals the search string at the strength of the search. */
function mustHold({ text, comparison }: SearchShape, { signOf, constants, locale }: KnownStrings): boolean {
  if (text === "") return true;
  const { equals } = getCollator(comparison, locale);
  return constants.some((constant) => signOf(comparison, constant) === 0 && equals(constant, text));
}

function implies(a: SearchShape, b: SearchShape): boolean {
  if (isPlain(a) !== isPlain(b)) return false;
  const isSameSearch = a.search === b.search || b.search === "contains";
  // A part of a string that equals the search string at one strength also equals it at each weaker one.
  if (!isPlain(a)) return isSameSearch && a.text === b.text && isAtLeast(a.comparison, b.comparison);
  if (b.search === "contains") return a.text.includes(b.text);
  if (a.search !== b.search) return false;
  return b.search === "startsWith" ? a.text.startsWith(b.text) : a.text.endsWith(b.text);
}

function excludes(a: SearchShape, b: SearchShape): boolean {
  if (!isPlain(a) || !isPlain(b) || a.search !== b.search || a.search === "contains") return false;
  const [shorter, longer] = a.text.length < b.text.length ? [a.text, b.text] : [b.text, a.text];
  return a.search === "startsWith" ? !longer.startsWith(shorter) : !longer.endsWith(shorter);
}
