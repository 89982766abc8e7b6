import type { DialectSql } from "../contract/answers.ts";
import { cellText } from "tamis/catalog";
import type { JsonObject } from "./service-client.ts";

/** Titles of statements, by their purposes. */
const TITLES: Readonly<Record<string, string>> = {
  page: "Rows of the page",
  count: "Number of rows",
  candidates: "Rows that tamis evaluates to find the page",
  "certain-count": "Rows that match for certain",
  undecided: "Rows that tamis evaluates to count",
  rows: "Complete rows of the page",
};

interface Statement {
  readonly purpose: string;
  readonly text: string;
  readonly parameters: readonly { readonly value?: unknown }[];
}

interface Reason {
  readonly node: string;
  readonly reason: string;
}

/** Returns the statements that the database of the server runs, with the verdict and its reasons. */
export function statementsOf(plan: JsonObject): readonly DialectSql[] {
  const reasons = plan["reasons"] as readonly Reason[];
  return (plan["statements"] as readonly Statement[]).map(({ purpose, text, parameters }, i) => ({
    title: Object.hasOwn(TITLES, purpose) ? TITLES[purpose]! : purpose,
    isExact: plan["verdict"] === "exact",
    text,
    parameters: parameters.map(({ value }) => (typeof value === "string" ? `'${value}'` : cellText(value))),
    reasons: i === 0 ? reasons : [],
  }));
}
