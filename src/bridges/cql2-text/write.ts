import { atLevel, joinPieces, textPiece, type TextPiece } from "../contract/pieces.ts";
import { STANDARD_FUNCTIONS } from "../cql2/operators.ts";
import type { ForeignNode, ForeignOperator } from "../../readers/nodes.ts";
import { isPlainInCql2 } from "./parse.ts";

/** How tightly the operators of CQL2 bind. */
const OR = 1;
const AND = 2;
const NOT = 3;
const TEST = 4;
const VALUE = 5;

/** Writes a tree as CQL2 text. `pieces` receives the piece of each node. */
export function writeCql2(node: ForeignNode, pieces: Map<object, TextPiece>): TextPiece {
  const write = (part: ForeignNode): TextPiece => writeCql2(part, pieces);
  const list = (items: readonly ForeignNode[]): TextPiece => joinPieces(VALUE, items.map(write), ", ");
  const writePiece = (): TextPiece => {
    switch (node.kind) {
      case "name":
        return textPiece(VALUE, isPlainInCql2(node.path) ? node.path : `"${node.path}"`);
      case "value":
        return textPiece(VALUE, valueText(node.type, node.text));
      case "list":
        return textPiece(VALUE, "(", list(node.items), ")");
      case "call": {
        const isStandard = STANDARD_FUNCTIONS.has(node.callee.toLowerCase());
        return textPiece(
          VALUE,
          isStandard ? node.callee.toUpperCase() : node.callee,
          "(",
          list(node.args),
          ")",
        );
      }
      case "operator":
        return operatorText(node, "", pieces, write);
    }
  };
  const piece = writePiece();
  pieces.set(node, piece);
  return piece;
}

function operatorText(
  { operator, args }: ForeignOperator,
  not: "" | "NOT ",
  pieces: Map<object, TextPiece>,
  write: (node: ForeignNode) => TextPiece,
): TextPiece {
  const value = (at: number): TextPiece => atLevel(write(args[at]!), VALUE);
  switch (operator) {
    case "and":
    case "or": {
      const level = operator === "and" ? AND : OR;
      // An inner `and` keeps its parentheses, so that reading the text returns the same tree.
      const parts = args.map((argument) => atLevel(write(argument), level + 1));
      return joinPieces(level, parts, operator === "and" ? " AND " : " OR ");
    }
    case "not": {
      const [inner] = args as [ForeignNode];
      if (inner.kind === "operator" && /^(?:isNull|in|like)$/.test(inner.operator)) {
        const piece = operatorText(inner, "NOT ", pieces, write);
        pieces.set(inner, piece);
        return piece;
      }
      return textPiece(NOT, "NOT ", value(0));
    }
    case "isNull":
      return textPiece(TEST, value(0), ` IS ${not}NULL`);
    case "in":
      return textPiece(TEST, value(0), ` ${not}IN `, value(1));
    case "like":
      return textPiece(TEST, value(0), ` ${not}LIKE `, value(1));
    default:
      return textPiece(TEST, value(0), ` ${operator} `, value(1));
  }
}

function valueText(type: string, text: string): string {
  switch (type) {
    case "string":
      return cql2String(text);
    case "date":
      return `DATE('${text}')`;
    case "dateTime":
      return `TIMESTAMP('${text}')`;
    case "boolean":
      return text.toUpperCase();
    default:
      return text;
  }
}

/** Writes a string literal. A quote is `''`. After a backslash it is `\'`, because the reader takes `\'` for one quote. */
function cql2String(text: string): string {
  return `'${text.replaceAll(/(\\?)'/g, (_, backslash: string) => (backslash === "" ? "''" : String.raw`\\'`))}'`;
}

/** Returns whether a string literal of CQL2 can contain a text: not with a backslash at its end or control characters in it. */
export function isStringInCql2(text: string): boolean {
  return !text.endsWith("\\") && !/[\0-\x06\x0e-\x1f\ufffe\uffff]/.test(text);
}
