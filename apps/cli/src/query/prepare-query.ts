/**
 * Checks expressions in two steps: before a file is opened, and after the first rows were read. A catalog
 * makes types strict. Without one, the first rows determine the members. An unknown name is then a warning,
 * or an error if the file has no further rows.
 */
import {
  check,
  checkSortBy,
  hasErrors,
  parseFilter,
  parseSortBy,
  type Catalog,
  type CheckedFilter,
  type CheckOptions,
  type CheckedSortBy,
  type Diagnostic,
  type Expression,
  type SortBy,
} from "tamis";
import { catalogFromRows, namesInOrder } from "tamis/catalog";
import { name, rewrite, walk, sortBy as newSortBy, sortKey as newSortKey } from "tamis/ast";
import { withInstants } from "tamis/evaluator";
import type { Scope } from "../command/command.ts";
import { note, reportProblems, type AdvisedProblem } from "../command/report.ts";
import { cellStyleOf } from "../command/read-options.ts";
import { clockOf } from "../command/time-zone-option.ts";
import { reportFilter, type FilterText } from "./filter-option.ts";
import { ExpressionError } from "./expression-error.ts";
import type { Row } from "tamis/files";
import { withKeyFixes } from "../rows/key-fixes.ts";
import { columnAdvice, type ColumnAdvice } from "../rows/column-advice.ts";
import type { MemberNames } from "../rows/rename-members.ts";
import { rowsOrHeader } from "../rows/row-members.ts";
import { hintsOf, isInSample, isNameDiagnostic, type SampledRows } from "../rows/sample-hints.ts";
import { typesOf } from "../rows/sample-types.ts";

export interface QueryText extends FilterText {
  readonly sortBy: string;
  /**
   * True if the filter contains basic filters (`name=a`). Their values have no quotes and take the member's
   * type.
   */
  readonly hasBasics?: boolean;
}

export interface PreparedQuery {
  readonly filter: CheckedFilter;
  readonly sortBy: CheckedSortBy;
}

