import type { Call, Expression } from "../../ast/nodes.ts";
import { Translator } from "../contract/importer.ts";
import { show } from "../../diagnostics/show.ts";
import { literalOf } from "../syntax/literals.ts";
import { completedTest } from "../syntax/null-equality.ts";
import type { ForeignName, ForeignNode, ForeignOperator, ForeignValue } from "../../readers/nodes.ts";
import { patternOfPart } from "../syntax/searches.ts";
import { COMPARISONS_OF_SCIM, isCaseExact } from "./operators.ts";

/**
 * Translates filters of SCIM. They have two truth values: a comparison with a missing attribute is false, so a negation of it
 * is true.
 */
export class ScimImporter extends Translator {
  /** Translates a condition. Recursion is safe: the parser limits the depth. `within` is the path of the value path around the condition. */
  condition(node: ForeignNode, within?: string): Expression | undefined {
    const { operator, args, span } = node as ForeignOperator;
    const { report } = this.to;
    const [first, second] = args as [ForeignNode, ForeignNode];
    switch (operator) {
      case "and": {
        const condition = this.to.and(
          args.map((argument) => this.condition(argument, within)),
          span,
        );
        if (within !== undefined && condition !== undefined && this.#isList(within, true)) {
          const message = "In tamis, different elements of the list may satisfy the conditions.";
          report.note("list-logic", "more", message, span, condition);
        }
        return condition;
      }
      case "or":
        return this.#or(args, span, within);
      case "not":
        if (within !== undefined && this.#isList(within, true)) {
          const message = "tamis has no negation for one element of a list.";
          return report.drop("list-logic", message, span);
        }
        if (isOperator(first, "pr") && !report.isNegated) return this.#present(first, within, false);
        return this.to.not(() => this.condition(first, within), span);
      case "[]":
        return this.condition(second, (first as ForeignName).path);
      case "pr":
        return this.#present(node as ForeignOperator, within, true);
      default:
        return this.#compare(node as ForeignOperator, within);
    }
  }

  /** Translates `or`. Below a negation, `x eq 1 or x eq null` is `eq(x,1)`, because unknown excludes null in tamis. */
  #or(args: readonly ForeignNode[], span: Call["span"], within: string | undefined): Expression | undefined {
    const last = args.at(-1)!;
    const otherTests = args.slice(0, -1);
    if (this.to.report.isNegated && isNullTest(last)) {
      const path = pathOf(last)!;
      const isOpen = (this.to.types.find(path)?.nullable ?? true) && !this.#isList(path);
      if (isOpen && otherTests.every((other) => isComparison(other) && pathOf(other) === path)) {
        const parts = otherTests.map((test) => this.#compare(test as ForeignOperator, within, true));
        return this.to.or(parts, span);
      }
    }
    return this.to.or(
      args.map((argument) => this.condition(argument, within)),
      span,
    );
  }

