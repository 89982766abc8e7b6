import {
  check,
  checkPartial,
  checkSortBy,
  hasErrors,
  parseFilter,
  parseSortBy,
  print,
  type Catalog,
  type CheckOptions,
  type Diagnostic,
  type Expression,
  type ParseResult,
  type SortBy,
} from "tamis";
import { clockOf, type ClockScope } from "../command/time-zone-option.ts";
import { decodeQuery, encodeQuery } from "tamis/url";

export type TextKind = "filter" | "sortBy" | "query";

export interface TextCheck {
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Expression in canonical form. Empty if the text is invalid. */
  readonly canonical: string;
  /** Tree of a valid filter. */
  readonly filter?: Expression;
}

export function checkText(
  input: string,
  kind: TextKind,
  catalog: Catalog | undefined,
  scope: ClockScope,
  strict: boolean,
): TextCheck {
  const mode = strict ? "strict" : "lenient";
  const checks = { mode, functions: clockOf(scope) } as const;
  if (kind === "query") {
    const { query, diagnostics } = decodeQuery(input, {
      ...(catalog === undefined ? {} : { catalog }),
      ...checks,
    });
    const ok = query !== undefined && !hasErrors(diagnostics);
    return { ok, diagnostics, canonical: ok ? encodeQuery(query) : "" };
  }
  if (kind === "sortBy") {
    const parsed = parseSortBy(input, { mode });
    const { expression } = parsed;
    if (expression === undefined) return broken(parsed, catalog, checks);
    const diagnostics = [...parsed.diagnostics, ...checkSortBy(expression, catalog, checks).diagnostics];
    return { ok: !hasErrors(diagnostics), diagnostics, canonical: print(expression) };
  }
  const parsed = parseFilter(input, { mode, catalog });
  if (parsed.expression === undefined) return broken(parsed, catalog, checks);
  const checked = check(parsed.expression, catalog, checks);
  const diagnostics = [...parsed.diagnostics, ...checked.diagnostics];
  if (!checked.ok) return { ok: false, diagnostics, canonical: "" };
  return { ok: true, diagnostics, canonical: print(checked.filter.expression), filter: parsed.expression };
}

/** Returns all syntax errors, and the errors found by checking the parts that could be parsed. */
function broken(
  { partial, diagnostics }: ParseResult<Expression> | ParseResult<SortBy>,
  catalog: Catalog | undefined,
  checks: CheckOptions,
): TextCheck {
  const checked = partial === undefined ? [] : checkPartial(partial, catalog, checks);
  return { ok: false, diagnostics: [...diagnostics, ...checked], canonical: "" };
}
