import type { Span } from "../diagnostics/span.ts";
import { STRENGTHS } from "../collation/order/strength.ts";
import { diagnostic, replace, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import { alternatives, isProbablyMeant, suggest } from "../diagnostics/suggest.ts";

/** Names of other systems for a comparison that ignores case only. */
const IGNORING_CASE = /^(?:ci|i|nocase|(?:ignore|ignores|ignoring)_?case|case_?insensitive|insensitive)$/i;

export function unknownStrength(word: string, span: Span): Diagnostic {
  const near = IGNORING_CASE.test(word)
    ? ["secondary"]
    : suggest(word, STRENGTHS, 1).filter((strength) => isProbablyMeant(word, strength));
  const fixes = near.map((strength) => replace(`Write $${strength}`, span, `$${strength}`));
  const strengths = alternatives(STRENGTHS.map((strength) => `$${strength}`));
  return diagnostic(
    "unknown-strength",
    span,
    `There is no strength $${show(word)}. Strengths are ${strengths}.`,
    fixes,
  );
}
