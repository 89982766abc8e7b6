/** From a line to what is asked of a source: an expression, or a whole query as servers get it. */
import {
  applyFixes,
  check,
  checkSortBy,
  parseFilter,
  parseSortBy,
  print,
  type Catalog,
  type CheckedFilter,
  type Diagnostic,
} from "tamis";
import { decodeQuery } from "tamis/url";
import type { Scope } from "../command.ts";
import { judge } from "../judge.ts";
import { ExpressionError } from "../prepare.ts";
import { queryPart } from "../query-part.ts";
import { report } from "../report.ts";
import type { Order, Settings, View } from "./settings.ts";

/** The expression is wrong, and it has been told why. */
export class WrongText extends ExpressionError {
  /** What it is with its mistakes mended, if that is known. */
  readonly mended: string | undefined;

  constructor(mended: string | undefined) {
    super();
    this.mended = mended;
  }
}

/** What reading a text needs to know. */
export interface Reading {
  readonly scope: Scope;
  readonly catalog: Catalog;
  readonly strict: boolean;
  /** In front of what is told: `line 3: `. */
  readonly place: string;
}

/** @throws WrongText */
export function readFilter(text: string, reading: Reading): CheckedFilter {
  const { catalog, strict } = reading;
  const { ok, diagnostics } = judge(text, "filter", catalog, strict);
  tell(text, diagnostics, reading);
  const mode = strict ? "strict" : "lenient";
  const tree = ok ? parseFilter(text, { mode }).expression : undefined;
  const checked = tree === undefined ? undefined : check(tree, catalog, { mode }).filter;
  if (checked === undefined) throw new WrongText(mendedText(text, diagnostics));
  return checked;
}

/** @throws WrongText */
export function readOrder(text: string, reading: Reading): Order {
  const { catalog, strict } = reading;
  const { ok, diagnostics } = judge(text, "sortBy", catalog, strict);
  tell(text, diagnostics, reading);
  const mode = strict ? "strict" : "lenient";
  const tree = ok ? parseSortBy(text, { mode }).expression : undefined;
  const sortBy = tree === undefined ? undefined : checkSortBy(tree, catalog, { mode }).sortBy;
  if (sortBy === undefined) throw new WrongText(mendedText(text, diagnostics));
  return { text, sortBy };
}

/** Whether a line is a query string or an address; no expression begins like one. */
export function isQuery(line: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/|[/?]|[\p{L}\p{N}_@.%-]+=)/iu.test(line);
}

/**
 * What it leaves open is as the settings say.
 *
 * @throws WrongText
 */
export function readQuery(line: string, settings: Settings, reading: Reading): View {
  const { catalog, strict } = reading;
  const raw = queryPart(line);
  const { query, diagnostics } = decodeQuery(raw, { mode: strict ? "strict" : "lenient", catalog });
  tell(raw, diagnostics, reading);
  if (query === undefined) {
    const mended = mendedText(raw, diagnostics);
    throw new WrongText(mended === undefined ? undefined : line.replace(raw, () => mended));
  }
  const { sortBy, checkedSortBy, limit } = query;
  return {
    filter: query.checkedFilter,
    order: sortBy === undefined ? settings.order : { text: print(sortBy), sortBy: checkedSortBy },
    start: query.start,
    limit: limit ?? settings.limit,
  };
}

function tell(text: string, diagnostics: readonly Diagnostic[], { scope, place }: Reading): void {
  report(
    text,
    diagnostics.filter(({ severity }) => severity !== "hint"),
    scope,
    place,
  );
}

function mendedText(text: string, diagnostics: readonly Diagnostic[]): string | undefined {
  const mended = applyFixes(text, diagnostics);
  return mended === text ? undefined : mended;
}
