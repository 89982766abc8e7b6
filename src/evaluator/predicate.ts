import type { CheckedFilter } from "../checker/checked.ts";
import { compileOperand } from "./operand.ts";
import { plan } from "./plan.ts";
import { ownProperties } from "../values/own-properties.ts";

export interface EvaluateOptions {
  /** A BCP 47 language tag; root order where there is none. It decides on collation and case mapping. */
  readonly locale?: string;
  /**
   * What is known of the rows. `any`, the default: nothing, so that a property is read in the one way that runs no code
   * of the row and asks no prototype. `plain`: they are plain data, as `JSON.parse` or a database driver makes them,
   * and `Object.prototype` has no properties of their names; that is quicker.
   */
  readonly rows?: "any" | "plain";
}

/** Whether a row is kept. */
export type Predicate = (row: unknown) => boolean;

/**
 * Compiles a filter into a function of a row: true where the whole filter is true, neither false nor unknown. It is
 * made of closures; no code is generated. Literals are prepared here, once.
 *
 * @example rows.filter(compilePredicate(filter, { locale: "de" }))
 */
export function compilePredicate(filter: CheckedFilter, options: EvaluateOptions = {}): Predicate {
  const { locale, rows } = ownProperties(options);
  const scope = { checked: filter, locale, plainRows: rows === "plain" };
  return compileOperand(plan(filter.expression, filter.functions), scope).isTrue();
}
