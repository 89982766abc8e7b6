import { isComparisonName, mirroredCallee } from "../../functions/definition/comparisons.ts";
import type { Call, Expression, Name, SortBy } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import { isValueFunction } from "../contract/members.ts";
import { atLevel, joinPieces, textPiece, type TextPiece, joinConditions } from "../contract/pieces.ts";
import { noteStringDifferences, OWN_ORDER } from "../syntax/strings.ts";
import { ODataPathWriter } from "./export-paths.ts";
import { NEVER_NULL, NO_SUCH_COLLECTION } from "./messages.ts";
import { wildcardParts } from "../syntax/searches.ts";
import { AND, EQUALS, MEMBERSHIP, NOT, odataString, OR, PRIMARY, RELATION } from "./export-values.ts";
import { guardNames, holds } from "../syntax/null-equality.ts";
import { exportPattern, isValid, PATTERNS_DIFFER } from "../syntax/ecmascript-patterns.ts";
import { noteStringOrder } from "../syntax/sort-keys.ts";

const SEARCHES: ReadonlyMap<string, string> = new Map([
  ["contains", "contains"],
  ["startsWith", "startswith"],
  ["endsWith", "endswith"],
]);

/** Writes filters and sort keys of OData. */
export class ODataExporter extends ODataPathWriter {
  /** Writes a condition. Recursion is safe: the depth of trees is limited. */
  condition(node: Expression): TextPiece | undefined {
    if (node.kind === "name") {
      if (this.context.types.isList(node)) return this.drop("list-logic", NO_SUCH_COLLECTION, node);
      return this.value(node);
    }
    if (node.kind === "literal") {
      if (node.type === "boolean") return textPiece(PRIMARY, String(node.value));
      return this.drop("unsupported-value", "A value that is not true or false is no condition.", node);
    }
    const { callee, args } = node;
    switch (callee) {
      case "and":
      case "or":
        return this.#plain(node) ?? this.#logic(callee, args);
      case "not":
        return this.context.report.negated(() => this.#not(args[0]!));
      case "isNull":
        return this.#isNull(args[0]!, "eq");
      case "in":
      case "contains":
      case "startsWith":
      case "endsWith":
      case "match":
      case "eq":
      case "ne":
      case "lt":
      case "le":
      case "gt":
      case "ge":
        return this.#onList(node) ?? this.#test(node);
      case "blank": {
        const of = this.#textOf(args[0]!, node);
        return this.#guarded("eq", args, [], of && textPiece(EQUALS, "trim(", of, ") eq ''"));
      }
      default:
        return this.drop("unsupported-function", `OData has no function ${show(callee)}(…).`, node);
    }
  }

  sortKeys({ keys }: SortBy): TextPiece | undefined {
    const { report, types } = this.context;
    const pieces: TextPiece[] = [];
    for (const key of keys) {
      const { expression } = key;
      const of = this.value(expression);
      if (of === undefined) continue;
      const piece = textPiece(OR, of, key.direction === "descending" ? " desc" : "");
      noteStringOrder(key, piece, OWN_ORDER, this.context);
      if (isCount(expression, types) && this.nullable([expression]).length > 0) {
        report.note("null-order", "order", NEVER_NULL, key.span, piece);
      }
      pieces.push(piece);
    }
    return pieces.length === 0 ? undefined : joinPieces(OR, pieces, ",");
  }

  #logic(operator: "and" | "or", args: readonly Expression[]): TextPiece | undefined {
    const parts = args.map((argument) => this.condition(argument));
    return this.context.report.join(operator, parts, (pieces) => this.#join(operator, pieces));
  }

  #join(operator: "and" | "or", parts: readonly TextPiece[]): TextPiece {
    return joinConditions(operator === "and" ? AND : OR, parts, ` ${operator} `);
  }

