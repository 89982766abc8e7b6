/** What is wrong with a text, if anything: all of it at once. */
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

export type Kind = "filter" | "sortBy" | "query";

export interface Verdict {
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** The shortest text that says the same. */
  readonly canonical: string;
}

/** Parses and checks one text of any kind. */
export function judge(input: string, kind: Kind, catalog: Catalog | undefined, strict: boolean): Verdict {
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
  // A broken text is checked as far as it could be read, so that all of its errors are told at once.
  const checked = parsed.partial === undefined ? undefined : check(parsed.partial, catalog, { mode });
  const tree = checked?.filter?.expression ?? parsed.expression;
  const diagnostics = merge(parsed.diagnostics, checked?.diagnostics);
  return {
    ok: !hasErrors(diagnostics),
    diagnostics,
    canonical: tree === undefined || hasErrors(diagnostics) ? "" : print(tree),
  };
}

/** What a wrong text makes the checker miss (a number of arguments, say) follows from what the parser has told. */
function merge(parsed: readonly Diagnostic[], checked: readonly Diagnostic[] = []): readonly Diagnostic[] {
  if (!hasErrors(parsed)) return [...parsed, ...checked];
  const sure = new Set(["unknown-member", "unknown-function", "function-not-allowed"]);
  return [...parsed, ...checked.filter(({ code }) => sure.has(code))];
}
