import type { Span } from "../diagnostics/span.ts";
import { ConditionReader } from "../readers/conditions.ts";
import { operatorNode, spanning, type ForeignNode } from "../readers/nodes.ts";
import { ForeignSyntaxProblem, TokenStream, type ForeignToken } from "../readers/token-stream.ts";
import type { Findings } from "./findings.ts";
import { listIndex } from "./problems.ts";
import { isTypeBeforeString, readForeignString } from "./strings.ts";
import { isAdjacent, isSign, isUnterminated } from "./tokens.ts";

/** Maximum number of slashes, arrows, casts and indexes of a text. */
const maxSuffixes = 200;
export const NULLS = /^(?:null|nil|none|undefined)$/i;

/** The text that is translated, and what is known about its language. */
export interface MixedText {
  readonly text: string;
  readonly tokens: readonly ForeignToken[];
  readonly findings: Findings;
  /** Whether colons compare, and `1..5` and `[1 TO 5]` are ranges, as in the search boxes of GitHub and Lucene. */
  readonly isSearch: boolean;
  /** Whether unquoted words after an operator are strings, as in RSQL and in search boxes. */
  readonly hasBareValues: boolean;
}

/**
 * Reads the operands of all languages. In addition to the operators of SQL, there are `()` and `[]` for lists, `{}` for objects, `:` for
 * pairs, `$` for a strength, `regex`, `bare` for an unquoted value, and `method`.
 */
export abstract class MixedOperands extends ConditionReader {
  readonly source: MixedText;
  /** Whether `;` and `,` join conditions here: not within calls, lists and objects. */
  protected areSeparatorsOperators = true;
  #suffixes = 0;

  constructor(source: MixedText, maxDepth: number) {
    super(new TokenStream(source.text, [], maxDepth, source.tokens));
    this.source = source;
  }

  /** Reads an operand with the path after it: `owner/city`, `owner['city']`, `data->>'color'`, `tags/any(…)`, `'x'::text`. */
  protected override operand(): ForeignNode {
    const { tokens } = this;
    let of = this.#leaf();
    for (;;) {
      const { next } = tokens;
      const isDot = isSign(next, ".") && isSign(tokens.peek(-1), ")", "]");
      if (!isDot && !isSign(next, "/", "->", "->>", "::", "[")) return of;
      if (++this.#suffixes > maxSuffixes) throw new ForeignSyntaxProblem("", next.span, "limit");
      tokens.take();
      of = next.text === "[" ? this.#indexed(of) : this.#suffixed(of, next.text);
    }
  }

  #suffixed(of: ForeignNode, sign: string): ForeignNode {
    const { tokens } = this;
    const token = tokens.next;
    const { kind, text } = token;
    const isArrow = sign.startsWith("->");
    const isCast = sign === "::";
    const isValid = kind === "word" ? !isCast || of.kind === "value" : kind === "string" && isArrow;
    if (!isValid) return tokens.unexpected("a name");
    tokens.take();
    if (isCast && of.kind === "value") return this.#typed(text, of.text, spanning(of, token), `::${text}`);
    if (!isArrow && tokens.isSymbol("(")) {
      const call = this.#call(token);
      return operatorNode("method", [of, call], spanning(of, call));
    }
    return this.#segment(of, kind === "string" ? readForeignString(text).value : text, spanning(of, token));
  }

