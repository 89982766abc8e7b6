import { requireKind } from "../diagnostics/require-argument.ts";
import type { Aggregation, MeasureFunction } from "./aggregate.ts";
import type { Span } from "../diagnostics/span.ts";
import type { Verdict } from "../sql/compile/compile-sql.ts";
import type { SqlParameterType, SqlParameterValue, Requirement } from "../sql/fragments/fragment.ts";
import { ownProperties, ownProperty } from "../values/own-properties.ts";

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
  /** Set if an aggregation is explained. Memory merges and sorts the groups of a database. */
  readonly groupedBy?: "database" | "memory" | undefined;
  readonly reasons: readonly ExplainedReason[];
  /** Warning for users if pages can repeat or omit rows that tie, because the catalog has no key. */
  readonly warning?: string | undefined;
  /**
   * SQL statements in the order in which they run. Some run only if needed. Empty if rules apply that are not shown.
   */
  readonly statements: readonly ExplainedStatement[];
  /** Functions, collations and columns of sort keys that the database must have. */
  readonly requires: readonly Requirement[];
  /** What the driver of the database cannot do. Results are exact all the same. */
  readonly limits?: readonly SourceLimit[] | undefined;
  /** How the rows would be found in memory; undefined for a database table. */
  readonly memory?: ExplainedQuery | undefined;
}

/**
 * What most drivers can do, and some cannot:
 * - `functions`: install the functions of tamis in the database, so that memory evaluates less
 * - `snapshot`: let all statements of a request see the same rows
 * - `cancellation`: end a running statement when the signal of its request is aborted
 * - `timeout`: end a running statement after its timeout
 * - `batches`: read the rows of a stream in batches, instead of all at once
 */
export type SourceLimit = "functions" | "snapshot" | "cancellation" | "timeout" | "batches";

/** Why the database alone cannot execute the query. */
export interface ExplainedReason {
  readonly of: "filter" | "rule" | "sortBy" | "groups";
  /** Position of the unsupported part in the text of the filter, rule or sortBy. */
  readonly span: Span;
  /** The unsupported part as canonical text. Empty if it is not shown, or if the reason is about the whole order. */
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
   * - `sample`: selects random rows
   * - `groups`: selects the groups of an aggregation, with their counts and measures
   */
  readonly purpose:
    "page" | "count" | "candidates" | "certain-count" | "undecided" | "rows" | "sample" | "groups";
  readonly text: string;
  readonly parameters: readonly { readonly type: SqlParameterType; readonly value?: SqlParameterValue }[];
}

export interface ExplainOptions {
  /** Explains how `aggregate` would find these groups, instead of a page. */
  readonly aggregation?: Aggregation | undefined;
  /** Explains how `sample` would choose this number of rows, instead of a page. Collections in memory have no samples. */
  readonly sample?: number | undefined;
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
  /** How an aggregation would read its members; undefined for a page. */
  readonly groups?: ExplainedGroups | undefined;
}

export interface ExplainedGroups {
  readonly by: readonly ExplainedMember[];
  readonly measures: readonly (ExplainedMember & { readonly function: MeasureFunction })[];
  readonly order: "count" | "key";
}

/**
 * Member of an aggregation, and how its values are read: once per distinct value of a dictionary-encoded column, from a
 * column of numbers or strings, or from each row object.
 */
export interface ExplainedMember {
  readonly member: string;
  readonly from: "dictionary" | "numbers" | "strings" | "rows";
}

export interface ExplainedCondition {
  /** The condition as canonical text. */
  readonly node: string;
  /**
   * How the condition is evaluated. Empty for a condition that names no member.
   * - `dictionary`: once per distinct value of a dictionary-encoded column
   * - `numbers`, `lists`, `maps`: on the column of that kind
   * - `strings`: on the strings of all rows
   * - `cached-rows`: not evaluated, because its rows are cached from earlier requests; only with `internals`
   * - `rows`: on each row object
   */
  readonly by: readonly ("dictionary" | "numbers" | "strings" | "cached-rows" | "lists" | "maps" | "rows")[];
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
  /** Why this path is taken: a clause without a final period. */
  readonly reason: string;
  /** It depends on all rows, so it is undefined if rules are not shown. */
  readonly cost: OrderCost | undefined;
  /** Sort keys as canonical text, the catalog's key last, without keys that are not shown. */
  readonly keys: readonly string[];
}

/** Work of finding the rows of a page after the filter, in units of about ten nanoseconds. */
export interface OrderCost {
  readonly estimated: number;
  /** Work of the last page that took the same path in the same order. Undefined before the first one. */
  readonly measured: number | undefined;
  /** The other paths to the same rows, the cheapest first. The estimate includes what a path would have to build. */
  readonly others: readonly { readonly path: OrderPath; readonly estimated: number }[];
}

/**
 * Access path to the rows of a page.
 * - `source-order`: reads rows in insertion order; for requests without sort key
 * - `sorted-index`: reads an index of all rows in this order
 * - `scan`: reads all matching rows, but keeps and sorts only the first ones or those near the page
 * - `selection`: finds the values of the first sort key that enclose the page, and sorts only the rows between them
 */
