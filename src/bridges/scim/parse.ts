import { readChain } from "../../readers/chains.ts";
import { spanning, type ForeignName, type ForeignNode, type ForeignValue } from "../../readers/nodes.ts";
import {
  ForeignSyntaxProblem,
  readForeignText,
  ForeignParser,
  type TokenRules,
} from "../../readers/token-stream.ts";
import { COMPARISONS_OF_SCIM } from "./operators.ts";

const RULES: TokenRules = [
  ["string", /"[^"\\]*(?:\\[^][^"\\]*)*"/y],
  ["number", /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.:])/y],
  ["word", /[A-Za-z$_@][\w.:$@-]*/y],
  ["symbol", /[()[\]]/y],
];
/** Attributes of the core schemas may have the name of their schema in front. */
const CORE_SCHEMA = /^urn:ietf:params:scim:schemas:core:2\.0:[^:]*:/i;

/** Reads a filter: comparisons are operators with an attribute and a value, a value path is the operator `[]`. */
export function parseScim(text: string, maxDepth: number): ForeignNode {
  return readForeignText(text, RULES, maxDepth, (tokens) => new ScimParser(tokens).filter());
}

/**
 * A recursive descent parser. Each parenthesis or bracket is one level of the depth limit. Chains such as `a and b and c` are
 * read in a loop, without depth.
 */
class ScimParser extends ForeignParser {
  filter(): ForeignNode {
    return readChain(this.tokens, "or", () => readChain(this.tokens, "and", () => this.#part()));
  }

  #part(): ForeignNode {
    const { tokens } = this;
    const first = tokens.next;
    const isNegated = tokens.isWord("not") && tokens.isSymbol("(", 1);
    if (isNegated) tokens.take();
    if (!tokens.isSymbol("(")) return this.#comparison();
    tokens.take();
    const inner = tokens.nested(() => this.filter());
    const span = spanning(first, tokens.expectSymbol(")"));
    return isNegated ? { kind: "operator", operator: "not", args: [inner], span } : { ...inner, span };
  }

  #comparison(): ForeignNode {
    const { tokens } = this;
    const { kind, text, span } = tokens.next;
    if (kind !== "word") return tokens.unexpected("an attribute");
    tokens.take();
    const path = text.replace(CORE_SCHEMA, "");
    const of: ForeignName = { kind: "name", path, isQuoted: false, span };
    if (tokens.takeSymbol("[")) {
      const inner = tokens.nested(() => this.filter());
      const pathSpan = spanning(of, tokens.expectSymbol("]"));
      return { kind: "operator", operator: "[]", args: [of, inner], span: pathSpan };
    }
    const operator = tokens.next.text.toLowerCase();
    if (tokens.takeWords("pr"))
      return { kind: "operator", operator, args: [of], span: { start: span.start, end: tokens.previousEnd } };
    if (tokens.next.kind !== "word" || !COMPARISONS_OF_SCIM.has(operator))
      return tokens.unexpected("an operator, such as eq");
    tokens.take();
    const value = this.#value();
    return { kind: "operator", operator, args: [of, value], span: spanning(of, value) };
  }

  /** Reads a JSON string, number, boolean or null. */
  #value(): ForeignValue {
    const { tokens } = this;
    const { kind, text, span } = tokens.next;
    if (kind === "number") {
      tokens.take();
      return { kind: "value", type: "number", text, span };
    }
    if (kind === "word" && /^(?:true|false|null)$/i.test(text)) {
      tokens.take();
      const word = text.toLowerCase();
      return { kind: "value", type: word === "null" ? "null" : "boolean", text: word, span };
    }
    if (kind !== "string") return tokens.unexpected("a value");
    tokens.take();
    try {
      return { kind: "value", type: "string", text: JSON.parse(text) as string, span };
    } catch {
      throw new ForeignSyntaxProblem("A string is written as in JSON.", span);
    }
  }
}
