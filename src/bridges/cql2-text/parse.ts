import { STANDARD_FUNCTIONS } from "../cql2/operators.ts";
import { plainNumber } from "../texts/numbers.ts";
import { readList } from "../../readers/chains.ts";
import { ConditionReader, type MakeTest } from "../../readers/conditions.ts";
import { operatorNode, spanning, type ForeignNode, type ForeignValue } from "../../readers/nodes.ts";
import {
  ForeignSyntaxProblem,
  readForeignText,
  type ForeignToken,
  type TokenRules,
} from "../../readers/token-stream.ts";

const NAME = String.raw`[\p{L}:_][\p{L}\p{M}\p{N}:_.]*`;
const RULES: TokenRules = [
  // Both '' and \' are a quote.
  ["string", /'[^'\\]*(?:(?:''|\\'|\\(?!'))[^'\\]*)*'/y],
  ["quoted", /"[^"]+"/y],
  ["number", /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\p{L}_:])/uy],
  ["word", new RegExp(NAME, "uy")],
  ["symbol", /<>|<=|>=|[-=<>(),+*/%^]/y],
];
const GEOMETRIES =
  /^(?:point|linestring|polygon|multipoint|multilinestring|multipolygon|geometrycollection|bbox)$/i;
/** Words that cannot be names without quotes. */
const RESERVED: ReadonlySet<string> = new Set("and or not like between in is null true false div".split(" "));
const PLAIN = new RegExp(`^${NAME}$`, "u");

/** Returns whether a name can be written without quotes. */
export function isPlainInCql2(name: string): boolean {
  const word = name.toLowerCase();
  return PLAIN.test(name) && !RESERVED.has(word);
}

/** Returns whether a name can be written in quotes. */
export function isNameInCql2(name: string): boolean {
  return PLAIN.test(name);
}

/** Reads a condition of CQL2 text. */
export function parseCql2(text: string, maxDepth: number): ForeignNode {
  return readForeignText(text, RULES, maxDepth, (tokens) => new Cql2Parser(tokens).condition());
}

/**
 * A recursive descent parser. Each parenthesis or negation is one level of the depth limit. Chains such as `a and b and c` are
 * read in a loop, without depth.
 */
class Cql2Parser extends ConditionReader {
  protected override predicate(): ForeignNode {
    return this.#nullTests(super.predicate());
  }

  /** Reads further null tests of a condition, as in `a = 1 IS NULL`. Each test counts as depth. */
  #nullTests(of: ForeignNode): ForeignNode {
    const { tokens } = this;
    if (!tokens.takeWords("is")) return of;
    const test = this.truth((operator, args) => {
      const span = { start: of.span.start, end: tokens.previousEnd };
      return operatorNode(operator, [of, ...args], span);
    });
    return tokens.isWord("is") ? tokens.nested(() => this.#nullTests(test)) : test;
  }

  protected override truth(make: MakeTest): ForeignNode {
    const isNegated = this.tokens.takeWords("not");
    if (!this.tokens.takeWords("null")) this.tokens.unexpected("NULL");
    const test = make("isNull", []);
    return isNegated ? operatorNode("not", [test], test.span) : test;
  }

  protected override operator(): string | undefined {
    const operator = super.operator();
    return operator !== undefined && /^(?:ilike|isnull|notnull)$/.test(operator) ? undefined : operator;
  }

  protected override test(operator: string, makeTest: MakeTest): ForeignNode {
    return operator === "like" ? makeTest("like", [this.value()]) : super.test(operator, makeTest);
  }

  protected override members(): readonly ForeignNode[] {
    const list = readList(this.tokens, "(", ")", () => this.value());
    if (list.items.length === 0) throw new ForeignSyntaxProblem("IN needs at least one value.", list.span);
    return [list];
  }

  /** Reads arithmetic, which tamis lacks. Precedence does not matter, because the condition is left out. */
  protected override operand(): ForeignNode {
    const { tokens } = this;
    let left = this.#primary();
    while (tokens.isWord("div") || (tokens.next.kind === "symbol" && /^[-+*/%^]$/.test(tokens.next.text))) {
      const callee = tokens.take().text;
      const right = this.#primary();
      left = { kind: "call", callee, args: [left, right], span: spanning(left, right) };
    }
    return left;
  }

