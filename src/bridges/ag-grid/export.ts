import { printLiteral } from "../../ast/print.ts";
import type { Expression, Literal } from "../../ast/nodes.ts";
import type { MemberTypes } from "../contract/members.ts";
import { BridgeExporter } from "../contract/exporter.ts";
import { gridCondition, testsStrings, type GridTest, type GridCondition } from "../grids/tests.ts";
import { dateOf } from "./dates.ts";
import { isBlank, SCALAR_TESTS } from "./import.ts";
import { signsOf } from "../syntax/comparisons.ts";

/** A condition in both forms: as the model of a column, and as a part of an advanced filter model. */
interface Written {
  readonly column: string;
  readonly filterType: string;
  readonly type: string | undefined;
  readonly filter?: string | number;
  readonly values?: readonly string[];
}

interface Leaf {
  readonly kind: "leaf";
  readonly written: Written;
  /** Object of the result that notes refer to. Created empty: its properties are set once the form of the model is known. */
  readonly node: object;
}

type Tree =
  Leaf | { readonly kind: "join"; readonly operator: "and" | "or"; readonly parts: readonly Tree[] };

const SCALAR_TYPES = /* @__PURE__ */ signsOf(SCALAR_TESTS);
const TEXT_TESTS: ReadonlyMap<string, string> = new Map([
  ["eq", "equals"],
  ["ne", "notEqual"],
  ["contains", "contains"],
  ["not contains", "notContains"],
  ["startsWith", "startsWith"],
  ["endsWith", "endsWith"],
]);

/**
 * Writes the filter models of columns if all conditions of each column are next to each other, and an advanced filter model
 * otherwise.
 */
export class AgGridExporter extends BridgeExporter<object> {
  model(filter: Expression): object | undefined {
    const tree = this.#tree(gridCondition(filter, this.context.types));
    if (tree === undefined) return undefined;
    return columnModels(tree) ?? advancedModel(tree);
  }

