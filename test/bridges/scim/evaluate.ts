import type { Filter } from "scim2-parse-filter";
import { codePointOrder } from "../code-points.ts";

/*
 * Evaluates the tree that scim2-parse-filter reads from a filter, by the rules of RFC 7643 and RFC 7644: null, a missing attribute
 * and an empty array are the same; a comparison without a value is false; some value of an array has to match; strings ignore case
 * unless the attribute has caseExact.
 */

type Value = string | number | boolean;
type Row = Readonly<Record<string, unknown>>;

const isCaseExact = (attribute: string) => attribute === "code";
const isInstant = (attribute: string) => attribute === "day" || attribute === "at";

/** Returns whether a resource matches a filter. */
export function matchesScim(filter: Filter, row: Row): boolean {
  switch (filter.op) {
    case "and":
      return filter.filters.every((each) => matchesScim(each, row));
    case "or":
      return filter.filters.some((each) => matchesScim(each, row));
    case "not":
      return !matchesScim(filter.filter, row);
    case "[]":
      throw new Error("The rows have no complex attributes.");
    case "pr":
      return row[filter.attrPath] !== "" && valuesOf(row[filter.attrPath]).length > 0;
    default: {
      const { attrPath, op, compValue } = filter;
      const values = valuesOf(row[attrPath]);
      if (compValue === null) return (op === "eq") === (values.length === 0);
      return values.some((each) => compare(op, attrPath, each, compValue));
    }
  }
}

function valuesOf(value: unknown): readonly Value[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? (value as Value[]) : [value as Value];
}

function compare(op: string, attribute: string, left: Value, right: Value): boolean {
  if (typeof left !== typeof right) throw new TypeError(`${attribute} is compared with a ${typeof right}`);
  const fold = (value: Value): Value => {
    if (typeof value !== "string") return value;
    if (isInstant(attribute)) return Date.parse(value);
    return isCaseExact(attribute) ? value : value.toLowerCase();
  };
  const [a, b] = [fold(left), fold(right)];
  switch (op) {
    case "eq":
      return a === b;
    case "ne":
      return a !== b;
    case "co":
      return (a as string).includes(b as string);
    case "sw":
      return (a as string).startsWith(b as string);
    case "ew":
      return (a as string).endsWith(b as string);
    case "gt":
      return order(a, b) > 0;
    case "ge":
      return order(a, b) >= 0;
    case "lt":
      return order(a, b) < 0;
    default:
      return order(a, b) <= 0;
  }
}

function order(a: Value, b: Value): number {
  return typeof a === "string" ? codePointOrder(a, b as string) : Number(a) - Number(b);
}
