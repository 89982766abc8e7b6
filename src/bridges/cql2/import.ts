import { mirroredCallee } from "../../functions/definition/comparisons.ts";
import type { Expression } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import { likeSearch } from "../../readers/patterns.ts";
import type { ValueType } from "../../values/types.ts";
import { Translator } from "../contract/importer.ts";
import { constantComparison } from "../syntax/constants.ts";
import { literalOf } from "../syntax/literals.ts";
import {
  placeOf,
  type ForeignCall,
  type ForeignList,
  type ForeignName,
  type ForeignNode,
  type ForeignOperator,
} from "../../readers/nodes.ts";
import { describeFolding, foldedComparison, type FoldedComparison, unfolded } from "./folding.ts";
import { CQL2_COMPARISONS, INSTANT_COMPARISONS } from "./operators.ts";
import { searchCall } from "../syntax/searches.ts";

/** Translates conditions of CQL2. Both languages have the same three-valued logic. */
export class Cql2Importer extends Translator {
  /** Translates a condition. Recursion is safe: the readers limit the depth. */
  condition(node: ForeignNode): Expression | undefined {
    const { report } = this.to;
    switch (node.kind) {
      case "name":
        return this.#name(node);
      case "value":
        return literalOf(node, "boolean", this.to);
      case "list":
        return report.drop("unsupported-value", "A list is not a condition.", placeOf(node));
      case "call":
        return this.#call(node);
      case "operator":
        return this.#operator(node);
    }
  }

  #operator(node: ForeignOperator): Expression | undefined {
    const { operator, args, span } = node;
    const [first, second, third] = args as [ForeignNode, ForeignNode, ForeignNode];
    const conditions = () => args.map((argument) => this.condition(argument));
    switch (operator) {
      case "and":
        return this.to.and(conditions(), span);
      case "or":
        return this.to.or(conditions(), span);
      case "not":
        return this.to.not(() => this.condition(first), span);
      case "between":
        return this.to.and(
          [this.#compare("ge", first, second, node), this.#compare("le", first, third, node)],
          span,
        );
      case "in":
        return this.#in(first, second as ForeignList, node);
      case "like":
        return this.#like(first, second, node);
      case "isNull":
        return this.#isNull(first, node);
      default:
        return this.#compare(CQL2_COMPARISONS.get(operator)!, first, second, node);
    }
  }

