import type { Call, Expression, Literal, SortBy } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import { atLevel, joinPieces, textPiece, type TextPiece, joinConditions } from "../contract/pieces.ts";
import { isValueFunction } from "../contract/members.ts";
import { wildcardParts } from "../syntax/searches.ts";
import { SQL_COMPARISONS, sqlName, sqlString } from "./spelling.ts";
import { ConditionExporter } from "../contract/exporter.ts";
import { noteStrings } from "../syntax/strings.ts";
import { joinNullKeys, noteStringOrder } from "../syntax/sort-keys.ts";
import { signsOf } from "../syntax/comparisons.ts";

/** How tightly the operators of SQL bind. */
const OR = 1;
const AND = 2;
const NOT = 3;
const TEST = 4;
const VALUE = 5;

const COMPARISONS = /* @__PURE__ */ signsOf(SQL_COMPARISONS);
const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ["length", "CHAR_LENGTH"],
  ["upCase", "UPPER"],
  ["downCase", "LOWER"],
]);
const ESCAPE = "!";

/** Writes conditions and sort keys of standard SQL. */
export class SqlExporter extends ConditionExporter<TextPiece> {
  condition(node: Expression): TextPiece | undefined {
    if (node.kind === "name") return textPiece(VALUE, sqlName(node.name));
    if (node.kind === "literal") {
      if (node.type === "boolean") return textPiece(VALUE, node.value ? "TRUE" : "FALSE");
      return this.drop("unsupported-value", "A value other than true and false is not a condition.", node);
    }
    const { callee, args } = node;
    switch (callee) {
      case "and":
      case "or":
        return this.logic(callee, args);
      case "not":
        return this.#not(args[0]!);
      case "isNull":
        return this.#isNull(args[0]!, " IS NULL");
      case "in":
        return this.#in(node, " IN (");
      case "contains":
      case "startsWith":
      case "endsWith":
      case "match":
        return this.#search(node, " LIKE ");
      case "blank": {
        const of = this.#value(args[0]!);
        const piece = of && textPiece(TEST, "TRIM(", of, ") = ''");
        const message = "TRIM removes spaces only, not all white space.";
        if (piece !== undefined) this.context.report.note("white-space", "fewer", message, node.span, piece);
        return piece;
      }
      default:
        if (COMPARISONS.has(callee)) return this.#compare(node);
        return this.drop("unsupported-function", `SQL has no function ${show(callee)}(…).`, node);
    }
  }

  sortKeys({ keys }: SortBy): TextPiece | undefined {
    const { types } = this.context;
    const pieces: TextPiece[] = [];
    for (const { key, isNullKey } of joinNullKeys(keys)) {
      const isDescending = key.direction === "descending";
      const of = this.#value(key.expression);
      if (of === undefined) continue;
      const isLast = isDescending !== isNullKey;
      const nulls =
        !types.isNullable(key.expression) || isTest(key.expression)
          ? ""
          : ` NULLS ${isLast ? "LAST" : "FIRST"}`;
      const piece = textPiece(VALUE, of, isDescending ? " DESC" : "", nulls);
      const message = "A database sorts strings in the order of its collation, tamis in that of a language.";
      noteStringOrder(key, piece, message, this.context);
      pieces.push(piece);
    }
    return pieces.length === 0 ? undefined : joinPieces(OR, pieces, ", ");
  }

  protected override join(operator: "and" | "or", pieces: readonly TextPiece[]): TextPiece {
    return operator === "and" ? joinConditions(AND, pieces, " AND ") : joinConditions(OR, pieces, " OR ");
  }

