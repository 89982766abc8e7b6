import type { Expression, Literal } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import { isTemporal } from "../../values/types.ts";
import type { GridType } from "../grids/importer.ts";
import { TanStackRanges } from "./import-ranges.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import type { BridgePlace } from "../contract/types.ts";
import type { JsonSource } from "../json/source.ts";

const STRING_FILTERS: ReadonlyMap<string, readonly [callee: string, ignoresCase: boolean]> = new Map([
  ["includesString", ["contains", true]],
  ["includesStringSensitive", ["contains", false]],
  ["equalsString", ["eq", true]],
  ["equalsStringSensitive", ["eq", false]],
  ["startsWith", ["startsWith", true]],
  ["endsWith", ["endsWith", true]],
] as const);
const ORDER_FILTERS: ReadonlyMap<string, "lt" | "le" | "gt" | "ge"> = new Map([
  ["greaterThan", "gt"],
  ["greaterThanOrEqualTo", "ge"],
  ["lessThan", "lt"],
  ["lessThanOrEqualTo", "le"],
] as const);
const LIST_FILTERS: ReadonlySet<string> = new Set([
  "arrHas",
  "arrIncludes",
  "arrIncludesAll",
  "arrIncludesSome",
]);
const RANGE_FILTERS: ReadonlySet<string> = new Set([
  "inNumberRange",
  "inDateRange",
  "between",
  "betweenInclusive",
]);