  /** Translates predicates of the standard, such as `t_after` and `a_contains`. Those that tamis lacks are left out. */
  #call(node: ForeignCall): Expression | undefined {
    const { callee, args } = node;
    const instants = INSTANT_COMPARISONS.get(callee.toLowerCase());
    const [left, right] = args as readonly (ForeignNode | undefined)[];
    if (instants !== undefined && left && right && (isInstant(left) || isInstant(right)))
      return this.#compare(instants, left, right, node);
    const [array, list] = left?.kind === "list" && callee !== "a_contains" ? [right, left] : [left, right];
    if (/^a_(?:contains|overlaps)$/.test(callee) && array?.kind === "name" && list?.kind === "list")
      return this.#array(callee === "a_contains", array, list, node);
    return this.#unknownFunction(node);
  }

  #unknownFunction({ callee, span, place }: ForeignCall): undefined {
    const message = `tamis has no function ${show(callee)}(…).`;
    return this.to.report.drop("unsupported-function", message, place ?? span);
  }

  /** Translates tests of arrays: `a_contains(x,('a','b'))` holds if both values are elements, `a_overlaps` if one is. */
  #array(
    needsAll: boolean,
    array: ForeignName,
    list: ForeignList,
    node: ForeignCall,
  ): Expression | undefined {
    const { span } = node;
    const { types } = this.to;
    const of = this.#name(array);
    if (of === undefined) return undefined;
    if (list.items.length === 0) return this.#unknownFunction(node);
    const type = types.typeOfAll([of]);
    const items = list.items.map((item) => this.#operand(item, type));
    if (!needsAll) {
      // One value has no translation. The list without it would keep fewer rows.
      if (items.includes(undefined)) return undefined;
      return this.to.call("in", [of, ...(items as Expression[])], span, types.exactStrength([of]));
    }
    const parts = items.map(
      (item) => item && this.to.call("eq", [of, item], span, types.exactStrength([of])),
    );
    return this.to.and(parts, span);
  }

  #compare(callee: string, left: ForeignNode, right: ForeignNode, node: ForeignNode): Expression | undefined {
    if (left.kind === "value" && right.kind === "value")
      return constantComparison(callee, left, right, node.span, this.to, placeOf(node));
    const isConstant = (item: ForeignNode): boolean =>
      item.kind === "value" || (item.kind === "call" && item.args.length === 1 && isConstant(item.args[0]!));
    if (isConstant(left) && !isConstant(right))
      return this.#compare(mirroredCallee(callee), right, left, node);
    const folded = foldedComparison([left, right], this.to);
    if (folded === undefined) return undefined;
    const of = this.#operand(folded.operands[0]!, undefined);
    const to = of && this.#operand(folded.operands[1]!, this.to.types.typeOfAll([of]));
    return to && this.#comparison(callee, [of, to], folded, node);
  }

  #in(left: ForeignNode, { items }: ForeignList, node: ForeignNode): Expression | undefined {
    const folded = foldedComparison([left, ...items], this.to);
    if (folded === undefined) return undefined;
    const of = this.#operand(folded.operands[0]!, undefined);
    if (of === undefined) return undefined;
    const type = this.to.types.typeOfAll([of]);
    const operands = folded.operands.slice(1).map((operand) => this.#operand(operand, type));
    // One value has no translation. The list without it would keep fewer rows.
    if (operands.includes(undefined)) return undefined;
    return this.#comparison("in", [of, ...(operands as Expression[])], folded, node);
  }

  #comparison(
    callee: string,
    args: readonly Expression[],
    folded: FoldedComparison,
    node: ForeignNode,
  ): Expression {
    const { report, types } = this.to;
    const isString = types.areStrings(args);
    const isEquality = callee === "eq" || callee === "ne" || callee === "in";
    const explicit = isEquality && isString ? types.exactStrength(args) : undefined;
    const condition = this.to.call(callee, args, node.span, folded.strength ?? explicit);
    const note = (code: "string-order" | "list-logic" | "type-conversion", message: string) =>
      report.note(code, "other", message, placeOf(node), condition);
    this.#noteFolding(folded, node, condition);
    if (!isEquality && isString && types.strengthOf(args) !== "codePoint")
      note("string-order", "CQL2 leaves the order of strings to the server. tamis has that of a language.");
    if (args.some((argument) => types.isList(argument)))
      note("list-logic", "CQL2 compares whole arrays. In tamis, some element of the list has to match.");
    const kinds = new Set(args.map((argument) => types.typeOf(argument)));
    if (kinds.has("date") && kinds.has("dateTime"))
      note("type-conversion", "tamis reads a date as its first instant in UTC.");
    return condition;
  }

  #noteFolding(folded: FoldedComparison, node: ForeignNode, condition: Expression): void {
    if (folded.strength === undefined) return;
    const { report } = this.to;
    report.note("case-sensitivity", "other", describeFolding(folded), placeOf(node), condition);
  }

  /** Translates `LIKE`. In its pattern, `\` makes the next character ordinary. */
  #like(left: ForeignNode, right: ForeignNode, node: ForeignNode): Expression | undefined {
    const { report, types } = this.to;
    const folded = foldedComparison([left, right], this.to);
    if (folded === undefined) return undefined;
    const [of, pattern] = folded.operands as [ForeignNode, ForeignNode];
    if (pattern.kind !== "value" || pattern.type !== "string") {
      const message = "A pattern of LIKE is a string, such as 'a%'.";
      return report.drop("unsupported-value", message, placeOf(pattern));
    }
    const member = this.#operand(of, "string");
    if (member === undefined) return undefined;
    const type = types.typeOf(member);
    if (type !== undefined && type !== "string") {
      const message = `LIKE searches strings, and the member has the type ${type}.`;
      return report.drop("type-conversion", message, placeOf(node));
    }
    const { ignoresCase, ignoresAccents, strength = types.exactStrength([member]) } = folded;
    const search = likeSearch(pattern.text, ignoresCase);
    if (search.callee === "match" && ignoresAccents) {
      const message = "tamis has no patterns that ignore accents.";
      return report.drop("unsupported-function", message, placeOf(node));
    }
    const condition = searchCall(member, search, strength, node.span, this.to, pattern.span);
    this.#noteFolding(folded, node, condition);
    return condition;
  }

  #isNull(of: ForeignNode, { span }: ForeignNode): Expression | undefined {
    if (of.kind === "value") return this.to.boolean(of.type === "null", span);
    // The result of `casei` and `accenti` is null exactly if their operand is.
    const value = this.#operand(unfolded(of).inner, undefined);
    return value && this.to.isNull(value, span);
  }

  #operand(node: ForeignNode, type: ValueType["type"] | undefined): Expression | undefined {
    const { report } = this.to;
    switch (node.kind) {
      case "name":
        return this.#name(node);
      case "value":
        return literalOf(node, type, this.to);
      case "list":
        return report.drop("unsupported-value", "A list is not a value.", placeOf(node));
      case "call":
        return this.#unknownFunction(node);
      case "operator": {
        const condition = report.exactly(() => this.condition(node));
        if (condition !== undefined) return condition;
        const message = "The value of this condition is used, and the condition has no exact translation.";
        return report.drop("unsupported-operator", message, placeOf(node));
      }
    }
  }

  #name(node: ForeignName): Expression | undefined {
    return this.to.name(node.path, node.span, placeOf(node));
  }
}

function isInstant(node: ForeignNode): boolean {
  return node.kind === "value" && (node.type === "date" || node.type === "dateTime");
}
