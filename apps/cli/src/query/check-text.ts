import {
  check,
  checkSortBy,
  hasErrors,
  parseFilter,
  parseSortBy,
  print,
  type Catalog,
  type Diagnostic,
} from "tamis";
import { decodeQuery, encodeQuery } from "tamis/url";

export type TextKind = "filter" | "sortBy" | "query";

export interface TextCheck {
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Canonical form of the text. Empty if the text is invalid. */
  readonly canonical: string;
}

/** Parses and checks a text and returns all of its diagnostics. */
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
    const tree = parsed.partial;
    const checked = tree === undefined ? undefined : checkSortBy(tree, catalog, { mode });
    const diagnostics = merge(parsed.diagnostics, checked?.diagnostics);
    return { ok: !hasErrors(diagnostics), diagnostics, canonical: tree === undefined ? "" : print(tree) };
  }
  const parsed = parseFilter(input, { mode });
  // The part of an invalid text that could be parsed is checked too, to report all errors at once.
  const checked = parsed.partial === undefined ? undefined : check(parsed.partial, catalog, { mode });
  const tree = checked?.filter?.expression ?? parsed.expression;
  const diagnostics = merge(parsed.diagnostics, checked?.diagnostics);
  return {
    ok: !hasErrors(diagnostics),
    diagnostics,
    canonical: tree === undefined || hasErrors(diagnostics) ? "" : print(tree),
  };
}

/** After a syntax error, other errors of the checker (such as wrong argument counts) are mostly consequences of it. */
function merge(parsed: readonly Diagnostic[], checked: readonly Diagnostic[] = []): readonly Diagnostic[] {
  if (!hasErrors(parsed)) return [...parsed, ...checked];
  const independent = new Set(["unknown-member", "unknown-function", "function-not-allowed"]);
  return [...parsed, ...checked.filter(({ code }) => independent.has(code))];
}
