import type { Expression, Name, SortKey } from "../ast/nodes.ts";
import type { ResolvedMember } from "../catalog/resolve-member.ts";
import type { Catalog } from "../catalog/types.ts";
import type { Comparison } from "../collation/order/strength.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { wrongArgument } from "../diagnostics/require-argument.ts";
import type { Limits } from "../diagnostics/limits.ts";
import type { FunctionTable } from "../functions/definition/function-table.ts";
import type { FunctionDefinition } from "../functions/definition/types.ts";
import type { ParseMode } from "../parser/parse.ts";

export interface CheckOptions {
  /** Default `lenient`. */
  readonly mode?: ParseMode;
  /** Default: `DEFAULT_LIMITS`. They bound trees that no parser made. */
  readonly limits?: Partial<Limits>;
  /** Functions of a service, in addition to those of the language. */
  readonly functions?: readonly FunctionDefinition[];
}

/**
 * Key of the brand of checked filters and sorts. A registered symbol: JSON cannot contain it, and all copies of this library
 * share it.
 */
const CHECKED: unique symbol = Symbol.for("tamis.checked");

/**
 * Base class of checked filters and sorts. The brand is a property of the prototype, so that copies by a spread, by JSON or
 * by `structuredClone` are not checked, for the compiler too.
 */
class BrandedResult {
  get [CHECKED](): true {
    return true;
  }
}

/** Results of the checker that filters and sorts share. */
export interface Checked {
  readonly catalog: Catalog | undefined;
  readonly functions: FunctionTable;
  /** Members that the names resolve to. Without a catalog, only those of `withInstants`. */
  readonly members: ReadonlyMap<Name, ResolvedMember>;
}

/**
 * Identity of filters that differ only in the values of literals. They share `functions`, `members` and all nodes that do not
 * contain one of these literals, so that backends can reuse what does not depend on these values.
 */
export type FilterShape = object;

/** A filter without errors. Only the checker creates it, and every backend accepts it. */
export interface CheckedFilter extends Checked, BrandedResult {
  readonly kind: "checkedFilter";
  /** The tree after the corrections of lenient mode. */
  readonly expression: Expression;
  /** Undefined if no other filter is known to have the same shape. */
  readonly shape: FilterShape | undefined;
}

/** A sort without errors. */
export interface CheckedSortBy extends Checked, BrandedResult {
  readonly kind: "checkedSortBy";
  readonly keys: readonly CheckedSortKey[];
}

export interface CheckedSortKey {
  readonly expression: Expression;
  readonly direction: SortKey["direction"];
  /** Comparison of the key's values: the key's strength, else the member's default, else tertiary. */
  readonly comparison: Comparison;
}

class FilterResult extends BrandedResult implements CheckedFilter {
  declare readonly kind: "checkedFilter";
  declare readonly expression: Expression;
  declare readonly catalog: Catalog | undefined;
  declare readonly functions: FunctionTable;
  declare readonly members: ReadonlyMap<Name, ResolvedMember>;
  declare readonly shape: FilterShape | undefined;

  constructor(
    expression: Expression,
    { catalog, functions, members }: Checked,
    shape: FilterShape | undefined,
  ) {
    super();
    this.kind = "checkedFilter";
    this.expression = expression;
    this.catalog = catalog;
    this.functions = functions;
    this.members = members;
    this.shape = shape;
  }
}

class SortResult extends BrandedResult implements CheckedSortBy {
  declare readonly kind: "checkedSortBy";
  declare readonly keys: readonly CheckedSortKey[];
  declare readonly catalog: Catalog | undefined;
  declare readonly functions: FunctionTable;
  declare readonly members: ReadonlyMap<Name, ResolvedMember>;

  constructor(keys: readonly CheckedSortKey[], { catalog, functions, members }: Checked) {
    super();
    this.kind = "checkedSortBy";
    this.keys = keys;
    this.catalog = catalog;
    this.functions = functions;
    this.members = members;
  }
}

/**
 * Creates a checked filter from parts that the checker has accepted.
 *
 * @param shape the same object for filters that differ only in the values of literals
 */
export function makeCheckedFilter(
  expression: Expression,
  checked: Checked,
  shape?: FilterShape,
): CheckedFilter {
  return new FilterResult(expression, checked, shape);
}

/** Creates a checked sort from parts that the checker has accepted. */
export function makeCheckedSortBy(keys: readonly CheckedSortKey[], checked: Checked): CheckedSortBy {
  return new SortResult(keys, checked);
}

/** @throws TypeError unless `value` is a result of `check` */
export function requireCheckedFilter(value: CheckedFilter, argument: string): void {
  requireResult(value, argument, "checkedFilter", "a filter that check(expression, catalog) returned");
}

/** @throws TypeError unless `value` is a result of `checkSortBy` */
export function requireCheckedSortBy(value: CheckedSortBy, argument: string): void {
  requireResult(value, argument, "checkedSortBy", "a sortBy that checkSortBy(expression, catalog) returned");
}

function requireResult(
  value: Partial<CheckedFilter | CheckedSortBy> | null | undefined,
  argument: string,
  kind: "checkedFilter" | "checkedSortBy",
  requirement: string,
): void {
  if (value?.[CHECKED] !== true || value.kind !== kind)
    throw wrongArgument(argument, requirement, value, ". Copies are not checked.");
}

export type CheckResult =
  | { readonly ok: true; readonly filter: CheckedFilter; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly filter?: undefined; readonly diagnostics: readonly Diagnostic[] };

export type CheckSortResult =
  | { readonly ok: true; readonly sortBy: CheckedSortBy; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly sortBy?: undefined; readonly diagnostics: readonly Diagnostic[] };