  /** Writes a condition. Recursion is safe: the depth of trees is limited. */
  #tree(condition: GridCondition): Tree | undefined {
    const { node } = condition;
    switch (condition.kind) {
      case "other":
        return this.drop("unsupported-function", condition.reason, node);
      case "constant":
        if (condition.value) return undefined;
        return this.drop("unsupported-value", "A filter model has no condition that is always false.", node);
      case "test": {
        const leaf = this.#test(condition);
        return leaf && { kind: "leaf", ...leaf };
      }
      case "logic":
        return this.#logic(condition);
    }
  }

  #logic({ operator, parts }: GridCondition & { readonly kind: "logic" }): Tree | undefined {
    const nullable = operator === "or" ? this.#orNull(parts) : undefined;
    if (nullable !== undefined) return nullable;
    return this.context.report.join<Tree>(
      operator,
      parts.map((part) => this.#tree(part)),
      (trees) => ({ kind: "join", operator, parts: trees }),
    );
  }

  /**
   * Writes a null test and a condition of the same column as one condition, if the condition of AG Grid keeps null anyway:
   * `or(isNull(x),ne(downCase(x),'a'))` is `notEqual`.
   */
  #orNull(parts: readonly GridCondition[]): Tree | undefined {
    const [first, second] = parts;
    if (parts.length !== 2 || first?.kind !== "test" || second?.kind !== "test") return undefined;
    const isPair =
      first.callee === "isNull" &&
      !first.isNegated &&
      first.member.name === second.member.name &&
      keepsNull(second, this.context.types);
    const leaf = isPair ? this.#test(second, true) : undefined;
    return leaf && { kind: "leaf", ...leaf };
  }

  #test(
    test: GridTest,
    isNullKept = false,
  ): { readonly written: Written; readonly node: object } | undefined {
    const { callee, member, values, node } = test;
    const shape = this.#written(test);
    if (shape === undefined) return undefined;
    const model: object = {};
    if (callee === "isNull" || callee === "blank" || callee === "empty") this.#noteEmptiness(test, model);
    else if (!isNullKept && keepsNull(test, this.context.types) && this.context.types.isNullable(member)) {
      const message = "AG Grid keeps rows without a value, for which the condition is unknown in tamis.";
      this.context.report.note("null-logic", "more", message, node.span, model);
    }
    if (testsStrings(test, this.context.types)) this.#noteCase(test, shape, model);
    if (values.some(({ type }) => type === "dateTime")) {
      const message = "AG Grid reads dates in the time zone of the browser, tamis in UTC.";
      this.context.report.note("time-zone", "other", message, node.span, model);
    }
    return { written: { ...shape, column: member.name }, node: model };
  }

  #written(test: GridTest): Omit<Written, "column"> | undefined {
    const { callee, values, isNegated, node } = test;
    const isList = this.context.types.isList(test.member);
    if (callee === "isNull" || callee === "blank" || callee === "empty")
      return { filterType: this.#filterTypeOf(test), type: isNegated ? "notBlank" : "blank" };
    if (callee === "in" || isList) return this.#set(test);
    const [value] = values as [Literal];
    if (
      testsStrings(test, this.context.types) ||
      callee === "contains" ||
      callee === "startsWith" ||
      callee === "endsWith"
    ) {
      const type = TEXT_TESTS.get(isNegated ? `not ${callee}` : callee);
      if (type === undefined)
        return this.drop("unsupported-operator", "AG Grid has no such filter of text.", node);
      const text = String(value.value);
      if (text === "")
        return this.drop("unsupported-value", "AG Grid has no filter with an empty text.", node);
      if (test.letters === "upper" || (test.letters === "lower" && text !== text.toLowerCase()))
        return this.drop("unsupported-operator", "AG Grid compares text in lower case.", node);
      return { filterType: "text", type, filter: text };
    }
    if (value.type === "boolean" && callee !== "eq" && callee !== "ne")
      return this.drop("unsupported-operator", "AG Grid has no order of booleans.", node);
    if (value.type === "boolean")
      return { filterType: "boolean", type: String((callee === "eq") === value.value) };
    const type = SCALAR_TYPES.get(callee)!;
    if (value.type === "number") {
      if (typeof value.value === "bigint") return { filterType: "bigint", type, filter: String(value.value) };
      return { filterType: "number", type, filter: value.value };
    }
    const filter = dateOf(value);
    const declared = this.context.types.typeOf(test.member);
    if (filter === undefined || (declared !== undefined && declared !== value.type))
      return this.drop(
        "unsupported-value",
        `AG Grid cannot compare a column with ${printLiteral(value)}.`,
        node,
      );
    return { filterType: value.type, type, filter };
  }

  #set(test: GridTest): Omit<Written, "column"> | undefined {
    const { callee, values, isNegated, letters, node } = test;
    const isNone = callee === "ne" || isNegated;
    const isEquality = callee === "in" || callee === "eq" || callee === "ne" || callee === "contains";
    const texts = values.map(({ value }) => String(value));
    if (!isEquality || values.some(({ type }) => type === "date" || type === "time" || type === "dateTime"))
      return this.drop(
        "unsupported-operator",
        "AG Grid finds only strings, numbers and booleans in a set.",
        node,
      );
    if (texts.some(isBlank))
      return this.drop("unsupported-value", "AG Grid counts white space in a set as null.", node);
    if (values.some(({ value }) => typeof value === "bigint"))
      return this.drop("unsupported-value", "A set of AG Grid has no integers of this size.", node);
    if (letters === "lower" || (letters === "upper" && texts.some((text) => text !== text.toUpperCase())))
      return this.drop("unsupported-operator", "AG Grid compares the values of a set in upper case.", node);
    return { filterType: "set", type: isNone ? "isNoneOf" : undefined, values: texts };
  }

  #filterTypeOf(test: GridTest): string {
    const type = this.context.types.typeOf(test.member);
    if (type === "integer" || type === "number") return "number";
    return type === "boolean" || type === "date" || type === "dateTime" ? type : "text";
  }

  #noteEmptiness(test: GridTest, model: object): void {
    const { callee, isNegated, node } = test;
    const isList = this.context.types.isList(test.member);
    const note = (
      code: "null-logic" | "white-space",
      effect: "more" | "fewer" | "other",
      message: string,
    ): void => this.context.report.note(code, effect, message, node.span, model);
    if (isList || !testsStrings(test, this.context.types)) {
      // No such value is blank, and null is in AG Grid.
      if (callee === "blank")
        note("null-logic", isNegated ? "fewer" : "more", "AG Grid counts null as blank.");
      return;
    }
    if (callee === "isNull")
      return note("null-logic", isNegated ? "fewer" : "more", "AG Grid counts '' and white space as blank.");
    note("white-space", "other", "JavaScript and tamis count other characters as white space.");
    if (callee === "blank") note("null-logic", isNegated ? "fewer" : "more", "AG Grid counts null as blank.");
  }

  /** Adds a note on letter case: AG Grid compares text in lower case, and sets in upper case, unless a column is case-sensitive. */
  #noteCase(test: GridTest, { filterType, type }: Omit<Written, "column">, model: object): void {
    const { letters, strength, callee, isNegated, node } = test;
    if (callee === "isNull" || callee === "blank" || callee === "empty") return;
    if (letters !== "as written" && strength === undefined) return;
    const isNone = callee === "ne" || isNegated || type === "isNoneOf";
    const effect = strength !== undefined ? "other" : isNone ? "fewer" : "more";
    const message = `AG Grid compares text in ${filterType === "set" ? "upper" : "lower"} case.`;
    this.context.report.note("case-sensitivity", effect, message, node.span, model);
  }
}

