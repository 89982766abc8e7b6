import { applyFixes, print, type Catalog, type CheckedFilter, type Diagnostic } from "tamis";
import { decodeQuery } from "tamis/url";
import type { Scope } from "../../command/command.ts";
import { reportProblems } from "../../command/report.ts";
import { clockOf } from "../../command/time-zone-option.ts";
import { checkText } from "../../query/check-text.ts";
import { reviewed, reviewOf } from "../../query/review-text.ts";
import { ExpressionError } from "../../query/expression-error.ts";
import type { PageView, ShellSettings, SortSetting } from "./settings.ts";

export class InvalidText extends ExpressionError {
  /** Text with all suggested fixes applied. Undefined if there are no fixes. */
  readonly fixed: string | undefined;

  constructor(fixed: string | undefined) {
    super();
    this.fixed = fixed;
  }
}

export interface InputContext {
  readonly scope: Scope;
  readonly catalog: Catalog;
  readonly strict: boolean;
  /** Location of the text for messages: `line 3: `. */
  readonly prefix: string;
}

/**
 * Prints diagnostics, also warnings about a filter that no row or every row matches, and returns the checked filter.
 * @throws InvalidText if the filter is invalid
 */
export async function readFilter(text: string, context: InputContext): Promise<CheckedFilter> {
  const { catalog, scope, prefix } = context;
  const result = checkText(text, "filter", catalog, optionsOf(context));
  const { filter, diagnostics } = await reviewed(result, catalog, scope);
  reportProblems(text, diagnostics, scope, prefix);
  if (filter === undefined) throw new InvalidText(fixedText(text, diagnostics));
  return filter;
}

/**
 * Prints diagnostics and returns the checked sort expression.
 * @throws InvalidText if it is invalid
 */
export function readSortBy(text: string, context: InputContext): SortSetting {
  const { catalog, scope, prefix } = context;
  const { sortBy, diagnostics } = checkText(text, "sortBy", catalog, optionsOf(context));
  reportProblems(text, diagnostics, scope, prefix);
  if (sortBy === undefined) throw new InvalidText(fixedText(text, diagnostics));
  return { text, sortBy };
}

/** Returns whether a line is a query string or URL. No expression begins like one. */
export function isUrlQuery(line: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/|[/?]|[\p{L}\p{N}_@.%-]+=)/iu.test(line);
}

/**
 * Reads a query string or URL. The shell's settings replace missing parameters. Prints diagnostics like `readFilter`.
 * @throws InvalidText if the query is invalid
 */
export async function readUrlQuery(
  line: string,
  settings: ShellSettings,
  context: InputContext,
): Promise<PageView> {
  const { catalog, scope, prefix } = context;
  const { query, diagnostics } = decodeQuery(line, { ...optionsOf(context), catalog });
  const warnings = await reviewOf(query?.filter, catalog, scope);
  reportProblems(line, [...diagnostics, ...warnings], scope, prefix);
  if (query === undefined) {
    throw new InvalidText(fixedText(line, diagnostics));
  }
  const { sortBy, checkedSortBy, limit } = query;
  return {
    filter: query.checkedFilter,
    sort: sortBy === undefined ? settings.sort : { text: print(sortBy), sortBy: checkedSortBy },
    start: query.start,
    limit: limit ?? settings.limit,
  };
}

function optionsOf({ strict, scope }: InputContext) {
  return { mode: strict ? "strict" : "lenient", functions: clockOf(scope) } as const;
}

function fixedText(text: string, diagnostics: readonly Diagnostic[]): string | undefined {
  const fixed = applyFixes(text, diagnostics);
  return fixed === text ? undefined : fixed;
}
