import {
  check,
  checkPartial,
  checkSortBy,
  hasErrors,
  parseFilter,
  parseSortBy,
  print,
  type Catalog,
  type CheckedFilter,
  type CheckedSortBy,
  type CheckOptions,
  type Diagnostic,
  type Expression,
  type ParseResult,
  type SortBy,
} from "tamis";
import { decodeQuery, encodeQuery } from "tamis/url";

export type TextKind = "filter" | "sortBy" | "query";

export interface TextCheck {
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Expression in canonical form. Empty if the text is invalid. */
  readonly canonical: string;
  /** Tree of a valid filter, with its spans in the text. */
  readonly tree?: Expression;
  readonly filter?: CheckedFilter | undefined;
  readonly sortBy?: CheckedSortBy | undefined;
}

/** Options of a check of `text`, with the mode of its parser. */
type TextOptions = Pick<CheckOptions, "mode" | "functions">;

export function checkText(
  text: string,
  kind: TextKind,
  catalog: Catalog | undefined,
  options: TextOptions = {},
): TextCheck {
  const { mode = "lenient" } = options;
  if (kind === "query") {
    const { query, diagnostics } = decodeQuery(text, {
      ...(catalog === undefined ? {} : { catalog }),
      ...options,
    });
    const ok = query !== undefined && !hasErrors(diagnostics);
    return { ok, diagnostics, canonical: ok ? encodeQuery(query) : "" };
  }
  if (kind === "sortBy") {
    const parsed = parseSortBy(text, { mode });
    const { expression } = parsed;
    if (expression === undefined) return broken(parsed, catalog, options);
    const { sortBy, diagnostics: problems } = checkSortBy(expression, catalog, options);
    const diagnostics = [...parsed.diagnostics, ...problems];
    return { ok: !hasErrors(diagnostics), diagnostics, canonical: print(expression), sortBy };
  }
  const parsed = parseFilter(text, { mode, catalog });
  const { expression: tree } = parsed;
  if (tree === undefined) return broken(parsed, catalog, options);
  const { filter, diagnostics: problems } = check(tree, catalog, options);
  const diagnostics = [...parsed.diagnostics, ...problems];
  if (filter === undefined) return { ok: false, diagnostics, canonical: "" };
  return { ok: true, diagnostics, canonical: print(filter.expression), tree, filter };
}

/** Returns all syntax errors, and the errors found by checking the parts that could be parsed. */
function broken(
  { partial, diagnostics }: ParseResult<Expression> | ParseResult<SortBy>,
  catalog: Catalog | undefined,
  options: TextOptions,
): TextCheck {
  const checked = partial === undefined ? [] : checkPartial(partial, catalog, options);
  return { ok: false, diagnostics: [...diagnostics, ...checked], canonical: "" };
}
