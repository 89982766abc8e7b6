import {
  compileFilter,
  compilePredicate,
  PatternWorkError,
  check,
  type CheckedFilter,
  type Diagnostic,
} from "tamis";
import { call } from "tamis/builder";
import type { Catalog } from "tamis/catalog";
import { authorization } from "tamis/families";

/** Members that conditions of rules can use: those of the published context. */
export const CONTEXT = authorization.resources.context.catalog;

export const LONGEST_EXPRESSION = 4_000;

const OPTIONS = { mode: "strict", limits: { text: LONGEST_EXPRESSION, patternStates: 1_000 } } as const;

/** Returns the errors of a condition or filter. Empty for a valid one. */
export function expressionProblems(text: string, catalog: Catalog | undefined): readonly Diagnostic[] {
  const compiled = compileFilter(text, { ...OPTIONS, ...(catalog === undefined ? {} : { catalog }) });
  return compiled.ok ? [] : compiled.diagnostics;
}

/** An expression with both of its tests. Neither holds if the expression is unknown. */
export interface Condition {
  readonly filter: CheckedFilter;
  readonly isTrue: (row: unknown) => boolean;
  readonly isFalse: (row: unknown) => boolean;
}

/** Compiles a condition or filter; undefined for a text that has errors with this catalog. */
export function compileCondition(text: string, catalog: Catalog): Condition | undefined {
  const compiled = compileFilter(text, { ...OPTIONS, catalog });
  if (!compiled.ok) return undefined;
  const opposite = check(call("not", [compiled.filter.expression]), catalog, { mode: "strict" });
  if (!opposite.ok) return undefined;
  return {
    filter: compiled.filter,
    isTrue: bounded(compiled.predicate),
    isFalse: bounded(compilePredicate(opposite.filter)),
  };
}

/** A pattern that needs too much work leaves a condition unknown. */
function bounded(predicate: (row: unknown) => boolean): (row: unknown) => boolean {
  return (row) => {
    try {
      return predicate(row);
    } catch (error) {
      if (error instanceof PatternWorkError) return false;
      throw error;
    }
  };
}