  #primary(): ForeignNode {
    const { tokens } = this;
    const token = tokens.take();
    const { kind, text, span } = token;
    switch (kind) {
      case "string":
        return { kind: "value", type: "string", text: unquote(text), span };
      case "number":
        return { kind: "value", type: "number", text: plainNumber(text), span };
      case "quoted":
        return { kind: "name", path: text.slice(1, -1), isQuoted: true, span };
      case "word":
        return this.#word(token);
      case "symbol":
        break;
      default:
        throw new ForeignSyntaxProblem("The condition is incomplete.", span);
    }
    if (text === "(") return this.#parentheses(token);
    if (text !== "-" && text !== "+")
      throw new ForeignSyntaxProblem(`Expected a value or a name, found '${text}'.`, span);
    if (tokens.next.kind === "number") {
      const number = tokens.take();
      const digits = plainNumber(number.text);
      const signed = text === "-" ? `-${digits}` : digits;
      return { kind: "value", type: "number", text: signed, span: spanning(token, number) };
    }
    const of = tokens.nested(() => this.#primary());
    return { kind: "call", callee: text, args: [of], span: spanning(token, of) };
  }

  /** Reads a condition or an operand in parentheses, or an array. */
  #parentheses(open: ForeignToken): ForeignNode {
    const { tokens } = this;
    const items = tokens.items(")", () => this.condition());
    const span = { start: open.span.start, end: tokens.previousEnd };
    return items.length === 1 ? { ...items[0]!, span } : { kind: "list", items, span };
  }

  #word(token: ForeignToken): ForeignNode {
    const { tokens } = this;
    const { text, span } = token;
    const word = text.toLowerCase();
    if (word === "true" || word === "false") return { kind: "value", type: "boolean", text: word, span };
    if (RESERVED.has(word))
      throw new ForeignSyntaxProblem(`Expected a value or a name, found ${text}.`, span);
    if (GEOMETRIES.test(word) && (tokens.isSymbol("(") || (tokens.isWord("z") && tokens.isSymbol("(", 1))))
      return this.#geometry(token);
    if (!tokens.isSymbol("(")) return { kind: "name", path: text, isQuoted: false, span };
    tokens.take();
    const args = tokens.items(")", () => this.#argument(word));
    const whole = { start: span.start, end: tokens.previousEnd };
    const [only] = args;
    if ((word === "date" || word === "timestamp") && args.length === 1 && only!.kind === "value")
      return { ...(only as ForeignValue), type: word === "date" ? "date" : "dateTime", span: whole };
    if (word === "interval")
      return { kind: "value", type: "other", text: tokens.text.slice(whole.start, whole.end), span: whole };
    return { kind: "call", callee: STANDARD_FUNCTIONS.get(word) ?? text, args, span: whole };
  }

  /** Reads an argument. Parentheses with one item are an array if they are an argument of an array predicate (`a_…`). */
  #argument(callee: string): ForeignNode {
    const isArray = callee.startsWith("a_") && this.tokens.isSymbol("(");
    const argument = this.condition();
    if (!isArray || argument.kind === "list") return argument;
    return { kind: "list", items: [argument], span: argument.span };
  }

  /** Skips a geometry, which tamis lacks. Checks only that its parentheses match and that its tokens can occur in one. */
  #geometry(token: ForeignToken): ForeignNode {
    const { tokens } = this;
    tokens.takeWords("z");
    let depth = 0;
    do {
      const { kind, text } = tokens.next;
      const isPart =
        kind === "number" ||
        (kind === "symbol" && /^[-+(),]$/.test(text)) ||
        (kind === "word" && (GEOMETRIES.test(text) || /^(?:z|empty)$/i.test(text)));
      if (!isPart) tokens.unexpected("coordinates");
      if (text === "(") depth++;
      if (text === ")") depth--;
      tokens.take();
    } while (depth > 0);
    const span = { start: token.span.start, end: tokens.previousEnd };
    return { kind: "value", type: "other", text: tokens.text.slice(span.start, span.end), span };
  }
}

function unquote(text: string): string {
  return text.slice(1, -1).replaceAll(/''|\\'/g, "'");
}