/** Translates the state `columnFilters`, with the meaning of TanStack Table's filter functions. */
export class TanStackImporter extends TanStackRanges {
  filter(source: JsonSource): Expression | undefined {
    if (!source.isArray) source.fail("Column filters are a list of objects such as { id, value }.");
    // The last filter of a column replaces those before it.
    const filters = new Map<string, JsonSource>();
    for (const item of source.items()) {
      const id = item.stringOf("id");
      if (id === undefined)
        return item.fail("A column filter is an object such as { id, value }, with a string as id.");
      if (isRemoved(item.property("value")?.value, this.#functionOf(item, id))) continue;
      filters.delete(id);
      filters.set(id, item);
    }
    return this.all([...filters].flatMap(([id, item]) => this.#column(id, item)));
  }

  #functionOf(item: JsonSource, id: string): string {
    const name = item.stringOf("filterFn") ?? "auto";
    if (name !== "auto") return name;
    const value = item.property("value")?.value;
    const type = this.to.types.find(id)?.type.type;
    if (type === undefined) return automaticFunction(value);
    if (type === "list") return "arrIncludes";
    if (type === "integer" || type === "number") return "inNumberRange";
    if (type === "string" || isTemporal(type)) return Array.isArray(value) ? "inDateRange" : "includesString";
    return "equals";
  }

  /** Translates the filter of one column. The returned conditions are joined by `and`. */
  #column(id: string, item: JsonSource): readonly (Expression | undefined)[] {
    const of = this.member(id, item.property("id")!.place);
    if (of === undefined) return [undefined];
    const name = this.#functionOf(item, id);
    const { place } = item;
    const { value, place: at } = item.property("value") ?? { value: undefined, place };
    const search = STRING_FILTERS.get(name);
    if (search !== undefined) return [this.#search(of, ...search, value, at)];
    if (RANGE_FILTERS.has(name)) return this.range(name, of, value, at);
    if (LIST_FILTERS.has(name)) return [this.#list(name, of, value, at)];
    const order = ORDER_FILTERS.get(name);
    if (order !== undefined) return [this.order(order, of, value, at)];
    switch (name) {
      case "equals":
        return [this.#equals(of, value, at)];
      case "weakEquals":
        return [this.#weakEquals(of, value, at)];
      case "empty":
      case "notEmpty":
        return [this.#emptiness(of, place, name === "notEmpty")];
      default: {
        const message = `TanStack Table has no filter function ${show(name)}.`;
        return [this.to.report.drop("unsupported-function", message, place)];
      }
    }
  }

  #search(
    of: Expression,
    callee: string,
    ignoresCase: boolean,
    value: unknown,
    place: BridgePlace,
  ): Expression | undefined {
    if (!this.isSearchable(of, place)) return undefined;
    const text = stringOf(value);
    if (text === undefined)
      return this.to.report.drop(
        "unsupported-value",
        "A search needs a string, a number or a boolean.",
        place,
      );
    if (ignoresCase) return this.compareLetters(callee, "lower", of, [text]);
    const type = this.typeOf(of);
    if (type === undefined || type === "string") return this.compare(callee, of, [this.string(text)]);
    // The string of a number or a boolean has no upper case letters.
    if (text !== text.toLowerCase()) return this.to.boolean(false, NOWHERE);
    return this.compareLetters(callee, "lower", of, [text]);
  }

  #emptiness(of: Expression, place: BridgePlace, isNegated: boolean): Expression {
    const condition = this.isEmpty(of, place, isNegated);
    if (this.isList(of)) {
      const message = "TanStack Table counts an empty list as empty, and tamis does not count it as null.";
      this.to.report.note("list-logic", isNegated ? "more" : "fewer", message, place, condition);
    }
    return condition;
  }

  /** Translates equality with `===`: values of other types are never equal. */
  #equals(of: Expression, value: unknown, place: BridgePlace): Expression | undefined {
    if (this.isList(of) || typeof value === "object")
      return this.to.report.drop(
        "list-logic",
        "TanStack Table compares lists and objects by identity.",
        place,
      );
    const literal = this.literal(value, this.typeOf(of));
    return literal === undefined ? this.to.boolean(false, NOWHERE) : this.compare("eq", of, [literal]);
  }

  /** Translates equality with `==`, which converts between strings, numbers and booleans. */
  #weakEquals(of: Expression, value: unknown, place: BridgePlace): Expression | undefined {
    const { report } = this.to;
    if (this.isList(of) || typeof value === "object")
      return report.drop(
        "list-logic",
        "TanStack Table converts a list to a string before it compares it.",
        place,
      );
    const type = this.typeOf(of);
    const isNumber = type === "integer" || type === "number";
    if (isNumber || type === "boolean") {
      const number = Number(value);
      const operand = isNumber ? number : number === 1 ? true : number === 0 ? false : undefined;
      const literal = this.literal(operand, type);
      return literal === undefined ? this.to.boolean(false, NOWHERE) : this.compare("eq", of, [literal]);
    }
    const literal = this.literal(value, type);
    if (literal === undefined)
      return report.drop("type-conversion", "TanStack Table converts values before it compares them.", place);
    return this.compare("eq", of, [literal]);
  }

  #list(name: string, of: Expression, value: unknown, place: BridgePlace): Expression | undefined {
    const { report } = this.to;
    if (!Array.isArray(value))
      return report.drop("unsupported-value", `${name} needs a list of values.`, place);
    const values = value as readonly unknown[];
    const isList = this.isList(of);
    const type = this.typeOf(of);
    if (name === "arrHas") {
      if (isList) return report.drop("list-logic", "arrHas compares lists by identity.", place);
      return this.#has(of, values, type, place);
    }
    if (!isList && type !== undefined) {
      if (name !== "arrIncludes" || type !== "string") return this.to.boolean(false, NOWHERE);
      // `includes` of a string converts its argument.
      const texts = values.map(String);
      return this.any(texts.map((text) => this.compare("contains", of, [this.string(text)])));
    }
    if (values.includes(null))
      return report.drop("list-logic", "Null elements of a list cannot be found.", place);
    const literals = values.map((item) => this.literal(item, type));
    const operands = literals.filter((literal) => literal !== undefined);
    if (name !== "arrIncludesAll") return operands.length === 0 ? this.any([]) : this.#someOf(of, operands);
    if (operands.length < literals.length) return this.any([]);
    return this.all(operands.map((operand) => this.compare("eq", of, [operand])));
  }

  #someOf(of: Expression, values: readonly Literal[]): Expression {
    return this.compare(values.length === 1 ? "eq" : "in", of, values);
  }

  #has(
    of: Expression,
    values: readonly unknown[],
    type: GridType,
    place: BridgePlace,
  ): Expression | undefined {
    const literals = values.map((item) => this.literal(item, type)).filter((item) => item !== undefined);
    const parts: Expression[] = literals.length === 0 ? [] : [this.#someOf(of, literals)];
    if (values.includes(null)) {
      const isNull = this.isNull(of);
      const message = "TanStack Table finds null and not a missing value, which is null in tamis.";
      this.to.report.note("null-logic", "more", message, place, isNull);
      parts.unshift(isNull);
    }
    return this.any(parts);
  }
}

/** Returns whether the table removes a filter with this value from its state, such as one with an empty string. */
function isRemoved(value: unknown, name: string): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (name === "empty" || name === "notEmpty") return value === false;
  if (!Array.isArray(value)) return false;
  if (LIST_FILTERS.has(name)) return value.length === 0;
  const isEmpty = (end: unknown) => end === undefined || end === null || end === "";
  return RANGE_FILTERS.has(name) && isEmpty(value.at(0)) && isEmpty(value.at(1));
}

/**
 * Returns the function of a filter without `filterFn`. The table chooses it by the values of the column's rows, which are
 * unknown here, so it is derived from the value of the filter.
 */
function automaticFunction(value: unknown): string {
  if (typeof value === "string") return "includesString";
  if (!Array.isArray(value)) return "equals";
  const isRange =
    value.length === 2 && value.every((end) => end === null || end === "" || typeof end === "number");
  return isRange ? "inNumberRange" : "arrIncludes";
}

function stringOf(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;
}
