import { printLiteral } from "../../ast/print.ts";
import type { Expression, Literal } from "../../ast/nodes.ts";
import { isTemporal } from "../../values/types.ts";
import { BridgeExporter } from "../contract/exporter.ts";
import { gridCondition, testsStrings, type GridTest, type GridCondition } from "../grids/tests.ts";

interface ColumnFilter {
  readonly id: string;
  value: unknown;
  filterFn: string;
}

/** A written filter and its test. Another test of the same column can be joined with it. */
interface Joined {
  readonly filter: ColumnFilter;
  readonly test: GridTest;
}

const NULLS = "TanStack Table counts null as 0 here.";
const RANGES: ReadonlyMap<string, 0 | 1> = new Map([
  ["ge", 0],
  ["le", 1],
] as const);
const SEARCHES: ReadonlySet<string> = new Set(["contains", "startsWith", "endsWith"]);

/** Writes the state `columnFilters`: one filter for each column, all of which have to match. */
export class TanStackExporter extends BridgeExporter<object> {
  readonly #columns = new Map<string, Joined>();

  filters(filter: Expression): readonly object[] | undefined {
    this.#add(gridCondition(filter, this.context.types));
    const columnFilters = [...this.#columns.values()].map((column) => column.filter);
    return columnFilters.length === 0 ? undefined : columnFilters;
  }

  /** Writes a condition. Recursion is safe: the depth of trees is limited. */
  #add(condition: GridCondition): void {
    const { node } = condition;
    switch (condition.kind) {
      case "other":
        this.drop("unsupported-function", condition.reason, node);
        return;
      case "constant":
        if (!condition.value)
          this.drop("unsupported-value", "Column filters have no condition that is always false.", node);
        return;
      case "logic":
        if (condition.operator === "and") for (const part of condition.parts) this.#add(part);
        else
          this.drop(
            "unsupported-operator",
            "All column filters have to match. TanStack Table has no 'or'.",
            node,
          );
        return;
      case "test":
        this.#addTest(condition);
    }
  }

  #addTest(test: GridTest): void {
    const { name } = test.member;
    const column = this.#columns.get(name);
    if (column !== undefined) {
      if (this.#join(column, test)) return;
      this.drop("unsupported-operator", "A column has one filter.", test.node);
      return;
    }
    const filter = this.#filterOf(test);
    if (filter !== undefined) this.#columns.set(name, { filter, test });
  }

  /** Adds a test to a filter if both are bounds of one range, or elements of one list. Returns whether it did. */
  #join({ filter, test: first }: Joined, test: GridTest): boolean {
    if (this.context.types.isList(test.member)) {
      const areEqual = first.callee === "eq" && test.callee === "eq";
      if (!areEqual || !this.#hasOneSpelling(test) || filter.filterFn === "inDateRange") return false;
      filter.filterFn = "arrIncludesAll";
      (filter.value as unknown[]).push(test.values[0]!.value);
      this.#noteStrength(test, filter);
      return true;
    }
    const end = RANGES.get(test.callee);
    const isRange = filter.filterFn === "inNumberRange" || filter.filterFn === "inDateRange";
    if (!isRange || end === undefined || !RANGES.has(first.callee)) return false;
    const bounds = filter.value as unknown[];
    const value = test.values[0]!;
    const isBound = value.type === first.values[0]!.type && typeof value.value !== "bigint";
    const low = end === 0 ? value.value : bounds[0];
    const high = end === 1 ? value.value : bounds[1];
    // The table swaps bounds in the wrong order, which would change an empty range.
    if (!isBound || bounds[end] !== null || (low as number) > (high as number)) return false;
    bounds[end] = value.value;
    return true;
  }