export type OrderPath = "source-order" | "sorted-index" | "scan" | "selection";

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
  requireKind(explained, "explained", "a plan of explain", "verdict", "statements");
  const memory = ownProperty(explained, "memory");
  if (memory !== undefined) return showQueryPlan(memory);
  const lines = [...verdictLines(explained)];
  for (const { of, node, reason } of explained.reasons)
    lines.push(
      `  ${[...(of === "filter" ? [] : [of]), ...(node === "" ? [] : [node])].join(" ")}: ${reason}`,
    );
  if (explained.warning !== undefined) lines.push(`warning: ${explained.warning}`);
  for (const { purpose, text, parameters } of explained.statements) {
    lines.push(purpose, `  ${text}`);
    if (parameters.length > 0)
      lines.push(
        `  parameters: ${parameters.map(({ type, value }) => (value === undefined ? type : `${type} ${showValue(value)}`)).join(", ")}`,
      );
  }
  if (explained.requires.length > 0)
    lines.push(`requires: ${explained.requires.map(({ what, name }) => `${what} ${name}`).join(", ")}`);
  for (const limit of ownProperty(explained, "limits") ?? []) lines.push(`driver: ${LIMITS[limit]}`);
  return lines.join("\n");
}

function verdictLines(explained: ExplainedPlan): readonly string[] {
  const { verdict, groupedBy, sortedBy, filteredBy } = ownProperties(explained);
  if (groupedBy !== undefined && verdict !== "refused") return [GROUPED[groupedBy]];
  if (verdict !== "superset" || sortedBy !== "memory") return [VERDICTS[verdict]];
  return filteredBy === "database"
    ? ["The database evaluates the filter. Rows are sorted in memory."]
    : [VERDICTS[verdict], "Rows are sorted in memory."];
}

const GROUPED = {
  database: "The database forms the groups. Memory merges and sorts them.",
  memory: "The database returns rows, and memory forms the groups.",
} as const;

const VERDICTS: Readonly<Record<Verdict, string>> = {
  exact: "The database alone executes the query.",
  superset: "The database returns a superset of the rows, and memory evaluates the rest.",
  refused: "The request is rejected: the database alone cannot execute the query.",
};

const LIMITS: Readonly<Record<SourceLimit, string>> = {
  functions: "it has no functions of its own, so that memory evaluates more",
  snapshot: "several statements of a request can see different states of the rows",
  cancellation: "an aborted request does not end its running statement",
  timeout: "a timeout does not end a running statement",
  batches: "a stream reads all of its rows at once",
};

function showValue(value: SqlParameterValue): string {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? String(inner) : inner));
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
 * //   because a sorted index of this order exists
 * //   259 units of work estimated, 341 for the last such page
 * //   other paths: selection 2265, scan 216178
 */
export function showQueryPlan(explained: ExplainedQuery): string {
  requireKind(explained, "explained", "a plan of explain", "filter", "order");
  const { size, count, filter, order, groups } = ownProperties(explained);
  const lines = [`${count} of ${size} rows match.`];
  for (const { node, by, rows } of filter)
    lines.push(`  ${node}: ${by.length === 0 ? "constant" : by.join(", ").replace("-", " ")}, ${rows} rows`);
  if (groups !== undefined) return [...lines, ...groupLines(groups)].join("\n");
  const keys = order.keys.length === 0 ? "" : ` (${order.keys.join(", ")})`;
  lines.push(`Order: ${PATHS[order.path]}${keys}`, `  because ${order.reason}`);
  if (order.cost !== undefined) lines.push(...costLines(order.cost));
  return lines.join("\n");
}

function costLines({ estimated, measured, others }: OrderCost): string[] {
  const last = measured === undefined ? "" : `, ${Math.round(measured)} for the last such page`;
  const paths = others.map((path) => `${path.path.replace("-", " ")} ${Math.round(path.estimated)}`);
  return [
    `  ${Math.round(estimated)} units of work estimated${last}`,
    ...(paths.length === 0 ? [] : [`  other paths: ${paths.join(", ")}`]),
  ];
}

function groupLines({ by, measures, order }: ExplainedGroups): string[] {
  const members = by.map(({ member, from }) => `${member} (${from})`);
  const sorted = order === "count" ? "the largest first" : "in the order of their values";
  return [
    by.length === 0 ? "Groups: one of all rows" : `Groups: by ${members.join(", ")}, ${sorted}`,
    ...measures.map((measure) => `  ${measure.function} of ${measure.member}: ${measure.from}`),
  ];
}

const PATHS: Readonly<Record<OrderPath, string>> = {
  "source-order": "rows as they were inserted",
  "sorted-index": "taken from the sorted index of all rows",
  scan: "each matching row is read, and the rows of the page are selected",
  selection: "the rows around the page are found by the column of the first sort key, and are sorted",
};
