import type { CheckedFilter } from "../checker/checked.ts";
import { compileOperand } from "./operand.ts";
import { plan } from "./plan.ts";
import { ownProperties } from "../values/own-properties.ts";

export interface EvaluateOptions {
  /** BCP 47 language tag for collation and case mapping. Without it, root collation applies. */
  readonly locale?: string;
  /**
   * Kind of rows. `any`, the default: properties are read through descriptors, so that no getter of the row runs and
   * nothing is inherited. `plain`: rows are plain data, as `JSON.parse` and database drivers create them, and
   * `Object.prototype` has no properties of their names. Reading is then faster.
   */
  readonly rows?: "any" | "plain";
}

/** Returns whether the filter keeps a row. */
export type Predicate = (row: unknown) => boolean;

/**
 * Compiles a filter into a predicate. It returns true if the filter is true, and false if it is false or unknown. The
 * predicate consists of closures; no code is generated. Literals are prepared once.
 *
 * @example rows.filter(compilePredicate(filter, { locale: "de" }))
 */
export function compilePredicate(filter: CheckedFilter, options: EvaluateOptions = {}): Predicate {
  const { locale, rows } = ownProperties(options);
  const scope = { checked: filter, locale, plainRows: rows === "plain" };
  return compileOperand(plan(filter.expression, filter.functions), scope).isTrue();
}
