import { createLanguageService } from "../../src/editor/service.ts";
import type { ExpressionDocument } from "../../src/editor/contract/types.ts";
import { MAXIMUM_LIMITS } from "../../src/diagnostics/limits.ts";
import { REPORTS } from "../editor/catalog.ts";
import type { GrowthCase } from "./cases.ts";

const service = createLanguageService({ catalog: REPORTS, limits: MAXIMUM_LIMITS });

/** Calls of the language service in the middle of a text. Diagnostics are the cases of parsing. */
const CALLS: Readonly<Record<string, (document: ExpressionDocument, offset: number) => unknown>> = {
  complete: (document, offset) => document.complete(offset),
  "help with signatures": (document, offset) => document.signatureHelp(offset),
  hover: (document, offset) => document.hover(offset),
  classify: (document) => document.semanticTokens(),
  fold: (document) => document.foldingRanges(),
  select: (document, offset) => document.selectionRanges(offset),
  rename: (document, offset) => document.rename(offset, "x"),
};

const PIECES = [
  "(",
  "f(\n",
  ")",
  ",",
  "name,",
  "eq(name,'x'),",
  "'",
  "'a'b",
  ":",
  "$p,",
  "a.",
  "\u00a0",
  "2020-",
];

export function editing(): GrowthCase[] {
  const filters = PIECES.flatMap((piece) =>
    Object.entries(CALLS).map(([call, run]) => ({
      name: `${call} in a filter with many ${JSON.stringify(piece)}`,
      n: 2_000,
      prepare: (n: number) => {
        const text = `and(${piece.repeat(n)}`;
        const document = service.open(text, { kind: "filter" });
        return () => run(document, text.length >> 1);
      },
    })),
  );
  const queries = Object.entries(CALLS).map(([call, run]) => ({
    name: `${call} in a query string with many encoded characters`,
    n: 2_000,
    prepare: (n: number) => {
      const text = `filter=and(${"eq(name,%27x%27),".repeat(n)}`;
      const document = service.open(text, { kind: "query" });
      return () => run(document, text.length >> 1);
    },
  }));
  return [...filters, ...queries];
}
