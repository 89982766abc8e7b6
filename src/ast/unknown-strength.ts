import type { Span } from "../diagnostics/span.ts";
import { STRENGTHS } from "../collation/order/strength.ts";
import { diagnostic, replace, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import { alternatives, isProbablyMeant, suggest } from "../diagnostics/suggest.ts";

export function unknownStrength(word: string, span: Span): Diagnostic {
  const near = suggest(word, STRENGTHS, 1).filter((strength) => isProbablyMeant(word, strength));
  const fixes = near.map((strength) => replace(`Write $${strength}`, span, `$${strength}`));
  const known = alternatives(STRENGTHS.map((strength) => `$${strength}`));
  return diagnostic(
    "unknown-strength",
    span,
    `There is no strength $${show(word)}. Strengths are ${known}.`,
    fixes,
  );
}
