import { print } from "../../src/ast/print.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import { applyFixes, type Diagnostic } from "../../src/diagnostics/diagnostic.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { decodeQuery } from "../../src/url/decode-query.ts";
import { encodeQuery } from "../../src/url/encode-query.ts";
import { CUSTOMERS, type Mistake } from "./mistakes.ts";

/** How well the first message about a mistake helps. */
export interface ScoredMistake {
  readonly mistake: Mistake;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The text after the fix of the first diagnostic. Undefined without a fix. */
  readonly fixed: string | undefined;
  readonly isPositionRight: boolean;
  readonly isProblemNamed: boolean;
  /** Whether the text after the fix means what the user meant. */
  readonly isFixRight: boolean;
  /** From 0 to 3: one point for each of the three. */
  readonly score: number;
}

interface Reading {
  readonly diagnostics: readonly Diagnostic[];
  /** The meaning in canonical form. Undefined if the text has errors. */
  readonly meaning: string | undefined;
  readonly hasSyntaxError: boolean;
}

export function readText(kind: Mistake["kind"], text: string): Reading {
  if (kind === "query") {
    const { query, diagnostics } = decodeQuery(text, { catalog: CUSTOMERS });
    return { diagnostics, meaning: query && encodeQuery(query), hasSyntaxError: false };
  }
  if (kind === "sortBy") {
    const { expression, diagnostics } = parseSortBy(text);
    if (expression === undefined) return { diagnostics, meaning: undefined, hasSyntaxError: true };
    const { ok, diagnostics: found } = checkSortBy(expression, CUSTOMERS);
    return {
      diagnostics: [...diagnostics, ...found],
      meaning: ok ? print(expression) : undefined,
      hasSyntaxError: false,
    };
  }
  const { expression, diagnostics } = parseFilter(text, { catalog: CUSTOMERS });
  if (expression === undefined) return { diagnostics, meaning: undefined, hasSyntaxError: true };
  const { ok, filter, diagnostics: found } = check(expression, CUSTOMERS);
  return {
    diagnostics: [...diagnostics, ...found],
    meaning: ok ? print(filter.expression) : undefined,
    hasSyntaxError: false,
  };
}

export function unmarked({ marked }: Mistake): {
  readonly text: string;
  readonly start: number;
  readonly end: number;
} {
  const start = marked.indexOf("«");
  return { text: marked.replaceAll(/[«»]/g, ""), start, end: marked.indexOf("»") - 1 };
}

export function scoreMistake(mistake: Mistake): ScoredMistake {
  const { text, start, end } = unmarked(mistake);
  const { diagnostics } = readText(mistake.kind, text);
  const [first] = diagnostics;
  const fixed = first?.fixes.length === 1 ? applyFixes(text, [first]) : undefined;
  const isPositionRight = first?.span.start === start && first.span.end === end;
  const isProblemNamed =
    first !== undefined && first.message.toLowerCase().includes(mistake.names.toLowerCase());
  const meant = readText(mistake.kind, mistake.meant).meaning;
  const isFixRight =
    fixed !== undefined && meant !== undefined && readText(mistake.kind, fixed).meaning === meant;
  const score = Number(isPositionRight) + Number(isProblemNamed) + Number(isFixRight);
  return { mistake, text, diagnostics, fixed, isPositionRight, isProblemNamed, isFixRight, score };
}

export function meanScore(scored: readonly ScoredMistake[]): number {
  return scored.reduce((sum, { score }) => sum + score, 0) / scored.length;
}