  /** Translates `pr`: the attribute is neither null nor empty. */
  #present(
    { args, span }: ForeignOperator,
    within: string | undefined,
    isPresent: boolean,
  ): Expression | undefined {
    const { report, types } = this.to;
    const [of] = args as [ForeignName];
    const name = this.#name(of, within, true);
    if (name === undefined) return undefined;
    const type = types.typeOf(name);
    const isNull = this.to.isNull(name, span);
    const notNull = this.to.call("not", [isNull], span);
    // Each resource has an id.
    const isAlways = of.path === "id" && (type === undefined || !types.isNullable(name));
    if (isAlways) return this.to.boolean(isPresent, span);
    if (type === "string" || type === "list") {
      const filled =
        type === "string"
          ? this.to.call("ne", [name, this.to.string("", span)], span, types.exactStrength([name]))
          : types.isCollected(name) && types.typeOfAll([name]) === "string"
            ? this.to.call("match", [name, this.to.string("(?s).+", span)], span)
            : this.to.call("gt", [this.to.call("length", [name], span), this.to.number(0, span)], span);
      if (isPresent && !report.isNegated) return filled;
      const filledTest = types.isNullable(name) ? this.to.call("and", [notNull, filled], span) : filled;
      return isPresent ? filledTest : this.to.call("not", [filledTest], span);
    }
    const condition = isPresent ? notNull : isNull;
    if (type === undefined) {
      const message = "pr is false for an empty string or list, and the type of the member is not known.";
      report.note("null-logic", isPresent ? "more" : "fewer", message, span, condition);
    }
    return condition;
  }

  /** @param isGuarded whether a null test next to the comparison decides the rows in which the member is null */
  #compare(node: ForeignOperator, within: string | undefined, isGuarded = false): Expression | undefined {
    const { operator, args, span } = node;
    const { report, types } = this.to;
    const [of, value] = args as [ForeignName, ForeignValue];
    const name = this.#name(of, within, value.type === "null");
    if (name === undefined) return undefined;
    if (value.type === "null") return this.#null(operator, name, node);
    const type = types.typeOfAll([name]);
    const literal = literalOf(value, type, this.to);
    if (literal === undefined) return undefined;
    const callee = COMPARISONS_OF_SCIM.get(operator)!;
    const isString = literal.type === "string";
    const isSearch = /^(?:co|sw|ew)$/.test(operator);
    const isOrdered = /^[lg][te]$/.test(operator);
    if ((isSearch && !isString) || (isOrdered && literal.type === "boolean")) {
      const message = `SCIM has no ${operator} for values of the type ${literal.type}.`;
      return report.drop("unsupported-value", message, span);
    }
    const condition = this.#comparison(callee, name, literal, node);
    if (operator === "ne" && types.isNullable(name)) {
      const message = "Some servers keep resources without the attribute.";
      report.note("null-logic", "fewer", message, span, condition);
    }
    if (operator === "ne" && this.#isList(within ?? of.path, within !== undefined)) {
      const message = "In SCIM, some element differs. In tamis, no element of the list is equal.";
      report.note("list-logic", "other", message, span, condition);
    }
    return isGuarded ? condition : completedTest(condition, name, false, span, this.to);
  }

  #comparison(
    callee: string,
    name: Expression,
    literal: Expression,
    { operator, span }: ForeignOperator,
  ): Expression {
    const { report, types } = this.to;
    if (literal.kind !== "literal" || literal.type !== "string")
      return this.to.call(callee, [name, literal], span);
    const isExact = isCaseExact(types.strengthOf([name]));
    const isEquality = !/^[lg][te]$/.test(operator);
    const strength = isExact ? (isEquality ? types.exactStrength([name]) : undefined) : "secondary";
    // SCIM searches in each string of a list. `contains` of a list finds equal elements.
    const pattern = patternOfPart(literal.value);
    const condition =
      operator === "co" && types.isList(name)
        ? this.to.call("match", [name, this.to.string(isExact ? pattern : `(?i)${pattern}`, span)], span)
        : this.to.call(callee, [name, literal], span, strength);
    if (!isExact) {
      const message = "SCIM ignores upper and lower case, tamis by the collation of a language.";
      report.note("case-sensitivity", "other", message, span, condition);
    }
    if (!isEquality && types.strengthOf([name]) !== "codePoint") {
      const message = "SCIM compares strings by their characters, tamis in the order of a language.";
      report.note("string-order", "other", message, span, condition);
    }
    return condition;
  }

  #null(operator: string, name: Expression, { span }: ForeignOperator): Expression | undefined {
    const { report, types } = this.to;
    if (operator !== "eq" && operator !== "ne")
      return report.drop("unsupported-value", "Null is compared by eq and ne only.", span);
    const isNull = this.to.isNull(name, span);
    const condition = operator === "eq" ? isNull : this.to.call("not", [isNull], span);
    if (types.isList(name)) {
      // The values of `emails.type` are null in tamis for an empty list `emails`, too.
      const effect = types.isCollected(name) ? "other" : operator === "eq" ? "fewer" : "more";
      report.note("list-logic", effect, "In SCIM, an empty list is null.", span, condition);
    }
    return condition;
  }

  #name({ path, span }: ForeignName, within: string | undefined, isTest = false): Expression | undefined {
    const { types, report } = this.to;
    const fullPath = within === undefined ? path : `${within}.${path}`;
    const name = types.withoutCase(fullPath) ?? fullPath;
    const type = types.find(name)?.type;
    const single = type?.type === "list" ? type.items.type : type?.type;
    if (isTest || (single !== "object" && single !== "map")) return this.to.name(name, span);
    // RFC 7643: the attribute itself stands for the sub-attribute "value" of each of its elements.
    const value = types.find(`${name}.value`);
    if (value !== undefined) return this.to.name(`${name}.value`, span);
    return report.drop(
      "unsupported-value",
      `${show(path)} has sub-attributes, and none of them is "value".`,
      span,
    );
  }

  /** Returns whether an attribute is a list. Without a catalog, those with a value path (`a[…]`) or a sub-attribute (`a.b`) are. */
  #isList(path: string, hasValuePath = false): boolean {
    const { types } = this.to;
    const member = types.find(types.withoutCase(path) ?? path);
    return member === undefined ? hasValuePath || path.includes(".") : member.type.type === "list";
  }
}

function isOperator(node: ForeignNode, operator: string): node is ForeignOperator {
  return node.kind === "operator" && node.operator === operator;
}

/** Returns whether a node is a comparison with a value other than null. */
function isComparison(node: ForeignNode): boolean {
  if (node.kind !== "operator" || !COMPARISONS_OF_SCIM.has(node.operator)) return false;
  const value = node.args.at(1);
  return value?.kind === "value" && value.type !== "null";
}

function isNullTest(node: ForeignNode): boolean {
  if (!isOperator(node, "eq")) return false;
  const value = node.args.at(1);
  return value?.kind === "value" && value.type === "null";
}

function pathOf(node: ForeignNode): string | undefined {
  const of = node.kind === "operator" ? node.args.at(0) : undefined;
  return of?.kind === "name" ? of.path : undefined;
}
