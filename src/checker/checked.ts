import type { Expression, Name, SortKey } from "../ast/nodes.ts";
import type { ResolvedMember } from "../catalog/resolve-member.ts";
import type { Catalog } from "../catalog/types.ts";
import type { Comparison } from "../collation/order/strength.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Limits } from "../diagnostics/limits.ts";
import type { FunctionTable } from "../functions/definition/function-table.ts";
import type { FunctionDefinition } from "../functions/definition/types.ts";
import type { Mode } from "../parser/parse.ts";

export interface CheckOptions {
  /** Default `lenient`. */
  readonly mode?: Mode;
  /** Default: `DEFAULT_LIMITS`. They bound trees that no parser made. */
  readonly limits?: Partial<Limits>;
  /** Functions of a service, in addition to those of the language. */
  readonly functions?: readonly FunctionDefinition[];
}

/** Results of the checker that filters and sorts share. */
export interface Checked {
  readonly catalog: Catalog | undefined;
  readonly functions: FunctionTable;
  /** Members that the names resolve to. Empty without a catalog. */
  readonly members: ReadonlyMap<Name, ResolvedMember>;
}

/** A filter without errors. Only the checker makes it, and every backend takes it. */
export interface CheckedFilter extends Checked {
  readonly kind: "checkedFilter";
  /** The tree after the corrections of lenient mode. */
  readonly expression: Expression;
}

/** A sort without errors. */
export interface CheckedSortBy extends Checked {
  readonly kind: "checkedSortBy";
  readonly keys: readonly CheckedSortKey[];
}

export interface CheckedSortKey {
  readonly expression: Expression;
  readonly direction: SortKey["direction"];
  /** Comparison of the key's values: the key's strength, else the member's default, else tertiary. */
  readonly comparison: Comparison;
}

export type CheckResult =
  | { readonly ok: true; readonly filter: CheckedFilter; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly filter?: undefined; readonly diagnostics: readonly Diagnostic[] };

export type CheckSortResult =
  | { readonly ok: true; readonly sortBy: CheckedSortBy; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly sortBy?: undefined; readonly diagnostics: readonly Diagnostic[] };
