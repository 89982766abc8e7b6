import { orderColumnOf, type SqlQuery, type Relation } from "../conditions.ts";
import { LIMIT, START } from "../queries.ts";

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface SqlPeer {
  readonly name: string;
  /** Input from which the peer starts. */
  readonly startsFrom: string;
  /** Returns the function to time, or undefined if the peer cannot express the query. */
  readonly prepare: (query: SqlQuery) => (() => Statement) | undefined;
}

/** SQL operators. */
export const SIGNS: Readonly<Record<Relation, string>> = {
  eq: "=",
  ne: "<>",
  lt: "<",
  le: "<=",
  gt: ">",
  ge: ">=",
};

/** Returns a whole statement with the condition of a peer that writes only conditions. */
export function wholeStatement(where: string, order: SqlQuery["order"]): string {
  const keys = order.map(
    ({ member, isDescending }) => `"${orderColumnOf(member)}"${isDescending ? " DESC" : ""}`,
  );
  return `SELECT "id" FROM "reports" WHERE ${where} ORDER BY ${keys.join(", ")} LIMIT ${LIMIT} OFFSET ${START}`;
}
