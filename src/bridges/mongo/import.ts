import type { Expression } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import { hasOwn } from "../../values/own-properties.ts";
import { Translator } from "../contract/importer.ts";
import { fromTwoValued, negatedTest, type NullableTest } from "../json/null-logic.ts";
import type { JsonSource } from "../json/source.ts";
import { regexTest } from "./import-patterns.ts";
import { isExtended, MONGO_COMPARISONS, mongoLiteral, onlyEntry, onlyOperator } from "./values.ts";
import { exactComparison } from "../syntax/strings.ts";

/** Translates the documents of a query. Their logic is two-valued, and null and a missing member are equal. */
export class MongoImporter extends Translator {
  /** Translates a condition. Recursion is safe: the depth of the source is limited. */
  document(source: JsonSource, prefix = ""): Expression | undefined {
    if (!source.isObject) source.fail("A query is an object.");
    return source.nested(() => {
      const parts = source.entries().flatMap(([key, value]) => {
        if (key === "$comment") return [];
        return [key.startsWith("$") ? this.#logic(key, value, prefix) : this.#field(prefix + key, value)];
      });
      return parts.length === 0 ? this.to.boolean(true, NOWHERE) : this.to.and(parts, NOWHERE);
    });
  }

  #logic(operator: string, source: JsonSource, prefix: string): Expression | undefined {
    if (operator === "$and") return this.to.and(this.#list(operator, source, prefix), NOWHERE);
    if (operator === "$or") return this.to.or(this.#list(operator, source, prefix), NOWHERE);
    if (operator === "$nor")
      return this.to.not(() => this.to.or(this.#list(operator, source, prefix), NOWHERE), NOWHERE);
    return this.to.report.drop(
      "unsupported-operator",
      `tamis has no operator ${show(operator)} for documents.`,
      source.place,
    );
  }

  /** Translates the items of `$and`, `$or` or `$nor`. Below a negation, "null, or …" of one member needs no null test in tamis. */
  #list(operator: string, source: JsonSource, prefix: string): readonly (Expression | undefined)[] {
    const items = source.items();
    if (items.length === 0) source.fail(`${operator} needs an array with conditions.`);
    const parts: (Expression | undefined)[] = [];
    for (let i = 0; i < items.length; i++) {
      const pair =
        operator !== "$and" && this.to.report.isNegated
          ? this.#pair(items[i]!, items[i + 1], prefix)
          : undefined;
      parts.push(pair === undefined ? this.document(items[i]!, prefix) : pair.node);
      if (pair !== undefined) i++;
    }
    return parts;
  }

  #pair(first: JsonSource, second: JsonSource | undefined, prefix: string): NullableTest | undefined {
    const tested = onlyEntry(first);
    const entry = second && onlyEntry(second);
    if (tested === undefined || entry === undefined || tested[0] !== entry[0] || tested[0].startsWith("$"))
      return undefined;
    const [key, value] = tested;
    const operator = onlyEntry(value);
    const isMissingList = operator?.[0] === "$not" && onlyEntry(operator[1])?.[1].value === "array";
    if (value.value !== null && !isMissingList) return undefined;
    const condition = onlyOperator(entry[1]);
    const isOperator = condition !== undefined && condition[0].startsWith("$") && !isExtended(entry[1]);
    const isPlain = !entry[1].isObject || isExtended(entry[1]);
    if (entry[1].value === null || !(isPlain || isOperator)) return undefined;
    const of = this.to.name(prefix + key, NOWHERE, first.place);
    if (of === undefined || !this.to.types.isNullable(of)) return undefined;
    const test =
      isOperator && !isPlain
        ? this.#operator(of, condition[0], condition[1], entry[1])
        : this.#equal(of, entry[1]);
    return test === undefined || hasOwn(test, "kind") || test.onNull ? undefined : test;
  }

  #field(path: string, source: JsonSource): Expression | undefined {
    const of = this.to.name(path, NOWHERE, source.place);
    if (of === undefined) return undefined;
    const isOperators =
      source.isObject && !isExtended(source) && source.entries().some(([key]) => key.startsWith("$"));
    return isOperators ? this.#operators(of, source) : this.#finish(this.#equal(of, source));
  }

  #operators(of: Expression, source: JsonSource): Expression | undefined {
    const parts = source
      .entries()
      .flatMap(([key, value]) =>
        key === "$options" ? [] : [this.#finish(this.#operator(of, key, value, source))],
      );
    return this.to.and(parts, NOWHERE);
  }

  #finish(test: NullableTest | Expression | undefined): Expression | undefined {
    return test === undefined || hasOwn(test, "kind") ? test : fromTwoValued(test, this.to);
  }

