import type { Row } from "../evaluate/rows.ts";

/*
 * What is asked of a table, stated once as a small tree: tamis gets it as text, query builders walk it, the others get
 * it in their own form.
 */

export type Condition =
  | { readonly kind: "and" | "or"; readonly parts: readonly Condition[] }
  | { readonly kind: "not"; readonly part: Condition }
  | { readonly kind: Relation; readonly member: string; readonly value: string | number | Date }
  | { readonly kind: "in"; readonly member: string; readonly values: readonly (string | number)[] }
  | { readonly kind: "contains" | "startsWith"; readonly member: string; readonly value: string }
  | { readonly kind: "isNull"; readonly member: string };

export type Relation = "eq" | "ne" | "lt" | "le" | "gt" | "ge";

/** A key of an order. */
export interface Key {
  readonly member: string;
  readonly isDescending: boolean;
}

export interface Query {
  readonly name: string;
  readonly condition: Condition;
  /** The last key is the table's own, so that no two rows tie. */
  readonly order: readonly Key[];
}

export const and = (...parts: Condition[]): Condition => ({ kind: "and", parts });
export const or = (...parts: Condition[]): Condition => ({ kind: "or", parts });
export const not = (part: Condition): Condition => ({ kind: "not", part });
export const is = (kind: Relation, member: string, value: string | number | Date): Condition => ({
  kind,
  member,
  value,
});
export const among = (member: string, ...values: (string | number)[]): Condition => ({
  kind: "in",
  member,
  values,
});
export const contains = (member: string, value: string): Condition => ({ kind: "contains", member, value });
export const startsWith = (member: string, value: string): Condition => ({
  kind: "startsWith",
  member,
  value,
});
export const isNull = (member: string): Condition => ({ kind: "isNull", member });
export const between = (member: string, from: string, to: string): Condition =>
  and(is("ge", member, new Date(from)), is("lt", member, new Date(to)));

/** The columns of a member: what it is compared by, and what it is ordered by. */
export function columnOf(member: string): string {
  return member === "owner.city" ? "ownerCity" : member;
}

export function orderColumnOf(member: string): string {
  return member === "name" ? "nameKey" : columnOf(member);
}

/** Values as the columns hold them: a time is its milliseconds. */
export function held(value: string | number | Date): string | number {
  return value instanceof Date ? value.getTime() : value;
}

/** A condition as the text of a filter. */
export function writeFilter(condition: Condition): string {
  switch (condition.kind) {
    case "and":
    case "or":
      return `${condition.kind}(${condition.parts.map(writeFilter).join(",")})`;
    case "not":
      return `not(${writeFilter(condition.part)})`;
    case "isNull":
      return `isNull(${condition.member})`;
    case "in":
      return `in(${condition.member},${condition.values.map(writeValue).join(",")})`;
    default:
      return `${condition.kind}(${condition.member},${writeValue(condition.value)})`;
  }
}

function writeValue(value: string | number | Date): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

export function writeSortBy(order: readonly Key[]): string {
  return order.map(({ member, isDescending }) => `${member}${isDescending ? ":descending" : ""}`).join(",");
}

/** A row as its columns hold it; some rows are made less alike than those that are made by chance. */
export function unlike(row: Row, i: number): Readonly<Record<string, unknown>> {
  return {
    ...row,
    // What a database compares without case, or reads as a pattern, gives other rows.
    description: i % 5 === 0 ? row.description.toUpperCase() : row.description,
    name: i % 7 === 0 ? row.name.toLowerCase() : row.name,
    state: i % 11 === 0 ? null : row.state,
    createdBy: i % 13 === 0 ? null : row.createdBy,
  };
}
