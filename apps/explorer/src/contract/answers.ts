/** Answers for the tabs of the page. All are plain data. */

export interface Words {
  readonly sentences: readonly { readonly language: string; readonly tag: string; readonly text: string }[];
  /** A shorter filter that keeps the same rows; undefined if there is none. */
  readonly simplified: string | undefined;
}

export interface TreeNode {
  readonly label: string;
  readonly kind: "function" | "member" | "string" | "number" | "strength";
  /** Number of rows for which a condition is true; undefined for other nodes. */
  readonly rows: number | undefined;
  /** Value for the selected row; undefined without one. */
  readonly value: NodeValue | undefined;
  readonly children: readonly TreeNode[];
}

/** `true`, `false` and `unknown` are results of conditions. */
export interface NodeValue {
  readonly result: "true" | "false" | "unknown" | "other";
  readonly text: string;
}

export interface Why {
  readonly kept: boolean;
  /** First condition that excluded the row; undefined for a kept row. */
  readonly failed: { readonly text: string; readonly result: NodeValue["result"] } | undefined;
  /** Members that the filter reads, with their values in the row. */
  readonly members: readonly { readonly name: string; readonly text: string | null }[];
  readonly conditions: readonly Condition[];
}

export interface Condition {
  readonly text: string;
  readonly result: NodeValue["result"];
  /** Whether it determined the result of the condition around it. */
  readonly isDecisive: boolean;
  readonly depth: number;
}

export interface DialectSql {
  readonly title: string;
  readonly isExact: boolean;
  readonly text: string;
  readonly parameters: readonly string[];
  readonly reasons: readonly { readonly node: string; readonly reason: string }[];
}

export interface Translations {
  /** Query string of a request, with `?`. */
  readonly query: string;
  readonly languages: readonly Translation[];
}

export interface Translation {
  readonly title: string;
  readonly parts: readonly { readonly name: string; readonly text: string }[];
  readonly notes: readonly string[];
}

export interface MemberValues {
  readonly distinct: number;
  readonly nulls: number;
  /** Most frequent values first. */
  readonly facets: readonly Share[];
  /** Bins in the order of their values; empty for members that are not numbers, dates or date-times. */
  readonly bins: readonly Share[];
  /** Condition for rows without a value. */
  readonly nullCondition: string;
}

export interface Share {
  readonly label: string;
  readonly count: number;
  /** Condition that keeps these rows, to add to the filter. Undefined if no filter can say it. */
  readonly condition: string | undefined;
}