/** Returns whether this condition keeps rows with null in AG Grid. In tamis, a comparison with null is unknown. */
function keepsNull(test: GridTest, types: MemberTypes): boolean {
  const { callee, isNegated } = test;
  if (callee === "isNull" || callee === "blank" || callee === "empty") return false;
  const isNegative = isNegated || callee === "ne";
  return (
    isNegative &&
    (testsStrings(test, types) || callee === "in" || callee === "contains" || types.isList(test.member))
  );
}

/** Returns the filter models of all columns. Undefined if only an advanced filter model can express the conditions. */
function columnModels(tree: Tree): object | undefined {
  const parts = tree.kind === "join" && tree.operator === "and" ? tree.parts : [tree];
  const models = new Map<string, object>();
  const finished: (() => object)[] = [];
  for (let i = 0; i < parts.length;) {
    const part = parts[i]!;
    const column = columnOf(part);
    if (column === undefined || models.has(column)) return undefined;
    const group = part.kind === "leaf" ? sameColumn(parts, i, column) : [part];
    i += group.length;
    const leaves = group.flatMap((child) => (child.kind === "leaf" ? [child] : (child.parts as Leaf[])));
    const [{ written, node }] = leaves as [Leaf];
    if (leaves.some((leaf) => !isColumnModel(leaf.written))) return undefined;
    finished.push(...leaves.map((leaf) => () => Object.assign(leaf.node, columnModel(leaf.written))));
    const { filterType } = columnModel(written);
    if (leaves.length === 1) models.set(column, node);
    else {
      const isCombined = leaves.every((leaf) => columnModel(leaf.written).filterType === filterType);
      if (!isCombined || filterType === "set") return undefined;
      const operator = part.kind === "leaf" ? "AND" : "OR";
      models.set(column, { filterType, operator, conditions: leaves.map((leaf) => leaf.node) });
    }
  }
  for (const finish of finished) finish();
  return Object.fromEntries(models);
}

/** Returns the column of a condition, or the common column of conditions joined by `or`. Undefined for several columns. */
function columnOf(tree: Tree): string | undefined {
  if (tree.kind === "leaf") return tree.written.column;
  const columns = new Set(tree.parts.map((part) => (part.kind === "leaf" ? part.written.column : undefined)));
  return tree.operator === "or" && columns.size === 1 ? [...columns][0] : undefined;
}

function sameColumn(parts: readonly Tree[], from: number, column: string): readonly Tree[] {
  let end = from;
  while (parts.at(end)?.kind === "leaf" && columnOf(parts[end]!) === column) end++;
  return parts.slice(from, end);
}

/**
 * Returns whether the filter of a column can express a condition. By default, it has no booleans, no sets that exclude values,
 * and no `<=` or `>=` for dates.
 */
function isColumnModel({ filterType, type }: Written): boolean {
  const isDate = filterType === "date" || filterType === "dateTime";
  return filterType !== "boolean" && type !== "isNoneOf" && !(isDate && type?.endsWith("OrEqual") === true);
}

function columnModel({ filterType, type, filter, values }: Written): { readonly filterType: string } {
  if (values !== undefined) return { filterType, values } as { filterType: string };
  const isDate = filterType === "date" || filterType === "dateTime";
  const model = { filterType: isDate ? "date" : filterType, type };
  if (filter === undefined) return model;
  if (typeof filter !== "string" || !isDate) return { ...model, filter } as { filterType: string };
  const dateFrom = filterType === "date" ? `${filter} 00:00:00` : filter.replace("T", " ");
  return { ...model, dateFrom, dateTo: null } as { filterType: string };
}

function advancedModel(tree: Tree): object {
  if (tree.kind === "join")
    return {
      filterType: "join",
      type: tree.operator.toUpperCase(),
      conditions: tree.parts.map(advancedModel),
    };
  const { column: colId, filterType, type = "isAnyOf", filter, values } = tree.written;
  const operands = {
    ...(filter === undefined ? {} : { filter }),
    ...(values === undefined ? {} : { values }),
  };
  return Object.assign(tree.node, { filterType, colId, type }, operands);
}
