import {
  check,
  checkPartial,
  checkSortBy,
  hasErrors,
  parseFilter,
  parseSortBy,
  print,
  type Catalog,
  type Diagnostic,
  type Expression,
  type Mode,
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
}

export function checkText(
  input: string,
  kind: TextKind,
  catalog: Catalog | undefined,
  strict: boolean,
): TextCheck {
  const mode = strict ? "strict" : "lenient";
  if (kind === "query") {
    const { query, diagnostics } = decodeQuery(input, {
      ...(catalog === undefined ? {} : { catalog }),
      mode,
    });
    const ok = query !== undefined && !hasErrors(diagnostics);
    return { ok, diagnostics, canonical: ok ? encodeQuery(query) : "" };
  }
  if (kind === "sortBy") {
    const parsed = parseSortBy(input, { mode });
    const { expression } = parsed;
    if (expression === undefined) return broken(parsed, catalog, mode);
    const diagnostics = [...parsed.diagnostics, ...checkSortBy(expression, catalog, { mode }).diagnostics];
    return { ok: !hasErrors(diagnostics), diagnostics, canonical: print(expression) };
  }
  const parsed = parseFilter(input, { mode });
  if (parsed.expression === undefined) return broken(parsed, catalog, mode);
  const checked = check(parsed.expression, catalog, { mode });
  const diagnostics = [...parsed.diagnostics, ...checked.diagnostics];
  return { ok: checked.ok, diagnostics, canonical: checked.ok ? print(checked.filter.expression) : "" };
}

/** Returns all syntax errors, and the errors found by checking the parts that could be parsed. */
function broken(
  { partial, diagnostics }: ParseResult<Expression> | ParseResult<SortBy>,
  catalog: Catalog | undefined,
  mode: Mode,
): TextCheck {
  const checked = partial === undefined ? [] : checkPartial(partial, catalog, { mode });
  return { ok: false, diagnostics: [...diagnostics, ...checked], canonical: "" };
}