  /** Returns a condition with its result for null, to which the caller adds null tests, or an expression that needs none. */
  #operator(
    of: Expression,
    operator: string,
    value: JsonSource,
    operators: JsonSource,
  ): NullableTest | Expression | undefined {
    const { report, types } = this.to;
    const comparison = MONGO_COMPARISONS.get(operator);
    if (comparison === "eq") return this.#equal(of, value);
    if (comparison === "ne") return this.#opposite(() => this.#equal(of, value));
    if (comparison !== undefined) return this.#compare(comparison, of, value);
    const canBeArray = types.typeOf(of) === undefined || (types.isList(of) && !types.isCollected(of));
    if (!canBeArray && /^\$(?:size|elemMatch)$/.test(operator))
      return report.drop("type-conversion", `${operator} finds only arrays.`, value.place);
    switch (operator) {
      case "$in":
        return this.#in(of, value);
      case "$nin":
        return this.#opposite(() => this.#in(of, value));
      case "$not":
        return this.#not(of, value);
      case "$exists":
        return this.#exists(of, value);
      case "$size":
        return this.#size(of, value);
      case "$all":
        return this.#all(of, value);
      case "$elemMatch":
        return this.#element(of, value);
      case "$regex":
      case "$regularExpression":
        return regexTest(of, value, operators, this.to);
      case "$type":
        if (this.#isArrayTest(of, operator, value))
          return this.to.call("not", [this.to.isNull(of, NOWHERE)], NOWHERE);
        return report.drop("unsupported-operator", "tamis has no test of types.", value.place);
      default:
        if (!operator.startsWith("$")) value.fail("Operators and members cannot be mixed in one object.");
        return report.drop("unsupported-operator", `tamis has no operator ${show(operator)}.`, value.place);
    }
  }

  /** Returns the negation of the condition that `of` returns. */
  #opposite(of: () => NullableTest | Expression | undefined): NullableTest | Expression | undefined {
    const test = this.to.report.negated(of);
    if (test === undefined) return undefined;
    if (hasOwn(test, "kind")) return this.to.call("not", [test], NOWHERE);
    const { node } = test;
    if (node.kind === "call" && node.callee === "eq")
      return { ...test, node: this.to.call("ne", node.args, NOWHERE, node.strength), onNull: !test.onNull };
    return negatedTest(test, this.to);
  }

  #not(of: Expression, source: JsonSource): NullableTest | Expression | undefined {
    if (!source.isObject) source.fail("$not needs an object with operators.");
    const entries = source.entries().filter(([key]) => key !== "$options");
    if (entries.length === 0) source.fail("$not needs an object with operators.");
    const [[key, value]] = entries as [readonly [string, JsonSource]];
    if (entries.length === 1 && this.#isArrayTest(of, key, value)) return this.to.isNull(of, NOWHERE);
    return source.nested(() =>
      entries.length === 1
        ? this.#opposite(() => this.#operator(of, key, value, source))
        : this.to.not(() => this.#operators(of, source), NOWHERE),
    );
  }

  #isArrayTest(of: Expression, operator: string, { value }: JsonSource): boolean {
    const { types } = this.to;
    return operator === "$type" && value === "array" && types.isList(of) && !types.isCollected(of);
  }

  #equal(of: Expression, source: JsonSource): NullableTest | Expression | undefined {
    if (source.value === null) {
      const node = this.to.isNull(of, NOWHERE);
      this.#noteNullElements(of, source, node);
      return node;
    }
    if (source.isObject && !isExtended(source) && source.property("$regularExpression") !== undefined)
      return regexTest(of, source.property("$regularExpression")!, source, this.to);
    const value = this.#value(of, source);
    return value && this.#test(this.to.call("eq", [of, value], NOWHERE, this.#strength(of, value)), of);
  }

  #compare(callee: string, of: Expression, source: JsonSource): NullableTest | Expression | undefined {
    if (source.value === null) {
      // In MongoDB, `$gte` and `$lte` with null find null.
      if (callee === "ge" || callee === "le") return this.to.isNull(of, NOWHERE);
      return this.to.boolean(false, NOWHERE);
    }
    const value = this.#value(of, source);
    if (value === undefined) return undefined;
    const order = "tamis compares strings in the order of a language, MongoDB in that of their code points.";
    return this.#test(exactComparison(callee, [of, value], NOWHERE, this.to, order, source.place), of);
  }

  #in(of: Expression, source: JsonSource): NullableTest | Expression | undefined {
    if (!source.isArray) source.fail("$in and $nin need an array.");
    const items = source.items();
    const hasNull = items.some(({ value }) => value === null);
    const values = items.filter(({ value }) => value !== null).map((item) => this.#value(of, item));
    // One value has no translation. The list without it would keep fewer rows.
    if (values.includes(undefined)) return undefined;
    if (values.length === 0) return hasNull ? this.#equal(of, items[0]!) : this.to.boolean(false, NOWHERE);
    const operands = values as Expression[];
    const node = this.to.call("in", [of, ...operands], NOWHERE, this.#strength(of, operands[0]!));
    if (hasNull) this.#noteNullElements(of, source, node);
    return { node, of, onNull: hasNull };
  }

  #noteNullElements(of: Expression, source: JsonSource, node: Expression): void {
    const { report, types } = this.to;
    if (!types.isList(of)) return;
    // The values of `items.name` are null in tamis for an empty list `items`, too.
    const effect = types.isCollected(of) ? "other" : "fewer";
    const message = "In MongoDB, a list with a null element also equals null.";
    report.note("list-logic", effect, message, source.place, node);
  }

  #exists(of: Expression, source: JsonSource): Expression {
    const isWanted = source.value !== false && source.value !== 0 && source.value !== null;
    const test = this.to.isNull(of, NOWHERE);
    const node = isWanted ? this.to.call("not", [test], NOWHERE) : test;
    if (this.to.types.isNullable(of)) {
      const message =
        "In MongoDB, a member whose value is null exists. In tamis, null and missing are the same.";
      this.to.report.note("null-logic", isWanted ? "fewer" : "more", message, source.place, node);
    }
    return node;
  }

  #size(of: Expression, source: JsonSource): NullableTest | undefined {
    const { value } = source;
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
      source.fail("$size needs a count.");
    const length = this.to.call("length", [of], NOWHERE);
    return this.#test(this.to.call("eq", [length, this.to.number(value, NOWHERE)], NOWHERE), of);
  }

  #all(of: Expression, source: JsonSource): NullableTest | Expression | undefined {
    const items = source.items();
    if (items.length === 0) source.fail("$all needs an array with values.");
    const callee = this.to.types.isList(of) ? "contains" : "eq";
    const tests = items.map((item) => {
      const value = this.#value(of, item);
      return value && this.#test(this.to.call(callee, [of, value], NOWHERE, this.#strength(of, value)), of);
    });
    if (tests.length === 1) return tests[0];
    return this.to.and(
      tests.map((test) => this.#finish(test)),
      NOWHERE,
    );
  }

  #element(of: Expression, source: JsonSource): Expression | undefined {
    const { report } = this.to;
    if (!source.isObject || of.kind !== "name") source.fail("$elemMatch needs an object.");
    const entries = source.entries();
    const isNegative = (operand: JsonSource): boolean =>
      operand.entries().some(([key]) => /^\$(?:ne|nin|not|nor|exists|and|or|type|elemMatch)$/.test(key));
    const isValue = entries.every(([key]) => key.startsWith("$"));
    if (
      entries.length === 0 ||
      isNegative(source) ||
      (!isValue && entries.some(([, value]) => isNegative(value) || value.value === null))
    )
      return report.drop("list-logic", "tamis has no such condition on one element of a list.", source.place);
    const test = isValue ? this.#operators(of, source) : this.document(source, `${of.name}.`);
    const count = isValue
      ? entries.length
      : entries.reduce((sum, [, value]) => sum + (value.isObject ? value.entries().length : 1), 0);
    const message = "In tamis, each of these conditions can hold for another element.";
    if (test !== undefined && count > 1) report.note("list-logic", "more", message, source.place, test);
    return test;
  }

  #value(of: Expression, source: JsonSource): Expression | undefined {
    return mongoLiteral(source, this.to.types.typeOfAll([of]), this.to);
  }

  #strength(of: Expression, value: Expression): "identical" | undefined {
    return value.kind === "literal" && value.type === "string"
      ? this.to.types.exactStrength([of])
      : undefined;
  }

  #test(node: Expression, of: Expression): NullableTest {
    return { node, of, onNull: false };
  }
}
