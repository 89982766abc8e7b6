import { requireDialect } from "../sql/compile/compile-clauses.ts";
import { requireObject } from "../diagnostics/require-argument.ts";
import type { CheckedFilter, CheckedSortBy } from "../checker/checked.ts";
import { compileSql, type CompileSqlOptions } from "../sql/compile/compile-sql.ts";
import type { InexactReason } from "../sql/compile/operand.ts";
import type { SqlStatement } from "../sql/fragments/fragment.ts";
import { ownProperties, ownProperty } from "../values/own-properties.ts";

/** A checked filter and order. `orderBy` is undefined without `sortBy`. */
export interface OrmRequest {
  readonly filter?: CheckedFilter | undefined;
  readonly sortBy?: CheckedSortBy | undefined;
}

export type OrmOptions = Omit<CompileSqlOptions, "strict">;

/**
 * A condition of type `W` and an order of type `O` for a library. The two verdicts have different properties, so that the
 * compiler requires a test of the verdict before rows of the database become an answer.
 */
export type OrmQuery<W, O = W> = ExactOrmQuery<W, O> | SupersetOrmQuery<W, O>;

/** The database evaluates the whole query: pages and counts of the library are the answer. */
export interface ExactOrmQuery<W, O = W> {
  readonly verdict: "exact";
  /** Condition that is true for exactly the matching rows. */
  readonly where: W;
  /** Terms of ORDER BY, which end with the key of the catalog. Undefined without `sortBy`. */
  readonly orderBy: O | undefined;
}

/** Memory must evaluate `residual` on the rows of the database. Limits and counts of the database are then wrong. */
export interface SupersetOrmQuery<W, O = W> {
  readonly verdict: "superset";
  /** Condition that is true for each matching row, and possibly for others. */
  readonly upperBound: W;
  /** Terms of ORDER BY. Undefined without `sortBy`, and if memory must sort the rows. */
  readonly orderBy: O | undefined;
  readonly residual: OrmResidual;
  /** Parts of the query that the database cannot evaluate exactly, with the reasons. */
  readonly reasons: readonly InexactReason[];
}

/** The part of a query that memory must evaluate. */
export interface OrmResidual {
  /** Filter to test each row with. Undefined if the upper bound is exact. */
  readonly filter: CheckedFilter | undefined;
  /** Order to sort the matching rows by. Undefined if the database sorts them. */
  readonly sortBy: CheckedSortBy | undefined;
}

/** Part of a statement, for an adapter: `segments` has one more entry than `values`. */
export interface OrmFragment {
  readonly segments: readonly string[];
  /** Values as drivers of the database bind them. */
  readonly values: readonly unknown[];
}

/**
 * Compiles a query, and converts its fragments for a library.
 *
 * @throws TypeError for a dialect whose drivers bind lists as objects of their own, such as DuckDB.
 */
export function ormQuery<W, O>(
  request: OrmRequest,
  options: OrmOptions,
  toWhere: (fragment: OrmFragment) => W,
  toOrder: (fragment: OrmFragment) => O,
): OrmQuery<W, O> {
  requireObject(request, "request");
  requireDialect(options);
  const { filter, sortBy } = request;
  const compiled = compileSql({ filter, sortBy, limit: 0 }, { ...ownProperties(options), strict: false });
  const driverValue = ownProperty(options.dialect, "driverValue");
  if (driverValue === undefined)
    throw new TypeError(
      `the dialect ${options.dialect.name} is not supported: its drivers bind lists as objects`,
    );
  const fragment = ({ segments, parameters }: SqlStatement): OrmFragment => ({
    segments,
    values: parameters.map(driverValue),
  });
  // Libraries join conditions with AND, which binds tighter than an OR in the fragment.
  const { segments, values } = fragment(compiled.where);
  const last = segments.length - 1;
  const where = toWhere({
    segments: segments.map((text, i) => `${i === 0 ? "(" : ""}${text}${i === last ? ")" : ""}`),
    values,
  });
  const isSorted = sortBy !== undefined && compiled.orderBy !== undefined;
  const orderBy = isSorted ? toOrder(fragment(compiled.orderBy)) : undefined;
  if (compiled.verdict === "exact") return { verdict: "exact", where, orderBy };
  const residual = { filter: compiled.residual, sortBy: isSorted ? undefined : sortBy };
  return { verdict: "superset", upperBound: where, orderBy, residual, reasons: compiled.reasons };
}

/** Calls a template tag with a fragment. */
export function withTag<T>(
  tag: (strings: TemplateStringsArray, ...values: unknown[]) => T,
  { segments, values }: OrmFragment,
): T {
  return tag(Object.assign([...segments], { raw: segments }), ...values);
}

/** Text with named parameters, which are written with a colon before the name. */
export interface NamedText {
  readonly text: string;
  /** Own properties of an object without a prototype. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/**
 * Returns a fragment as text with named parameters.
 *
 * @param prefix beginning of the names, extended until no segment contains such a name
 */
export function namedText({ segments, values }: OrmFragment, prefix: string): NamedText {
  let start = prefix;
  while (segments.some((text) => text.includes(`:${start}`))) start += "_";
  const parameters: Record<string, unknown> = { __proto__: null };
  for (const [i, value] of values.entries()) parameters[`${start}${i}`] = value;
  const text = segments.map((segment, i) => (i === 0 ? segment : `:${start}${i - 1}${segment}`)).join("");
  return { text, parameters };
}
