import type { Row } from "../evaluate/rows.ts";

/*
 * Queries of a table as small trees, from which the input of every contestant is made: filter text for tamis, calls of
 * query builders, trees of other libraries.
 */

export type SqlCondition =
  | { readonly kind: "and" | "or"; readonly parts: readonly SqlCondition[] }
  | { readonly kind: "not"; readonly part: SqlCondition }
  | { readonly kind: Relation; readonly member: string; readonly value: string | number | Date }
  | { readonly kind: "in"; readonly member: string; readonly values: readonly (string | number)[] }
  | { readonly kind: "contains" | "startsWith"; readonly member: string; readonly value: string }
  | { readonly kind: "isNull"; readonly member: string };

export type Relation = "eq" | "ne" | "lt" | "le" | "gt" | "ge";

export interface SortKey {
  readonly member: string;
  readonly isDescending: boolean;
}

export interface SqlQuery {
  readonly name: string;
  readonly condition: SqlCondition;
  /** Ends with the key of the table, so that no two rows tie. */
  readonly order: readonly SortKey[];
}

export const and = (...parts: SqlCondition[]): SqlCondition => ({ kind: "and", parts });
export const or = (...parts: SqlCondition[]): SqlCondition => ({ kind: "or", parts });
export const not = (part: SqlCondition): SqlCondition => ({ kind: "not", part });
export const compares = (kind: Relation, member: string, value: string | number | Date): SqlCondition => ({
  kind,
  member,
  value,
});
export const isIn = (member: string, ...values: (string | number)[]): SqlCondition => ({
  kind: "in",
  member,
  values,
});
export const contains = (member: string, value: string): SqlCondition => ({
  kind: "contains",
  member,
  value,
});
export const startsWith = (member: string, value: string): SqlCondition => ({
  kind: "startsWith",
  member,
  value,
});
export const isNull = (member: string): SqlCondition => ({ kind: "isNull", member });
export const between = (member: string, from: string, to: string): SqlCondition =>
  and(compares("ge", member, new Date(from)), compares("lt", member, new Date(to)));

/** Returns the column by which a member is compared. */
export function columnOf(member: string): string {
  return member === "owner.city" ? "ownerCity" : member;
}

/** Returns the column by which a member is ordered. */
export function orderColumnOf(member: string): string {
  return member === "name" ? "nameKey" : columnOf(member);
}

/** Returns a value as its column stores it: times are milliseconds since 1970. */
export function columnValue(value: string | number | Date): string | number {
  return value instanceof Date ? value.getTime() : value;
}

/** Writes a condition as filter text. */
export function writeFilter(condition: SqlCondition): string {
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

export function writeSortBy(order: readonly SortKey[]): string {
  return order.map(({ member, isDescending }) => `${member}${isDescending ? ":descending" : ""}`).join(",");
}

/** Changes some rows, so that differences in letter case and null handling show in the results. */
export function varyRow(row: Row, i: number): Readonly<Record<string, unknown>> {
  return {
    ...row,
    // Case-insensitive comparisons and LIKE return other rows.
    description: i % 5 === 0 ? row.description.toUpperCase() : row.description,
    name: i % 7 === 0 ? row.name.toLowerCase() : row.name,
    state: i % 11 === 0 ? null : row.state,
    createdBy: i % 13 === 0 ? null : row.createdBy,
  };
}
