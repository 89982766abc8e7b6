/**
 * From the options of a command to a filter and an order that can be run.
 *
 * With a catalog the rules are strict about types. Without one the rows decide, as the language says; but a slip in a
 * name would then find nothing and say nothing. So the first rows tell which members there are: a name that no row has
 * is an error where all rows were seen, and a warning where more may come.
 */
import {
  check,
  checkSortBy,
  hasErrors,
  parseFilter,
  parseSortBy,
  type Catalog,
  type CheckedFilter,
  type CheckedSortBy,
  type Diagnostic,
  type Expression,
  type SortBy,
} from "tamis";
import { catalogFromRows } from "tamis/catalog";
import type { Scope } from "./command.ts";
import type { Row } from "./io/row-reader.ts";
import { report } from "./report.ts";

/** The expression is wrong, and it has been told why. */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
  readonly exitCode = 3;
}

export interface Sample {
  readonly rows: readonly Row[];
  readonly complete: boolean;
}

export interface Asked {
  readonly filter: string;
  readonly sortBy: string;
}

export interface Prepared {
  readonly filter: CheckedFilter;
  readonly sortBy: CheckedSortBy;
}

/** Checks what was asked, tells what is wrong, and throws if it cannot be run. */
export function prepare(asked: Asked, catalog: Catalog | undefined, sample: Sample, scope: Scope): Prepared {
  const seen = catalog === undefined ? catalogFromRows(sample.rows, { name: "rows" }).catalog : undefined;
  const filter = prepareFilter(asked.filter, catalog, seen, sample.complete, scope);
  const sortBy = prepareSortBy(asked.sortBy, catalog, seen, sample.complete, scope);
  if (filter === undefined || sortBy === undefined) throw new ExpressionError();
  return { filter, sortBy };
}

function prepareFilter(
  text: string,
  catalog: Catalog | undefined,
  seen: Catalog | undefined,
  complete: boolean,
  scope: Scope,
): CheckedFilter | undefined {
  const mode = scope.args.flag("strict") ? "strict" : "lenient";
  const parsed = parseFilter(text, { mode });
  if (parsed.expression === undefined) { tell(text, parsed.diagnostics, scope); return; }
  const hinted = seen === undefined ? undefined : check(parsed.expression, seen, { mode });
  // Where the rows' own members explain what was meant (an unquoted value, say), that reading is what is run.
  const meant: Expression = hinted?.filter?.expression ?? parsed.expression;
  const checked = check(meant, catalog, { mode });
  const diagnostics = [...parsed.diagnostics, ...checked.diagnostics, ...hintsOf(hinted?.diagnostics, complete)];
  tell(text, diagnostics, scope);
  return hasErrors(diagnostics) ? undefined : checked.filter;
}

function prepareSortBy(
  text: string,
  catalog: Catalog | undefined,
  seen: Catalog | undefined,
  complete: boolean,
  scope: Scope,
): CheckedSortBy | undefined {
  const mode = scope.args.flag("strict") ? "strict" : "lenient";
  const parsed = parseSortBy(text, { mode });
  if (parsed.expression === undefined) { tell(text, parsed.diagnostics, scope); return; }
  const hinted = seen === undefined ? undefined : checkSortBy(parsed.expression, seen, { mode });
  const sortBy: SortBy = parsed.expression;
  const checked = checkSortBy(sortBy, catalog, { mode });
  const diagnostics = [...parsed.diagnostics, ...checked.diagnostics, ...hintsOf(hinted?.diagnostics, complete)];
  tell(text, diagnostics, scope);
  return hasErrors(diagnostics) ? undefined : checked.sortBy;
}

/** What the seen rows say of names and readings. Their types bind nobody: another row may hold something else. */
function hintsOf(diagnostics: readonly Diagnostic[] = [], complete: boolean): Diagnostic[] {
  return diagnostics.flatMap((found) => {
    switch (found.code) {
      case "unknown-member":
        return [complete ? found : { ...found, severity: "warning" as const, message: found.message.replace(" here", " in the rows seen so far") }];
      case "unquoted-string":
      case "quoted-member":
      case "quoted-value":
        return [found];
      case "type-mismatch":
      case "not-a-condition":
        return [{ ...found, severity: "warning" as const }];
      default:
        return [];
    }
  });
}

function tell(text: string, diagnostics: readonly Diagnostic[], scope: Scope): undefined {
  report(text, diagnostics.filter(({ severity }) => severity !== "hint"), scope);
}
