import type { Catalog } from "../catalog/types.ts";
import { check, checkSortBy } from "../checker/check.ts";
import type { CheckedFilter, CheckedSortBy, CheckOptions } from "../checker/checked.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { parseFilter, parseSortBy } from "../parser/parse.ts";
import { compileComparator, type Comparator } from "./comparator.ts";
import { compilePredicate, type EvaluateOptions, type Predicate } from "./predicate.ts";
import { requireText } from "../diagnostics/require-argument.ts";
import { TextCache } from "../values/caches/text-cache.ts";
import { ownProperties } from "../values/own-properties.ts";

export interface CompileOptions extends CheckOptions, EvaluateOptions {
  readonly catalog?: Catalog;
}

export type CompiledFilter =
  | {
      readonly ok: true;
      readonly predicate: Predicate;
      readonly filter: CheckedFilter;
      readonly diagnostics: readonly Diagnostic[];
    }
  | {
      readonly ok: false;
      readonly predicate?: undefined;
      readonly filter?: undefined;
      readonly diagnostics: readonly Diagnostic[];
    };

export type CompiledSortBy =
  | {
      readonly ok: true;
      readonly comparator: Comparator;
      readonly sortBy: CheckedSortBy;
      readonly diagnostics: readonly Diagnostic[];
    }
  | {
      readonly ok: false;
      readonly comparator?: undefined;
      readonly sortBy?: undefined;
      readonly diagnostics: readonly Diagnostic[];
    };

/**
 * Parses, checks and compiles a filter. The result of a text that is compiled again with the same options is kept, and frozen. Options
 * with objects other than the catalog are not the same.
 *
 * @example
 * const { predicate, diagnostics } = compileFilter("gt(size,10)");
 * if (predicate !== undefined) rows.filter(predicate);
 */
export function compileFilter(text: string, options: CompileOptions = {}): CompiledFilter {
  requireText(text, "text");
  return filters.getOrMake(text, options, () => compileNewFilter(text, options), isOk);
}

const filters = /* @__PURE__ */ new TextCache<CompiledFilter>();
const isOk = ({ ok }: { readonly ok: boolean }) => ok;

function compileNewFilter(text: string, options: CompileOptions): CompiledFilter {
  const parsed = parseFilter(text, options);
  if (parsed.expression === undefined) return { ok: false, diagnostics: parsed.diagnostics };
  const checked = check(parsed.expression, ownProperties(options).catalog, options);
  const diagnostics = [...parsed.diagnostics, ...checked.diagnostics];
  if (!checked.ok) return { ok: false, diagnostics };
  return {
    ok: true,
    predicate: compilePredicate(checked.filter, options),
    filter: checked.filter,
    diagnostics,
  };
}

/**
 * Parses, checks and compiles a sort order. Results are kept as by `compileFilter`.
 *
 * @example rows.toSorted(compileSortBy("name:descending").comparator)
 */
export function compileSortBy(text: string, options: CompileOptions = {}): CompiledSortBy {
  requireText(text, "text");
  return sorts.getOrMake(text, options, () => compileNewSortBy(text, options), isOk);
}

const sorts = /* @__PURE__ */ new TextCache<CompiledSortBy>();

function compileNewSortBy(text: string, options: CompileOptions): CompiledSortBy {
  const parsed = parseSortBy(text, options);
  if (parsed.expression === undefined) return { ok: false, diagnostics: parsed.diagnostics };
  const checked = checkSortBy(parsed.expression, ownProperties(options).catalog, options);
  const diagnostics = [...parsed.diagnostics, ...checked.diagnostics];
  if (!checked.ok) return { ok: false, diagnostics };
  return {
    ok: true,
    comparator: compileComparator(checked.sortBy, options),
    sortBy: checked.sortBy,
    diagnostics,
  };
}
