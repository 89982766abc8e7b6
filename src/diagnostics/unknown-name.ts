import { diagnostic, replace, type Diagnostic } from "./diagnostic.ts";
import type { DiagnosticCode } from "./codes.ts";
import { show } from "./show.ts";
import type { Span } from "./span.ts";
import { alternatives, isProbablyMeant, suggest } from "./suggest.ts";

/**
 * Returns the question whether similar names are meant, after a space. Empty without names.
 *
 * @example questionFor(["name", "id"]) // " Did you mean 'name' or 'id'?"
 */
export function questionFor(names: readonly string[]): string {
  return names.length === 0 ? "" : ` Did you mean ${alternatives(names.map((name) => `'${show(name)}'`))}?`;
}

/**
 * Returns the diagnostic for a name in a query string that is none of `names`, with similar ones, and a fix for each that is
 * probably meant.
 *
 * @param problem text before the similar names
 * @param encode writes a name in the query string
 */
export function unknownName(
  code: DiagnosticCode,
  span: Span,
  problem: string,
  { name, names, encode }: UnknownName,
): Diagnostic {
  const near = suggest(name, names);
  const fixes = near
    .filter((candidate) => isProbablyMeant(name, candidate))
    .map((candidate) => replace(`Write ${candidate}`, span, encode(candidate)));
  return diagnostic(code, span, `${problem}${questionFor(near)}`, fixes);
}

interface UnknownName {
  readonly name: string;
  readonly names: Iterable<string>;
  readonly encode: (name: string) => string;
}