interface CheckResult<T> {
  readonly checked: T | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Checks the texts without rows. Returns a function that completes the check with the first rows.
 * @throws ExpressionError, also from the returned function
 */
export function prepareQuery(
  text: QueryText,
  catalog: Catalog | undefined,
  scope: Scope,
): (rows: SampledRows) => PreparedQuery {
  const mode = scope.args.flag("strict") ? "strict" : "lenient";
  const checks = { mode, functions: clockOf(scope) } as const;
  const parsing = { mode, catalog: catalog ?? scope.fixCatalog } as const;
  const filter = parseFilter(text.filter, parsing);
  const sortBy = parseSortBy(text.sortBy, parsing);
  const checkedFilter = checkParsed(filter, (tree) => {
    const { filter: checked, diagnostics } = check(tree, catalog, checks);
    return { checked, diagnostics };
  });
  const checkedSortBy = checkParsed(sortBy, (tree) => {
    const { sortBy: checked, diagnostics } = checkSortBy(tree, catalog, checks);
    return { checked, diagnostics };
  });
  if (checkedFilter.checked === undefined || checkedSortBy.checked === undefined) {
    reportAll(text, checkedFilter, checkedSortBy, scope);
    throw new ExpressionError();
  }
  return (rows) => {
    if (scope.io.stderrIsTTY) noteRenamedMembers(rows, scope);
    if (catalog !== undefined) return finish(text, checkedFilter, checkedSortBy, scope);
    const types = typesOf(rows, cellStyleOf(scope.args));
    if (types === undefined)
      return finish(
        text,
        withUnknownNames(checkedFilter, text.filter, rows, (names) => check(filter.expression!, names)),
        withUnknownNames(checkedSortBy, text.sortBy, rows, (names) => checkSortBy(sortBy.expression!, names)),
        scope,
      );
    const withNames = withColumns(types, rows.names);
    const advice = adviceFor(filter.expression!, withNames, checks, rows, scope);
    const sampled = withEvidence(withNames, advice.values());
    const bySample = check(filter.expression!, sampled, checks);
    // Applies lenient corrections, such as quotes around a value, only if the sample has types for all
    // members.
    const hasUntypedMember = bySample.diagnostics.some(
      ({ code, span }) => isNameDiagnostic(code) && isInSample(text.filter, span, rows),
    );
    const hints = hintsOf(bySample.diagnostics, text.filter, rows)
      .filter(({ code }) =>
        hasUntypedMember
          ? code === "unknown-member" || code === "quoted-member"
          : code !== "quoted-value" || text.hasBasics !== true,
      )
      .map((hint) => (rows.format === undefined ? hint : advised(hint, advice.get(keyOf(hint)))));
    const corrected =
      hasUntypedMember || !bySample.ok
        ? withQuotedMembers(filter.expression!, bySample.diagnostics)
        : bySample.filter.expression;
    const final = check(corrected, undefined, checks);
    const sortBySample = checkSortBy(sortBy.expression!, sampled, checks);
    const sortHints = hintsOf(sortBySample.diagnostics, text.sortBy, rows);
    const finalSort = checkSortBy(
      withQuotedKeys(sortBy.expression!, sortBySample.diagnostics),
      undefined,
      checks,
    );
    const hasUnknownName = [...hints, ...sortHints].some(({ code }) => isNameDiagnostic(code));
    const isMistakable = [filter.expression!, ...sortBy.expression!.keys.map((key) => key.expression)].some(
      (tree) => hasName(tree, new Set(rows.names.originals.values())),
    );
    if ((hasUnknownName || isMistakable) && !scope.io.stderrIsTTY) noteRenamedMembers(rows, scope);
    return finish(
      text,
      {
        checked: final.filter && withInstants(final.filter, types),
        diagnostics: [
          ...filter.diagnostics,
          ...final.diagnostics.filter(({ code }) => hasUntypedMember || code !== "constant-expression"),
          ...hints,
        ],
      },
      {
        checked: finalSort.sortBy && withInstants(finalSort.sortBy, types),
        diagnostics: [
          ...sortBy.diagnostics,
          ...finalSort.diagnostics.filter(({ code }) => code !== "constant-expression"),
          ...sortHints,
        ],
      },
      rows.format === undefined ? scope : { ...scope, takesTypes: true },
    );
  };
}

/** Returns advice about the columns of mismatches, by the spans of the problems. */
function adviceFor(
  filter: Expression,
  catalog: Catalog,
  checks: CheckOptions,
  { format, sample }: SampledRows,
  { args }: Scope,
): ReadonlyMap<string, ColumnAdvice> {
  const adviceByKey = new Map<string, ColumnAdvice>();
  if (format === undefined) return adviceByKey;
  const isInferred = (format === "csv" || format === "tsv") && !args.flag("text");
  const options = { rows: sample, style: cellStyleOf(args), isInferred };
  for (const diagnostic of check(filter, catalog, checks).diagnostics) {
    const advice = columnAdvice(diagnostic, filter, catalog, options);
    if (advice !== undefined) adviceByKey.set(keyOf(diagnostic), advice);
  }
  return adviceByKey;
}

function keyOf({ span }: Diagnostic): string {
  return `${span.start}-${span.end}`;
}

function withEvidence(catalog: Catalog, advice: Iterable<ColumnAdvice>): Catalog {
  const { members } = catalog;
  const byName = new Map(members.byName);
  for (const { member, evidence } of advice)
    if (evidence !== undefined) byName.set(member, { ...byName.get(member)!, evidence });
  return { ...catalog, members: { ...members, byName } };
}

/** Rows are compared one by one: strings that are dates compare with dates. */
function advised(hint: Diagnostic, advice: ColumnAdvice | undefined): AdvisedProblem & Diagnostic {
  const message =
    advice?.compares === true
      ? hint.message.replace(": they do not compare.", ": only values that are dates or times compare.")
      : hint.message;
  // If an option has to read the column, a quoted value finds rows only if a cell is exactly that text.
  const fixes =
    advice?.help === undefined
      ? hint.fixes
      : hint.fixes.filter(({ edits }) => edits.some(({ text }) => advice.cells.has(text.slice(1, -1))));
  return { ...hint, message, fixes, advice: advice?.help ?? "" };
}

/** Returns a catalog for checks only: its members have the names of the columns, so that a quoted name finds its member. */
function withColumns(catalog: Catalog, names: MemberNames): Catalog {
  if (names.originals.size === 0) return catalog;
  const { members } = catalog;
  const byName = new Map(
    [...members.byName].map(([name, member]) => [name, { ...member, property: names.original(name) }]),
  );
  return { ...catalog, members: { ...members, byName } };
}

/** Returns the tree with the members that quoted names are read as, without the other corrections. */
function withQuotedMembers(tree: Expression, diagnostics: readonly Diagnostic[]): Expression {
  const names = new Map<number, string>();
  for (const { code, span, fixes } of diagnostics)
    if (code === "quoted-member") names.set(span.start, fixes[0]!.edits[0]!.text);
  if (names.size === 0) return tree;
  return rewrite(tree, (node) => {
    const member = node.kind === "literal" ? names.get(node.span.start) : undefined;
    return member === undefined ? node : name(member);
  });
}

function withQuotedKeys(tree: SortBy, diagnostics: readonly Diagnostic[]): SortBy {
  if (diagnostics.length === 0) return tree;
  return newSortBy(
    tree.keys.map((key) =>
      newSortKey(withQuotedMembers(key.expression, diagnostics), key.direction, key.strength),
    ),
  );
}

function checkParsed<Tree, T>(
  parsed: { readonly expression: Tree | undefined; readonly diagnostics: readonly Diagnostic[] },
  checkTree: (tree: Tree) => CheckResult<T>,
): CheckResult<T> {
  if (parsed.expression === undefined) return { checked: undefined, diagnostics: parsed.diagnostics };
  const { checked, diagnostics } = checkTree(parsed.expression);
  return { checked, diagnostics: [...parsed.diagnostics, ...diagnostics] };
}

function finish(
  text: QueryText,
  filter: CheckResult<CheckedFilter>,
  sortBy: CheckResult<CheckedSortBy>,
  scope: Scope,
): PreparedQuery {
  reportAll(text, filter, sortBy, scope);
  const isInvalid = hasErrors(filter.diagnostics) || hasErrors(sortBy.diagnostics);
  if (isInvalid || filter.checked === undefined || sortBy.checked === undefined) throw new ExpressionError();
  return { filter: filter.checked, sortBy: sortBy.checked };
}

/** Adds the names that no row has to the problems of an expression, if no member has a type. */
function withUnknownNames<T>(
  { checked, diagnostics }: CheckResult<T>,
  text: string,
  sampled: SampledRows,
  checkNames: (catalog: Catalog) => { readonly diagnostics: readonly Diagnostic[] },
): CheckResult<T> {
  const sample = rowsOrHeader(sampled.sample, sampled);
  const names = new Set(sample.flatMap((row) => namesInOrder(row as Row)));
  const row = Object.fromEntries([...names].map((member) => [member, "text"]));
  const { catalog } = catalogFromRows([row], { name: "rows" });
  if (catalog === undefined) return { checked, diagnostics };
  const hints = hintsOf(checkNames(catalog).diagnostics, text, { ...sampled, sample });
  return { checked, diagnostics: [...diagnostics, ...hints.filter(({ code }) => code === "unknown-member")] };
}

/** Returns whether an expression has a name that is also that of a renamed member: a path to another one. */
function hasName(tree: Expression, originals: ReadonlySet<string>): boolean {
  let isFound = false;
  if (originals.size > 0)
    walk(tree, (node) => void (isFound ||= node.kind === "name" && originals.has(node.name)));
  return isFound;
}

function noteRenamedMembers({ names }: SampledRows, scope: Scope): void {
  const text = names.note();
  if (text !== undefined) note(scope, text);
}

function reportAll(
  text: QueryText,
  filter: CheckResult<unknown>,
  sortBy: CheckResult<unknown>,
  scope: Scope,
): void {
  reportFilter(text, withKeyFixes(text.filter, filter.diagnostics), scope);
  reportProblems(text.sortBy, withKeyFixes(text.sortBy, sortBy.diagnostics), scope);
}
