import type { Catalog } from "tamis";
import { call, name, number, print, string, temporal, type Expression } from "tamis/ast";
import { resolveMember } from "tamis/catalog";
import type { MemberValues, Share } from "../contract/answers.ts";
import { binsOf, type Bin } from "./bins.ts";
import { cellText } from "./cell-text.ts";
import type { Data } from "./data.ts";
import type { ReadQuery } from "./read-query.ts";

const MAX_FACETS = 40;
/** Next to a histogram, only values that several rows have are worth a line. */
const MAX_FACETS_BESIDE_BINS = 8;

type Facet = ReturnType<Data["collection"]["facets"]>["values"][number];

/**
 * Counts the values of a member in the rows that the filter keeps.
 * @throws TypeError for a member whose values cannot be counted
 */
export function memberValues(
  { catalog, collection }: Data,
  { filter }: ReadQuery,
  member: string,
): MemberValues {
  const type = itemType(catalog, member);
  const { values, distinct, nulls } = collection.facets(
    member,
    { filter },
    { limit: Number.MAX_SAFE_INTEGER },
  );
  const bins = binsOfType(values, type);
  const listed =
    bins.length === 0
      ? values.slice(0, MAX_FACETS)
      : values.slice(0, MAX_FACETS_BESIDE_BINS).filter(({ count }) => count > 1);
  return {
    distinct,
    nulls,
    facets: listed.map(({ value, count }): Share => ({
      label: cellText(value) ?? "",
      count,
      condition: equalTo(member, value, type),
    })),
    bins: bins.map(({ label, count, from, to, includesTo }) => ({
      label,
      count,
      condition: print(
        call("and", [
          call("ge", [name(member), literal(from, type)!]),
          call(includesTo ? "le" : "lt", [name(member), literal(to, type)!]),
        ]),
      ),
    })),
    nullCondition: print(call("isNull", [name(member)])),
  };
}

/** Returns the type of a member, or of the elements of a list. */
function itemType(catalog: Catalog, member: string): string {
  const type = resolveMember(catalog, member)?.type;
  return (type?.type === "list" ? type.items.type : type?.type) ?? "";
}

function equalTo(member: string, value: unknown, type: string): string | undefined {
  if (typeof value === "boolean") return print(value ? name(member) : call("not", [name(member)]));
  const node = literal(value, type);
  return node && print(call("eq", [name(member), node]));
}

function literal(value: unknown, type: string): Expression | undefined {
  switch (typeof value) {
    case "number":
    case "bigint":
      return number(value);
    case "string":
      return type === "date" || type === "time" || type === "dateTime"
        ? temporal(type, value)
        : string(value);
    default:
      return undefined;
  }
}

function binsOfType(values: readonly Facet[], type: string): readonly Bin[] {
  return type === "integer" || type === "number" || type === "date" || type === "dateTime"
    ? binsOf(values, type)
    : [];
}
