import { requireCheckedFilter, type CheckedFilter } from "../checker/checked.ts";
import { compileOperand } from "./operand.ts";
import { plan } from "./plan.ts";
import { ownProperties } from "../values/own-properties.ts";

export interface EvaluateOptions {
  /** BCP 47 language tag for collation and case mapping. Default: root collation. */
  readonly locale?: string;
  /**
   * `any`, the default: no getter of a row runs and nothing is inherited. `plain`, which is faster: rows are plain data, as
   * `JSON.parse` and database drivers create them, and `Object.prototype` has no properties of their names.
   */
  readonly rows?: "any" | "plain";
}

/** Returns true for rows that a filter keeps. */
export type Predicate = (row: unknown) => boolean;

/**
 * Compiles a filter into a predicate. It returns false for rows for which the filter is unknown. Uses closures, no generated
 * code.
 *
 * The predicate throws a `PatternWorkError` if one match of a pattern visits more than 2,097,152 states.
 *
 * @example rows.filter(compilePredicate(filter, { locale: "de" }))
 */
export function compilePredicate(filter: CheckedFilter, options: EvaluateOptions = {}): Predicate {
  requireCheckedFilter(filter, "filter");
  const { locale, rows } = ownProperties(options);
  const scope = { checked: filter, locale, plainRows: rows === "plain" };
  return compileOperand(plan(filter.expression, filter.functions), scope).isTrue();
}