  /** Reads `[…]` after an operand. A name of one letter counts in a loop: `tags[i]`. */
  #indexed(of: ForeignNode): ForeignNode {
    const { tokens } = this;
    tokens.takeSymbol("*");
    const index = tokens.isSymbol("]") ? undefined : this.#within(false, () => this.condition());
    const span = spanning(of, tokens.expectSymbol("]"));
    if (index === undefined) return this.#segment(of, "", span);
    if (index.kind === "value" && index.type === "string") return this.#segment(of, index.text, span);
    if (index.kind === "name" && index.path.length > 1) return this.#segment(of, index.path, span);
    this.source.findings.note("path", "[]", span);
    const list = of.kind === "name" ? of.path : "tags";
    return this.#failed(listIndex(list), { start: of.span.end, end: span.end });
  }

  #segment(of: ForeignNode, name: string, span: Span): ForeignNode {
    if (of.kind !== "name") return this.tokens.unexpected("an operator");
    const path = name === "" ? of.path : `${of.path}.${name}`;
    this.source.findings.notePath(path, span);
    return { kind: "name", path, isQuoted: false, span };
  }

  /** Returns the value of a string with a type, such as `DATE '2020-01-31'`. */
  #typed(type: string, text: string, span: Span, image = type): ForeignNode {
    this.source.findings.note("type", image, span);
    if (/^(?:date|time|timestamp|datetime|datetimeoffset|timestamptz)$/i.test(type))
      return { kind: "value", type: "number", text: text.replace(" ", "T"), span };
    if (/^(?:interval|duration|binary|x|b)$/i.test(type))
      return this.#failed(`The language has no value of the type ${type}.`, span);
    return { kind: "value", type: "string", text, span };
  }

  #failed(message: string, span: Span): ForeignNode {
    this.source.findings.impossible(message, span);
    return { kind: "name", path: "_", isQuoted: false, span };
  }

  #leaf(): ForeignNode {
    const { tokens } = this;
    const token = tokens.next;
    const { kind, text, span } = token;
    if (isSign(token, "{")) return this.list("}", false, () => this.#entry());
    if (isSign(token, "[")) return this.list("]", false, () => this.condition());
    if (isSign(token, "(")) return this.list(")", true, () => this.condition());
    if (kind === "symbol" || kind === "end" || text.startsWith("$") || isUnterminated(token))
      return tokens.unexpected("a value or a name");
    tokens.take();
    if (kind === "word") return this.#word(token);
    if (kind === "quoted") return { kind: "name", path: text.slice(1, -1), isQuoted: true, span };
    if (kind === "string") {
      const { value, difference } = readForeignString(text);
      if (difference !== undefined) this.source.findings.note(difference, text.charAt(0), span);
      return { kind: "value", type: "string", text: value, span };
    }
    if (kind === "value") {
      if (text.startsWith("/")) return operatorNode("regex", [], span);
      this.source.findings.note("value", text, span);
      return { kind: "value", type: "string", text, span };
    }
    // A time after a date, with one space between them.
    const time = tokens.next;
    const isDateTime =
      /^\d{4}-\d\d-\d\d$/.test(text) && /^\d\d:\d\d/.test(time.text) && time.span.start === span.end + 1;
    if (!isDateTime) return { kind: "value", type: "number", text, span };
    tokens.take();
    return { kind: "value", type: "number", text: `${text}T${time.text}`, span: spanning(token, time) };
  }

  #word(token: ForeignToken): ForeignNode {
    const { text, span } = token;
    const { next } = this.tokens;
    if (isSign(next, "(")) return this.#call(token);
    if (NULLS.test(text)) return { kind: "value", type: "null", text, span };
    if (next.kind !== "string" || !isTypeBeforeString(text, isAdjacent(token, next)))
      return { kind: "name", path: text, isQuoted: false, span };
    this.tokens.take();
    return this.#typed(text, readForeignString(next.text).value, spanning(token, next));
  }

  /** @param isGroup whether separators can be operators in it */
  protected list(close: string, isGroup: boolean, item: () => ForeignNode): ForeignNode {
    const { tokens } = this;
    const open = tokens.take();
    // The values of a search can be joined by words: `state:(open OR done)`.
    const takeOr = () => !isGroup && this.source.isSearch && tokens.takeWords("or");
    const items = this.#within(isGroup, () => this.#items(close, item, takeOr));
    return operatorNode(open.text + close, items, spanning(open, tokens.expectSymbol(close)));
  }

  /** Reads `(strength, argument, name: argument; …)` after a callee. */
  #call(callee: ForeignToken): ForeignNode {
    const { tokens } = this;
    tokens.expectSymbol("(");
    const strength = tokens.next.text.startsWith("$") ? [operatorNode("$", [], tokens.take().span)] : [];
    if (strength.length > 0) tokens.takeSymbol(",");
    const takeSemicolon = () => {
      const { span } = tokens.next;
      const isNext = tokens.takeSymbol(";");
      if (isNext) this.source.findings.note("separator", ";", span);
      return isNext;
    };
    const argument = () => {
      const left = this.condition();
      return tokens.takeSymbol(":") ? this.#pair(left) : left;
    };
    const args = this.#within(false, () => this.#items(")", argument, takeSemicolon));
    const span = spanning(callee, tokens.expectSymbol(")"));
    return { kind: "call", callee: callee.text, args: [...strength, ...args], span };
  }

  /** Reads items that commas or other separators join, up to a bracket. */
  #items(close: string, item: () => ForeignNode, takeSeparator: () => boolean): readonly ForeignNode[] {
    const items: ForeignNode[] = [];
    if (this.tokens.isSymbol(close)) return items;
    do items.push(item());
    while (this.tokens.takeSymbol(",") || takeSeparator());
    return items;
  }

  /** Reads what is in brackets, where separators are operators only in a group. */
  #within<T>(isGroup: boolean, readPart: () => T): T {
    const { areSeparatorsOperators } = this;
    this.areSeparatorsOperators = isGroup;
    const result = this.tokens.nested(readPart);
    this.areSeparatorsOperators = areSeparatorsOperators;
    return result;
  }

  #entry(): ForeignNode {
    const { tokens } = this;
    const { kind, text, span } = tokens.next;
    if (kind !== "word" && kind !== "string") tokens.unexpected("a key");
    tokens.take();
    tokens.expectSymbol(":");
    return this.#pair({ kind: "name", path: text, isQuoted: false, span });
  }

  /** Reads what follows a colon. */
  #pair(left: ForeignNode): ForeignNode {
    const right = this.condition();
    return operatorNode(":", [left, right], spanning(left, right));
  }
}
