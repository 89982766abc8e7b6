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
  /** Default: `DEFAULT_LIMITS`. They guard trees that no parser made. */
  readonly limits?: Partial<Limits>;
  /** Functions that the service adds to the language's own. */
  readonly functions?: readonly FunctionDefinition[];
}

/** What is known of names and functions; shared by filters and sorts. */
export interface Checked {
  readonly catalog: Catalog | undefined;
  readonly functions: FunctionTable;
  /** What each name of the tree stands for; empty without a catalog. */
  readonly members: ReadonlyMap<Name, ResolvedMember>;
}

/** A filter that is known to be right. Only the checker makes it, and every backend takes it. */
export interface CheckedFilter extends Checked {
  readonly kind: "checkedFilter";
  /** The tree as it is read: where lenient mode read something else than was written, this is what it read. */
  readonly expression: Expression;
}

/** An order that is known to be right. */
export interface CheckedSortBy extends Checked {
  readonly kind: "checkedSortBy";
  readonly keys: readonly CheckedSortKey[];
}

export interface CheckedSortKey {
  readonly expression: Expression;
  readonly direction: SortKey["direction"];
  /** How its texts compare: the key's own strength, else the member's, else tertiary. */
  readonly comparison: Comparison;
}

export type CheckResult =
  | { readonly ok: true; readonly filter: CheckedFilter; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly filter?: undefined; readonly diagnostics: readonly Diagnostic[] };

export type CheckSortResult =
  | { readonly ok: true; readonly sortBy: CheckedSortBy; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly sortBy?: undefined; readonly diagnostics: readonly Diagnostic[] };
