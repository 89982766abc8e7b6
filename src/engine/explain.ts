import type { Span } from "../diagnostics/span.ts";
import type { Verdict } from "../sql/compile/compile-sql.ts";
import type { SqlParameterType, SqlParameterValue, Requirement } from "../sql/fragments/fragment.ts";

/** How a page is got, as data. Values are in it only if they were asked for: they are the user's. */
export interface ExplainedPlan {
  readonly verdict: Verdict;
  /** Who decides on rows. `both`: the database where it is sure, memory on the rest. */
  readonly filteredBy: "database" | "both" | "memory";
  readonly sortedBy: "database" | "memory";
  readonly countedBy: "database" | "both" | "memory";
  readonly reasons: readonly ExplainedReason[];
  /** In the order in which they run; some only if they are needed. */
  readonly statements: readonly ExplainedStatement[];
  /** Functions, collations and columns of keys that the statements name. */
  readonly requires: readonly Requirement[];
  /** How it is got where all rows are in memory. */
  readonly memory?: ExplainedQuery | undefined;
}

/** Why the database alone does not answer. */
export interface ExplainedReason {
  readonly of: "filter" | "rule" | "sortBy";
  /** In the text of that one. */
  readonly span: Span;
  /** The part of the expression, as canonical text. */
  readonly node: string;
  readonly reason: string;
}

export interface ExplainedStatement {
  /**
   * `page`: the rows of the page. `count`: how many there are. `candidates`: what memory looks at. `sure`: how many are
   * surely kept. `unsure`: what memory looks at to count. `rows`: those of the page, by their keys, here by one.
   */
  readonly purpose: "page" | "count" | "candidates" | "sure" | "unsure" | "rows";
  readonly text: string;
  readonly parameters: readonly { readonly type: SqlParameterType; readonly value?: SqlParameterValue }[];
}

export interface ExplainOptions {
  /** Show what is bound. Default false. */
  readonly values?: boolean;
}

/** How a page would be got from a collection in memory, as data. */
export interface ExplainedQuery {
  /** Rows that there are, and those of them that the filter keeps. */
  readonly size: number;
  readonly count: number;
  /** The conditions that the filter joins, each by itself; several that are asked as one are one. */
  readonly filter: readonly ExplainedCondition[];
  readonly order: ExplainedOrder;
}

export interface ExplainedCondition {
  /** The part of the expression, as canonical text. */
  readonly node: string;
  /** What the members that it names are read from. `signatures`: of texts, those few that may be. `rows`: each row is asked. */
  readonly by: readonly ("codes" | "numbers" | "texts" | "signatures" | "lists" | "maps" | "rows")[];
  /** How dear it is, roughly: 1 is reading one column of codes once. Cheap ones run first. */
  readonly cost: number;
  /** How many of all rows fulfill it. */
  readonly rows: number;
}

export interface ExplainedOrder {
  readonly path: OrderPath;
  /** The keys as canonical text, the catalog's last. */
  readonly keys: readonly string[];
}

/**
 * How rows are put in order. `source`: they are as they came. `permutation`: all rows are in order already, and those
 * that are selected are taken. `reading`: each is asked, and none but the first ones, or those about the page, are
 * held. `counting`: they are counted by ranks or numbers, and none but the page's are put in order.
 */
export type OrderPath = "source" | "permutation" | "reading" | "counting";

/**
 * An explanation for people to read.
 *
 * @example
 * console.log(showPlan(await reports.explain(query)));
 * // The database gives a superset, and memory decides on each row of which it is not sure.
 * //   match(name,'a.*'): SQLite has no patterns of this kind, …
 * // candidates
 * //   SELECT … FROM "reports" AS t WHERE …
 */
export function showPlan(explained: ExplainedPlan): string {
  if (explained.memory !== undefined) return showQueryPlan(explained.memory);
  const lines = [VERDICTS[explained.verdict]];
  if (explained.verdict === "superset" && explained.sortedBy === "memory") lines.push("Memory sorts.");
  for (const { of, node, reason } of explained.reasons)
    lines.push(`  ${of === "filter" ? "" : `${of} `}${node}: ${reason}`);
  for (const { purpose, text, parameters } of explained.statements) {
    lines.push(purpose, `  ${text}`);
    if (parameters.length > 0)
      lines.push(
        `  bound: ${parameters.map(({ type, value }) => (value === undefined ? type : `${type} ${shown(value)}`)).join(", ")}`,
      );
  }
  if (explained.requires.length > 0)
    lines.push(`needs: ${explained.requires.map(({ what, name }) => `${what} ${name}`).join(", ")}`);
  return lines.join("\n");
}

const VERDICTS: Readonly<Record<Verdict, string>> = {
  exact: "The database alone gives the answer.",
  superset: "The database gives a superset, and memory does the rest.",
  refused: "It is refused: the database alone cannot give the answer.",
};

function shown(value: SqlParameterValue): string {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  return JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? String(each) : each));
}

/**
 * An explanation for people to read.
 *
 * @example
 * console.log(showQueryPlan(reports.explain(query)));
 * // 772 of 10000 rows are kept.
 * //   eq(state,'failed'): by codes, 973 rows
 * //   gt(size,1000000): by numbers, 7989 rows
 * // All rows are in order, and those that are kept are taken from there: name:ascending:tertiary, id
 */
export function showQueryPlan({ size, count, filter, order }: ExplainedQuery): string {
  const lines = [`${count} of ${size} rows are kept.`];
  for (const { node, by, rows } of filter)
    lines.push(
      `  ${node}: ${by.length === 0 ? "the same for all rows" : `by ${by.map((each) => (each === "signatures" ? "signatures of texts" : each)).join(", ")}`}, ${rows} rows`,
    );
  const keys = order.keys.length === 0 ? "" : `: ${order.keys.join(", ")}`;
  lines.push(`${PATHS[order.path]}${keys}`);
  return lines.join("\n");
}

const PATHS: Readonly<Record<OrderPath, string>> = {
  source: "They are in the order in which they came",
  permutation: "All rows are in order, and those that are kept are taken from there",
  reading: "Each is read, and none but the first ones, or those about the page, are held",
  counting: "They are counted by ranks, and none but the page's are put in order",
};