  #filterOf(test: GridTest): ColumnFilter | undefined {
    const { callee, values, isNegated, node } = test;
    if (callee === "isNull" || callee === "blank" || callee === "empty") return this.#emptiness(test);
    if (isNegated || (callee === "ne" && values[0]!.type !== "boolean"))
      return this.drop(
        "unsupported-operator",
        "TanStack Table has no filter function that excludes values.",
        node,
      );
    if (values.some(({ value }) => value === ""))
      return this.drop("unsupported-value", "TanStack Table removes filters with an empty value.", node);
    if (values.some(({ value }) => typeof value === "bigint"))
      return this.drop("unsupported-value", "JSON has no integers of this size.", node);
    if (this.context.types.isList(test.member)) return this.#list(test);
    if (SEARCHES.has(callee)) return this.#search(test);
    if (callee === "in") return this.#in(test);
    const [value] = values as [Literal];
    if (callee === "eq" || callee === "ne") return this.#equality(test, value);
    if (value.type === "number") return this.#numberOrder(test, value.value as number);
    if ((value.type === "date" || value.type === "dateTime") && RANGES.has(callee))
      return this.#dates(test, value);
    return this.drop(
      "unsupported-operator",
      `TanStack Table has no ${callee}(…) for ${printLiteral(value)}.`,
      node,
    );
  }

  #emptiness(test: GridTest): ColumnFilter {
    const { callee, isNegated, node } = test;
    const filter = filterFor(test, true, isNegated ? "notEmpty" : "empty");
    const note = (
      code: "null-logic" | "white-space",
      effect: "more" | "fewer" | "other",
      message: string,
    ): void => this.context.report.note(code, effect, message, node.span, filter);
    const isString = testsStrings(test, this.context.types);
    if (callee === "isNull") {
      const counted = isString
        ? "'' and white space"
        : this.context.types.isList(test.member)
          ? "an empty list"
          : undefined;
      if (counted !== undefined)
        note("null-logic", isNegated ? "fewer" : "more", `TanStack Table counts ${counted} as empty.`);
    } else {
      note("white-space", "other", "JavaScript and tamis count other characters as white space.");
      if (callee === "blank")
        note("null-logic", isNegated ? "fewer" : "more", "TanStack Table counts null as empty.");
    }
    return filter;
  }

  /** Returns whether equal values of a list are equal in JSON. Times are not, nor dates among times, nor large integers. */
  #hasOneSpelling({ member, values }: GridTest): boolean {
    const type = this.context.types.typeOfAll([member]);
    return values.every(
      (literal) =>
        typeof literal.value !== "bigint" &&
        (!isTemporal(literal.type) || (literal.type === "date" && type === "date")),
    );
  }

  #list(test: GridTest): ColumnFilter | undefined {
    const { callee, values, node, letters } = test;
    if (letters !== "as written" || !/^(?:eq|in|contains)$/.test(callee))
      return this.drop("unsupported-operator", "TanStack Table only finds equal elements of a list.", node);
    if (!this.#hasOneSpelling(test))
      return this.drop("unsupported-operator", "TanStack Table compares the strings of times.", node);
    const filter = filterFor(
      test,
      values.map(({ value }) => value),
      "arrIncludesSome",
    );
    this.#noteStrength(test, filter);
    return filter;
  }

  #search(test: GridTest): ColumnFilter | undefined {
    const { callee, letters, values, node } = test;
    const text = String(values[0]!.value);
    if (letters === "upper" || (letters === "lower" && text !== text.toLowerCase()))
      return this.drop(
        "unsupported-operator",
        "TanStack Table compares strings as they are or in lower case.",
        node,
      );
    if (letters === "as written" && callee === "contains") {
      const exact = filterFor(test, text, "includesStringSensitive");
      this.#noteStrength(test, exact);
      return exact;
    }
    const filter = filterFor(test, text, callee === "contains" ? "includesString" : callee);
    if (letters === "lower") this.#noteStrength(test, filter);
    else {
      const isWeak = test.strength !== undefined;
      const message = "TanStack Table compares strings in lower case here.";
      this.context.report.note("case-sensitivity", isWeak ? "other" : "more", message, node.span, filter);
    }
    return filter;
  }

  #in(test: GridTest): ColumnFilter | undefined {
    const { letters, values, node } = test;
    if (letters !== "as written" || values.some(({ type }) => isTemporal(type)))
      return this.drop(
        "unsupported-operator",
        "TanStack Table only compares with several values that are written as in the rows.",
        node,
      );
    const filter = filterFor(
      test,
      values.map(({ value }) => value),
      "arrHas",
    );
    this.#noteStrength(test, filter);
    return filter;
  }

  #equality(test: GridTest, literal: Literal): ColumnFilter | undefined {
    const { callee, letters, node } = test;
    const { type, value } = literal;
    if (type === "date" || type === "dateTime") return this.#dates(test, literal);
    if (
      type === "time" ||
      letters === "upper" ||
      (letters === "lower" && String(value) !== String(value).toLowerCase())
    )
      return this.drop(
        "unsupported-operator",
        `TanStack Table cannot compare with ${printLiteral(literal)} here.`,
        node,
      );
    // `ne(x,true)` excludes null, so it is equality with false.
    const equal = callee === "ne" ? value !== true : value;
    const filter = filterFor(test, equal, letters === "lower" ? "equalsString" : "equals");
    this.#noteStrength(test, filter);
    return filter;
  }

  #numberOrder(test: GridTest, value: number): ColumnFilter {
    const { callee, member, node } = test;
    const end = RANGES.get(callee);
    if (end !== undefined) return filterFor(test, end === 0 ? [value, null] : [null, value], "inNumberRange");
    const filter = filterFor(test, value, callee === "gt" ? "greaterThan" : "lessThan");
    const countsNull = callee === "gt" ? value < 0 : value >= 0;
    if (countsNull && this.context.types.isNullable(member))
      this.context.report.note("null-logic", "more", NULLS, node.span, filter);
    return filter;
  }

  #dates(test: GridTest, { type, value }: Literal): ColumnFilter | undefined {
    const { callee, letters, node } = test;
    const declared = this.context.types.typeOf(test.member);
    if (callee === "ne" || letters !== "as written" || (declared !== undefined && declared !== type))
      return this.drop("unsupported-operator", "TanStack Table only compares dates with dates.", node);
    const bounds = callee === "eq" ? [value, value] : callee === "ge" ? [value, null] : [null, value];
    const filter = filterFor(test, bounds, "inDateRange");
    if (type === "dateTime") {
      const message =
        "TanStack Table reads times without a zone in the zone of the machine, to the millisecond.";
      this.context.report.note("time-zone", "other", message, node.span, filter);
    }
    return filter;
  }

  /** Adds a note that TanStack Table compares code units, so it finds fewer equal strings than a weaker strength. */
  #noteStrength(test: GridTest, filter: object): void {
    const { strength, node } = test;
    if (strength === undefined || !testsStrings(test, this.context.types)) return;
    const isSearch = SEARCHES.has(test.callee);
    const message = `TanStack Table compares each character, and not at the strength ${strength}.`;
    this.context.report.note("case-sensitivity", isSearch ? "other" : "fewer", message, node.span, filter);
  }
}

function filterFor({ member }: GridTest, value: unknown, filterFn: string): ColumnFilter {
  return { id: member.name, value, filterFn };
}
