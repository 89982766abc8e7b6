import type { Span } from "../diagnostics/span.ts";
import type { Verdict } from "../sql/compile/compile-sql.ts";
import type { SqlParameterType, SqlParameterValue, Requirement } from "../sql/fragments/fragment.ts";

/**
 * How a page would be found, for the operator of a service. Values of SQL parameters are included only on request, because
 * they are user data, and rules only with `internals`. Statements always name tables and columns.
 */
export interface ExplainedPlan {
  readonly verdict: Verdict;
  /** `both`: the database filters, and memory evaluates only the rows on which the database cannot decide. */
  readonly filteredBy: "database" | "both" | "memory";
  readonly sortedBy: "database" | "memory";
  readonly countedBy: "database" | "both" | "memory";
  readonly reasons: readonly ExplainedReason[];
  /** Warning for users if pages can repeat or omit rows that tie, because the catalog has no key. */
  readonly warning?: string | undefined;
  /**
   * SQL statements in the order in which they run. Some run only if needed. Empty if rules apply that are not shown.
   */
  readonly statements: readonly ExplainedStatement[];
  /** Functions, collations and columns of sort keys that the database must have. */
  readonly requires: readonly Requirement[];
  /** How the rows would be found in memory; undefined for a database table. */
  readonly memory?: ExplainedQuery | undefined;
}

/** Why the database alone cannot execute the query. */
export interface ExplainedReason {
  readonly of: "filter" | "rule" | "sortBy";
  /** Position of the unsupported part in the text of the filter, rule or sortBy. */
  readonly span: Span;
  /** The unsupported part as canonical text. Empty if it is not shown. */
  readonly node: string;
  readonly reason: string;
}

export interface ExplainedStatement {
  /**
   * - `page`: selects the rows of the page
   * - `count`: counts the matching rows
   * - `candidates`: selects the rows that are evaluated in memory to find the page
   * - `certain-count`: counts the rows that match for certain (the lower bound)
   * - `undecided`: selects the rows that are evaluated in memory to complete that count
   * - `rows`: selects the complete rows of the page by their keys; shown with one key
   */
  readonly purpose: "page" | "count" | "candidates" | "certain-count" | "undecided" | "rows";
  readonly text: string;
  readonly parameters: readonly { readonly type: SqlParameterType; readonly value?: SqlParameterValue }[];
}

export interface ExplainOptions {
  /** Whether to show the values of parameters. Default false. */
  readonly values?: boolean;
  /**
   * Whether to show what clients cannot know: rules with their values, the statements that contain them, numbers of rows
   * that rules hide, and members of the default order that are not filterable. Default false.
   */
  readonly internals?: boolean;
}

/** How a collection in memory would find a page. */
export interface ExplainedQuery {
  /** Number of live rows; without those that rules hide, unless rules are shown. */
  readonly size: number;
  /** Number of rows that match the filter and the rules. */
  readonly count: number;
  /** Conditions of the filter, and of the rules if they are shown: the operands of `and`, `or` and `not`, each explained alone. */
  readonly filter: readonly ExplainedCondition[];
  readonly order: ExplainedOrder;
}

export interface ExplainedCondition {
  /** The condition as canonical text. */
  readonly node: string;
  /**
   * How the condition is evaluated. Empty for a condition that names no member.
   * - `dictionary`: once per distinct value of a dictionary-encoded column
   * - `numbers`, `lists`, `maps`: on the column of that kind
   * - `strings`: on the strings of all rows
   * - `trigram-index`: on the strings of the rows that the trigram index does not rule out
   * - `rows`: on each row object
   */
  readonly by: readonly (
    "dictionary" | "numbers" | "strings" | "trigram-index" | "lists" | "maps" | "rows"
  )[];
  /**
   * Estimated cost; 1 is one pass over a column of dictionary codes. Cheap conditions run first. It depends on all rows, so
   * it is undefined if rules are not shown.
   */
  readonly cost: number | undefined;
  /** Number of rows that match this condition, among those that `size` counts. */
  readonly rows: number;
}

export interface ExplainedOrder {
  readonly path: OrderPath;
  /** Sort keys as canonical text, the catalog's key last, without keys that are not shown. */
  readonly keys: readonly string[];
}

/**
 * Access path to the rows of a page.
 * - `source-order`: reads rows in insertion order; for requests without sort key
 * - `sorted-index`: reads an index of all rows in this order
 * - `scan`: reads all matching rows, but keeps and sorts only the first ones or those near the page
 * - `buckets`: counts matching rows in buckets by their first sort key, and sorts only the buckets of the page
 */
export type OrderPath = "source-order" | "sorted-index" | "scan" | "buckets";

/**
 * Formats an explanation for people.
 *
 * @example
 * console.log(showPlan(await reports.explain(query)));
 * // The database returns a superset of the rows, and memory evaluates the rest.
 * //   match(name,'a.*'): SQLite has no regular expressions, …
 * // candidates
 * //   SELECT … FROM "reports" AS t WHERE …
 */
export function showPlan(explained: ExplainedPlan): string {
  if (explained.memory !== undefined) return showQueryPlan(explained.memory);
  const lines = [VERDICTS[explained.verdict]];
  if (explained.verdict === "superset" && explained.sortedBy === "memory")
    lines.push("Rows are sorted in memory.");
  for (const { of, node, reason } of explained.reasons)
    lines.push(
      `  ${[...(of === "filter" ? [] : [of]), ...(node === "" ? [] : [node])].join(" ")}: ${reason}`,
    );
  if (explained.warning !== undefined) lines.push(`warning: ${explained.warning}`);
  for (const { purpose, text, parameters } of explained.statements) {
    lines.push(purpose, `  ${text}`);
    if (parameters.length > 0)
      lines.push(
        `  parameters: ${parameters.map(({ type, value }) => (value === undefined ? type : `${type} ${shown(value)}`)).join(", ")}`,
      );
  }
  if (explained.requires.length > 0)
    lines.push(`requires: ${explained.requires.map(({ what, name }) => `${what} ${name}`).join(", ")}`);
  return lines.join("\n");
}

const VERDICTS: Readonly<Record<Verdict, string>> = {
  exact: "The database alone executes the query.",
  superset: "The database returns a superset of the rows, and memory evaluates the rest.",
  refused: "The request is rejected: the database alone cannot execute the query.",
};

function shown(value: SqlParameterValue): string {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  return JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? String(each) : each));
}

/**
 * Formats an explanation for people.
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
