import { orderColumnOf, type Query, type Relation } from "../conditions.ts";
import { LIMIT, START } from "../queries.ts";

/** A statement as a driver takes it. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface SqlPeer {
  readonly name: string;
  /** What it starts from. */
  readonly from: string;
  /** Makes the function that is timed, or undefined where the peer has no word for what is asked. */
  readonly enter: (query: Query) => (() => Statement) | undefined;
}

/** Relations as SQL writes them. */
export const SIGNS: Readonly<Record<Relation, string>> = {
  eq: "=",
  ne: "<>",
  lt: "<",
  le: "<=",
  gt: ">",
  ge: ">=",
};

/** What is joined to a peer's condition by hand, because it makes no more than that. */
export function whole(where: string, order: Query["order"]): string {
  const keys = order.map(
    ({ member, isDescending }) => `"${orderColumnOf(member)}"${isDescending ? " DESC" : ""}`,
  );
  return `SELECT "id" FROM "reports" WHERE ${where} ORDER BY ${keys.join(", ")} LIMIT ${LIMIT} OFFSET ${START}`;
}
