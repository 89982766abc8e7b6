import type { Span } from "../diagnostics/span.ts";
import { STRENGTHS } from "../collation/order/strength.ts";
import { diagnostic, replace, type Diagnostic, type Fix } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import { alternatives, suggest } from "../diagnostics/suggest.ts";
import type { Frame } from "./frame.ts";

/** What is wrong with a word that begins with `$` and names no strength. */
export function unknownStrength(word: string, span: Span): Diagnostic {
  const near = suggest(word, STRENGTHS, 1);
  const fixes = near.map((strength) => replace(`Write $${strength}`, span, `$${strength}`));
  const known = alternatives(STRENGTHS.map((strength) => `$${strength}`));
  return diagnostic(
    "unknown-strength",
    span,
    `There is no strength $${show(word)}. Strengths are ${known}.`,
    fixes,
  );
}

/** What is wrong with a strength that does not stand first in its call. */
export function misplacedStrength(image: string, span: Span, frame: Frame | undefined): Diagnostic {
  const fixes: Fix[] = [];
  if (frame !== undefined && frame.strength === undefined && frame.args.length > 0) {
    const first = frame.parenthesis.startOffset + 1;
    // The comma in front goes with it.
    const start = frame.after === "comma" ? frame.comma!.startOffset : span.start;
    const edits = [
      { span: { start: first, end: first }, text: `${image},` },
      { span: { start, end: span.end }, text: "" },
    ];
    fixes.push({ title: `Move ${image} to the front`, edits });
  }
  return diagnostic(
    "misplaced-strength",
    span,
    `${image} stands first in a call, as in eq(${image},name,'x').`,
    fixes,
  );
}
