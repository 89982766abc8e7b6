/** Answers for the tabs of the page. All are plain data. */

import type { Bin } from "../values/bins.ts";

export interface Words {
  readonly sentences: readonly { readonly language: string; readonly tag: string; readonly text: string }[];
  /** A shorter filter that keeps the same rows; undefined if there is none. */
  readonly simplified: string | undefined;
}

export interface TreeNode {
  readonly label: string;
  readonly kind: "function" | "member" | "string" | "number" | "strength";
  /** Text of a condition; undefined for other nodes. */
  readonly condition: string | undefined;
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

/** Values of a member in the rows that a filter keeps. */
export interface MemberValues {
  /** Number of rows that the filter keeps. */
  readonly rows: number;
  /** Number of different values; undefined if there are more than the source counts. */
  readonly distinct: number | undefined;
  /** Number of rows without a value. */
  readonly nulls: number;
  /** Most frequent values first. Null is not among them. */
  readonly facets: readonly { readonly value: unknown; readonly count: number }[];
  /** Bins in the order of their values; empty for members that are not numbers, dates or date-times. */
  readonly bins: readonly Bin[];
}

export interface GroupsAnswer {
  /** Number of all groups. */
  readonly total: number;
  /** The largest groups first. */
  readonly groups: readonly {
    /** Values of the members that form the groups. */
    readonly key: readonly unknown[];
    readonly count: number;
    /** Figures, in the order of the request. */
    readonly values: readonly unknown[];
  }[];
}