  #not(inner: Expression): TextPiece | undefined {
    return this.context.report.negated(() => {
      if (inner.kind === "call") {
        if (inner.callee === "isNull") return this.#isNull(inner.args[0]!, " IS NOT NULL");
        if (inner.callee === "in") return this.#in(inner, " NOT IN (");
        if (isSearch(inner)) return this.#search(inner, " NOT LIKE ");
      }
      const of = this.condition(inner);
      return of && textPiece(NOT, "NOT ", atLevel(of, VALUE));
    });
  }

  #isNull(of: Expression, test: string): TextPiece | undefined {
    const value = this.#value(of);
    return value && textPiece(TEST, value, test);
  }

  /** Writes a comparison. `lt(a,b,c)` compares each argument with the next one. */
  #compare(node: Call): TextPiece | undefined {
    const { callee, args } = node;
    const values = args.map((argument) => this.#value(argument));
    if (values.includes(undefined)) return undefined;
    const operator = ` ${COMPARISONS.get(callee)!} `;
    const pairs = values.slice(1).map((right, i) => textPiece(TEST, values[i]!, operator, right!));
    const piece = pairs.length === 1 ? pairs[0]! : joinPieces(AND, pairs, " AND ");
    this.#noteStrings(node, args, piece);
    return piece;
  }

  #in(node: Call, test: string): TextPiece | undefined {
    const [of, ...items] = node.args.map((argument) => this.#value(argument));
    if (of === undefined || items.includes(undefined)) return undefined;
    const piece = textPiece(TEST, of, test, joinPieces(VALUE, items as TextPiece[], ", "), ")");
    this.#noteStrings(node, node.args, piece);
    return piece;
  }

  #search(node: Call, like: string): TextPiece | undefined {
    const { callee, args } = node;
    const [member, search] = args as [Expression, Expression];
    const of = this.#value(member);
    if (of === undefined) return undefined;
    const type = this.context.types.typeOf(member);
    if (type !== undefined && type !== "string")
      return this.drop(
        "unsupported-value",
        `LIKE searches strings, and the member has the type ${type}.`,
        node,
      );
    if (args.length !== 2 || search.kind !== "literal" || search.type !== "string") {
      if (callee !== "contains" || like !== " LIKE " || args.length !== 2)
        return this.drop("unsupported-function", `SQL has no ${callee}(…) with these arguments.`, node);
      const part = this.#value(search);
      const position = part && textPiece(TEST, "POSITION(", part, " IN ", of, ") > 0");
      if (position !== undefined) this.#noteStrings(node, args, position);
      return position;
    }
    const parts = wildcardParts(callee, search.value);
    if (parts === undefined)
      return this.drop("unsupported-function", "SQL has no regular expressions.", node);
    const texts = parts.map((part) => (typeof part === "string" ? "" : part.text)).join("");
    const isEscaped = /[%_!\\]/.test(texts);
    const pattern = parts.map((part) =>
      part === "many" ? "%" : part === "one" ? "_" : part.text.replaceAll(/[%_!]/g, `${ESCAPE}$&`),
    );
    const piece = textPiece(
      TEST,
      of,
      like,
      sqlString(pattern.join("")),
      isEscaped ? ` ESCAPE '${ESCAPE}'` : "",
    );
    if (callee !== "match") this.#noteStrings(node, [member], piece);
    return piece;
  }

  #noteStrings(node: Call, args: readonly Expression[], piece: TextPiece): void {
    noteStrings(this.context, node, node.callee, args, piece, {
      exact: "SQL compares each character",
      order: "A database compares strings in the order of its collation, tamis in that of a language.",
      isOfCodePoints: true,
    });
  }

  #value(node: Expression): TextPiece | undefined {
    const { report, types } = this.context;
    if (node.kind === "literal") return this.#literal(node);
    if (node.kind === "name") {
      if (!types.isList(node)) return textPiece(VALUE, sqlName(node.name));
      return this.drop("list-logic", "A column has no list whose elements could be compared.", node);
    }
    const { callee, args, span } = node;
    if (!isValueFunction(callee)) return this.#exactly(node);
    if (callee === "substr") return this.#substring(node);
    const of = this.#value(args[0]!);
    const piece = of && textPiece(VALUE, FUNCTIONS.get(callee)!, "(", of, ")");
    if (piece !== undefined && callee !== "length") {
      const message =
        "Databases change the case of fewer characters than tamis, which uses the rules of Unicode.";
      report.note("case-mapping", "other", message, span, piece);
    }
    return piece;
  }

  /** Writes a condition whose value matters, not only its truth. It is left out if it has no exact translation. */
  #exactly(node: Call): TextPiece | undefined {
    const piece = this.context.report.exactly(() => this.condition(node));
    if (piece !== undefined) return atLevel(piece, VALUE);
    return this.drop("unsupported-value", "The value of this condition has no exact translation.", node);
  }

  #substring({ args, span }: Call): TextPiece | undefined {
    const [text, start, length] = args;
    const of = this.#value(text!);
    const isCount = (argument: Expression | undefined): argument is Literal =>
      argument?.kind === "literal" &&
      typeof argument.value === "number" &&
      Number.isInteger(argument.value) &&
      argument.value >= 0;
    if (of === undefined) return undefined;
    if (!isCount(start) || (length !== undefined && !isCount(length)))
      return this.context.report.drop(
        "unsupported-value",
        "SUBSTRING needs constant positions from the start.",
        span,
      );
    const lengthParts = length === undefined ? [] : [` FOR ${String(length.value)}`];
    return textPiece(VALUE, "SUBSTRING(", of, ` FROM ${Number(start.value) + 1}`, ...lengthParts, ")");
  }

  #literal(node: Literal): TextPiece | undefined {
    const { type, value } = node;
    switch (type) {
      case "boolean":
        return textPiece(VALUE, value ? "TRUE" : "FALSE");
      case "number":
        return textPiece(VALUE, String(value));
      case "string":
        return textPiece(VALUE, sqlString(value));
      default:
        return this.#temporal(node, type, value);
    }
  }

  #temporal(node: Literal, type: "date" | "time" | "dateTime", text: string): TextPiece | undefined {
    if (type === "date") return textPiece(VALUE, `DATE '${text}'`);
    if (/(?:^|T)24:/.test(text)) return this.drop("unsupported-value", "SQL has no hour 24.", node);
    const plain = text
      .replace("T", " ")
      .replace(/^((?:.* )?\d\d:\d\d)(?!:)/, "$1:00")
      .replace(/Z$/, "+00:00");
    const piece = textPiece(VALUE, `${type === "time" ? "TIME" : "TIMESTAMP"} '${plain}'`);
    if (/[+-]\d\d:\d\d$/.test(plain.slice(8)) && !plain.endsWith("+00:00")) {
      const message = "Some databases ignore the time zone of such a value.";
      this.context.report.note("time-zone", "other", message, node.span, piece);
    }
    return piece;
  }
}

function isTest(node: Expression): boolean {
  return node.kind === "call" && !isValueFunction(node.callee);
}

function isSearch({ callee, args }: Call): boolean {
  const search = args[1];
  const isLiteral = args.length === 2 && search?.kind === "literal" && search.type === "string";
  return (
    isLiteral &&
    (callee === "contains" || callee === "startsWith" || callee === "endsWith" || callee === "match")
  );
}