  /**
   * Writes a comparison without a null test that OData does not need: `or(isNull(a),ne(a,1))` is `a ne 1`, and below a negation
   * `and(not(isNull(a)),eq(a,1))` is `a eq 1`.
   */
  #plain({ callee, args }: Call): TextPiece | undefined {
    const [test, comparison] = args;
    if (args.length !== 2 || test?.kind !== "call" || comparison?.kind !== "call") return undefined;
    const isNull = callee === "or" ? test : test.callee === "not" ? test.args[0] : undefined;
    const isNullTest = isNull?.kind === "call" && isNull.callee === "isNull";
    const name = isNullTest ? isNull.args[0] : undefined;
    const [of, ...values] = comparison.args;
    const isSame = name?.kind === "name" && of?.kind === "name" && of.name === name.name;
    const isNe = comparison.callee === "ne";
    const isIn = comparison.callee === "in";
    const isComparison = isIn || isComparisonName(comparison.callee);
    if (!isSame || !isComparison || isNe !== (callee === "or") || this.context.types.isList(of))
      return undefined;
    if (!values.every(({ kind }) => kind === "literal") || (values.length > 1 && !isIn)) return undefined;
    if (this.nullable([of]).length === 0 || this.context.report.isNegated !== (callee === "and"))
      return undefined;
    return isIn ? this.#in(comparison) : this.#pair(comparison, of, values[0]!);
  }

  #not(inner: Expression): TextPiece | undefined {
    if (inner.kind === "call" && inner.callee === "isNull") return this.#isNull(inner.args[0]!, "ne");
    const of = this.condition(inner);
    return of && textPiece(NOT, "not ", atLevel(of, PRIMARY));
  }

  #isNull(of: Expression, operator: "eq" | "ne"): TextPiece | undefined {
    if (of.kind === "name" && this.context.types.isList(of)) return this.drop("list-logic", NEVER_NULL, of);
    if (of.kind === "call" && !isValueFunction(of.callee) && !SEARCHES.has(of.callee))
      return this.drop("null-logic", "Comparisons of OData are never null.", of);
    const value = this.value(of);
    return value && textPiece(EQUALS, value, ` ${operator} null`);
  }

  /** Writes a comparison or a search of single values. */
  #test(node: Call): TextPiece | undefined {
    const { callee, args } = node;
    const search = SEARCHES.get(callee);
    if (callee === "match") return this.#pattern(node);
    if (search !== undefined) return this.#search(search, node);
    if (callee === "in") return this.#guarded(callee, [args[0]!], args.slice(1), this.#in(node));
    // `lt(a,b,c)` compares each argument with the next one.
    const pairs = args
      .slice(1)
      .map((right, i) => this.#guarded(callee, [args[i]!], [right], this.#pair(node, args[i]!, right)));
    if (pairs.includes(undefined)) return undefined;
    return pairs.length === 1 ? pairs[0] : this.#join("and", pairs as TextPiece[]);
  }

  /** Adds the null tests that a comparison needs in OData, so that it keeps the same rows. */
  #guarded(
    callee: string,
    left: readonly Expression[],
    right: readonly Expression[],
    piece: TextPiece | undefined,
  ): TextPiece | undefined {
    if (piece === undefined) return undefined;
    const { report, types } = this.context;
    const isListCount = [...left, ...right].some((operand) => isCount(operand, types));
    const ofNames = isListCount ? [] : this.nullable(left);
    const toNames = isListCount ? [] : this.nullable(right);
    if (ofNames.length + toNames.length === 0) return piece;
    // Reading the polarity marks a condition as inexact, so it is read only here, where a name can be null.
    const { isNegated } = report;
    const guards = guardNames(callee, isNegated, ofNames, toNames);
    if (guards.length === 0) return piece;
    const tests = guards.map((name) =>
      textPiece(EQUALS, name.replaceAll(".", "/"), isNegated ? " eq null" : " ne null"),
    );
    return this.#join(isNegated ? "or" : "and", [piece, ...tests]);
  }

  #pair(node: Call, left: Expression, right: Expression): TextPiece | undefined {
    const { callee } = node;
    const of = this.value(left, right);
    const to = this.value(right, left);
    if (of === undefined || to === undefined) return undefined;
    const isEquality = callee === "eq" || callee === "ne";
    const level = isEquality ? EQUALS : RELATION;
    const piece = textPiece(level, atLevel(of, level + 1), ` ${callee} `, atLevel(to, level + 1));
    noteStringDifferences(node, [left, right], piece, this.context);
    this.#noteCount(callee, left, right, node, piece);
    return piece;
  }

  /** Adds a note that a collection of OData is never null: its count is 0 where it is null in tamis. */
  #noteCount(callee: string, left: Expression, right: Expression, { span }: Call, piece: TextPiece): void {
    const { report, types } = this.context;
    const isLeft = isCount(left, types);
    if (!isLeft && !isCount(right, types)) return;
    const names = this.nullable([isLeft ? left : right]);
    const other = isLeft ? right : left;
    if (names.length === 0) return;
    const relation = isLeft ? callee : mirroredCallee(callee);
    const ofEmpty = other.kind === "literal" ? holds(relation, Math.sign(-Number(other.value))) : undefined;
    if (ofEmpty === report.isNegated) return;
    report.note("null-logic", report.isNegated ? "fewer" : "more", NEVER_NULL, span, piece);
  }

  #in(node: Call): TextPiece | undefined {
    const [of, ...items] = node.args as [Expression, ...Expression[]];
    const left = this.value(of);
    const values = items.map((item) => this.value(item, of));
    if (left === undefined || values.includes(undefined)) return undefined;
    if (items.some(({ kind }) => kind !== "literal"))
      return this.drop("unsupported-value", "in needs constants.", node);
    const piece = textPiece(
      MEMBERSHIP,
      atLevel(left, PRIMARY),
      " in (",
      joinPieces(PRIMARY, values as TextPiece[], ","),
      ")",
    );
    noteStringDifferences(node, node.args, piece, this.context);
    return piece;
  }

  #textOf(of: Expression, node: Call): TextPiece | undefined {
    const type = this.context.types.typeOf(of);
    if (type === undefined || type === "string") return this.value(of);
    return this.drop("type-conversion", `OData searches strings, and this value has the type ${type}.`, node);
  }

  #search(name: string, node: Call): TextPiece | undefined {
    const [of, part] = node.args as [Expression, Expression];
    const text = this.#textOf(of, node);
    const search = text && this.#textOf(part, node);
    if (text === undefined || search === undefined) return undefined;
    const piece = textPiece(PRIMARY, `${name}(`, text, ",", search, ")");
    noteStringDifferences(node, node.args, piece, this.context);
    return piece;
  }

  #pattern(node: Call): TextPiece | undefined {
    const [of, pattern, second] = node.args as [Expression, Expression, Expression | undefined];
    const text = this.#textOf(of, node);
    return text && this.#matches(text, second === undefined ? pattern : undefined, node);
  }

  #matches(of: TextPiece | string, pattern: Expression | undefined, node: Call): TextPiece | undefined {
    const source = pattern?.kind === "literal" && exportPattern(String(pattern.value));
    if (!source || !isValid(source.source))
      return this.drop("unsupported-value", "ECMAScript has no such pattern.", node);
    const piece = textPiece(PRIMARY, "matchesPattern(", of, `,${odataString(source.source)})`);
    if (!source.isExact) this.context.report.note("pattern", "other", PATTERNS_DIFFER, node.span, piece);
    return piece;
  }

  /** Writes a condition on a list, which some element has to meet. Undefined if no argument is a list. */
  #onList(node: Call): TextPiece | undefined {
    const { report, types } = this.context;
    const { callee, args, span } = node;
    const lists = args.filter(
      (argument): argument is Name => argument.kind === "name" && types.isList(argument),
    );
    const [list] = lists;
    if (list === undefined) return undefined;
    const [first, second] = args as [Expression, Expression];
    const otherArgs = args.filter((argument) => argument !== list);
    if (
      lists.length > 1 ||
      first !== list ||
      !otherArgs.every(({ kind }) => kind === "literal") ||
      (args.length > 2 && callee !== "in")
    )
      return this.drop("list-logic", NO_SUCH_COLLECTION, node);
    const path = this.lambdaPath(list);
    if (path === undefined) return undefined;
    const isNe = callee === "ne";
    const { element } = path;
    const values = otherArgs.map((operand) => this.value(operand, list));
    if (values.includes(undefined)) return undefined;
    const [value] = values as [TextPiece, ...TextPiece[]];
    let test: TextPiece | undefined;
    if (callee === "in")
      test = textPiece(MEMBERSHIP, element, " in (", joinPieces(PRIMARY, values as TextPiece[], ","), ")");
    else if (callee === "startsWith" || callee === "endsWith")
      test = textPiece(PRIMARY, `${SEARCHES.get(callee)!}(${element},`, value, ")");
    else if (callee === "match") test = this.#elementPattern(element, second, node);
    else test = textPiece(EQUALS, element, callee === "contains" ? " eq " : ` ${callee} `, value);
    if (test === undefined) return undefined;
    const piece = textPiece(PRIMARY, ...path.before(isNe ? "all" : "any"), test, path.after);
    noteStringDifferences(node, args, piece, this.context);
    // For a null list, the condition is unknown in tamis. In OData, the list is empty: `any` is false, `all` is true.
    if (types.isNullable(list) && report.isNegated !== isNe) {
      report.note("null-logic", report.isNegated ? "fewer" : "more", NEVER_NULL, span, piece);
    }
    return piece;
  }

  /** Writes a pattern for the elements of a list. */
  #elementPattern(element: string, pattern: Expression, node: Call): TextPiece | undefined {
    const source = pattern.kind === "literal" ? String(pattern.value) : "";
    const [before, text, after, nextPart] = wildcardParts("match", source) ?? [];
    const isSearch = before === "many" && after === "many" && nextPart === undefined;
    if (isSearch && typeof text === "object")
      return textPiece(PRIMARY, `contains(${element},${odataString(text.text)})`);
    return this.#matches(element, pattern, node);
  }
}

function isCount(node: Expression, types: { isList(node: Expression): boolean }): boolean {
  return node.kind === "call" && node.callee === "length" && types.isList(node.args[0]!);
}
