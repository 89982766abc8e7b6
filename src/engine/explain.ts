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

/** How a collection in memory would answer a page, as data. */
export interface ExplainedQuery {
  /** Number of live rows. */
  readonly size: number;
  /** Number of rows that match the filter. */
  readonly count: number;
  /** The conditions that `and`, `or` and `not` combine, each explained alone. */
  readonly filter: readonly ExplainedCondition[];
  readonly order: ExplainedOrder;
}

export interface ExplainedCondition {
  /** The part of the expression, as canonical text. */
  readonly node: string;
  /**
   * How the condition is evaluated; empty for a condition that names no member.
   * - `dictionary`: once per distinct value
   * - `numbers`, `lists`, `maps`: on the column of that kind
   * - `strings`: on the strings of all rows
   * - `trigram-index`: on the strings of the rows that the trigram index leaves
   * - `rows`: on each row
   */
  readonly by: readonly (
    "dictionary" | "numbers" | "strings" | "trigram-index" | "lists" | "maps" | "rows"
  )[];
  /** Estimated cost: 1 is one pass over a column of dictionary codes. Cheap conditions run first. */
  readonly cost: number;
  /** Number of live rows that match this condition. */
  readonly rows: number;
}

export interface ExplainedOrder {
  readonly path: OrderPath;
  /** The keys as canonical text, the catalog's last. */
  readonly keys: readonly string[];
}

/**
 * Access path to the rows of a page.
 * - `source-order`: no sort key; rows are taken in the order in which they were inserted
 * - `sorted-index`: rows are taken from an index of all rows in this order
 * - `scan`: each matching row is read; only the best rows so far, or those near the page, are kept and sorted
 * - `buckets`: matching rows are counted into buckets by their first key; only the buckets of the page are sorted
 */
export type OrderPath = "source-order" | "sorted-index" | "scan" | "buckets";

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
 * Formats the explanation of a query in memory for people.
 *
 * @example
 * console.log(showQueryPlan(reports.explain(query)));
 * // 772 of 10000 rows match.
 * //   eq(state,'failed'): dictionary, 973 rows
 * //   gt(size,1000000): numbers, 7989 rows
 * // Order: taken from the sorted index of all rows (name:ascending:tertiary, id)
 */
export function showQueryPlan({ size, count, filter, order }: ExplainedQuery): string {
  const lines = [`${count} of ${size} rows match.`];
  for (const { node, by, rows } of filter)
    lines.push(`  ${node}: ${by.length === 0 ? "constant" : by.join(", ").replace("-", " ")}, ${rows} rows`);
  const keys = order.keys.length === 0 ? "" : ` (${order.keys.join(", ")})`;
  lines.push(`Order: ${PATHS[order.path]}${keys}`);
  return lines.join("\n");
}

const PATHS: Readonly<Record<OrderPath, string>> = {
  "source-order": "rows as they were inserted",
  "sorted-index": "taken from the sorted index of all rows",
  scan: "each matching row is read, and the rows of the page are selected",
  buckets: "matching rows are counted into buckets, and the buckets of the page are sorted",
};
