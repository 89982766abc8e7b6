import type { Call, Expression, Literal } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import { textPiece, type TextPiece } from "../contract/pieces.ts";
import { NO_POSITIONS, NO_SUCH_COLLECTION, NO_VALUE } from "./messages.ts";
import { instantOfDate } from "../syntax/literals.ts";
import { nullableNames } from "../syntax/null-equality.ts";
import { BridgeExporter } from "../contract/exporter.ts";

/** How tightly the operators of OData bind. */
export const OR = 1;
export const AND = 2;
export const EQUALS = 3;
export const RELATION = 4;
export const NOT = 7;
export const MEMBERSHIP = 8;
export const PRIMARY = 9;

const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ["length", "length"],
  ["upCase", "toupper"],
  ["downCase", "tolower"],
  ["substr", "substring"],
]);
const IDENTIFIER = /^[\p{L}\p{Nl}_][\p{L}\p{N}\p{M}\p{Pc}\p{Cf}]*$/u;
const VALUES = new Set(["not", "true", "false", "null", "INF", "NaN"]);

/** Writes operands of conditions. */
export abstract class ODataValueWriter extends BridgeExporter<TextPiece> {
  abstract condition(node: Expression): TextPiece | undefined;

  /** @param other the other operand of the comparison: a literal is written in its type */
  value(node: Expression, other?: Expression): TextPiece | undefined {
    const { types, report } = this.context;
    if (node.kind === "literal") return this.#literal(node, other);
    if (node.kind === "name") {
      if (!types.isList(node)) return this.name(node.name.split("."), node);
      return this.drop("list-logic", NO_SUCH_COLLECTION, node);
    }
    const { callee, args } = node;
    const name = FUNCTIONS.get(callee);
    if (name === undefined) {
      const piece = report.exactly(() => this.condition(node));
      if (piece !== undefined) return piece;
      return this.drop("unsupported-value", NO_VALUE, node);
    }
    const [of, ...positions] = args as [Expression, ...Expression[]];
    if (name === "length" && types.isList(of)) return this.#count(of, node);
    if (!positions.every(isPosition)) return this.drop("unsupported-value", NO_POSITIONS, node);
    const text = this.value(of);
    const type = types.typeOf(of);
    if (type !== undefined && type !== "string")
      return this.drop(
        "type-conversion",
        `${name} needs a string, and this value has the type ${type}.`,
        node,
      );
    return (
      text &&
      textPiece(PRIMARY, `${name}(`, text, ...positions.map((position) => `,${String(position.value)}`), ")")
    );
  }

  #count(of: Expression, node: Call): TextPiece | undefined {
    if (of.kind !== "name" || this.context.types.isCollected(of))
      return this.drop("list-logic", NO_SUCH_COLLECTION, node);
    const path = this.name(of.name.split("."), of);
    return path && textPiece(PRIMARY, path, "/$count");
  }

  /** Writes a path. If a segment cannot be written, the note refers to `node`. */
  name(segments: readonly string[], node: Expression): TextPiece | undefined {
    const wrong = segments.find((segment) => !IDENTIFIER.test(segment) || segment.length > 128);
    const isWord = segments.length === 1 && VALUES.has(segments[0]!);
    if (wrong === undefined && !isWord) return textPiece(PRIMARY, segments.join("/"));
    const message = `OData cannot write the name ${show(segments.join("."))}.`;
    return this.drop("unwritable-name", message, node);
  }

  #literal(node: Literal, other: Expression | undefined): TextPiece | undefined {
    const { type, value } = instantOfDate(node, other && this.context.types.typeOfAll([other]));
    if (type === "string") return textPiece(PRIMARY, odataString(value));
    if (type === "boolean" || type === "number") return textPiece(PRIMARY, String(value));
    if (type === "date") return textPiece(PRIMARY, value);
    if (/(?:^|T)24:/.test(value)) return this.drop("unsupported-value", "OData has no hour 24.", node);
    const zone = /(?:Z|[-+]\d\d:\d\d)$/.exec(value)?.[0];
    if (type === "dateTime") return textPiece(PRIMARY, zone === undefined ? `${value}Z` : value);
    const isPlain = zone === undefined || zone === "Z";
    if (!isPlain) return this.drop("unsupported-value", "A time of OData has no time zone.", node);
    return textPiece(PRIMARY, value.replace("Z", ""));
  }

  /** Returns the names in expressions that can be null. */
  protected nullable(nodes: readonly Expression[]): readonly string[] {
    return nullableNames(nodes, this.context.types);
  }
}

function isPosition(node: Expression): node is Literal {
  return (
    node.kind === "literal" &&
    typeof node.value === "number" &&
    Number.isSafeInteger(node.value) &&
    node.value >= 0
  );
}

export function odataString(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
