import { spanning, type ForeignNode } from "../readers/nodes.ts";
import { ConditionReader } from "../readers/conditions.ts";
import { ForeignSyntaxProblem, type ForeignToken } from "../readers/token-stream.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import type { MixedTokens } from "./mixed-tokens.ts";
import { listIndex } from "./problems.ts";
import { isTypeBeforeString, readForeignString } from "./strings.ts";
import { isAdjacent, isSign, isUnterminated } from "./tokens.ts";

/** Maximum number of slashes, arrows, casts and indexes of a text. */
const maxSuffixes = 200;
export const NULLS = /^(?:null|nil|none|undefined)$/i;

export const operatorNode = (operator: string, args: readonly ForeignNode[], span: Span): ForeignNode => ({
  kind: "operator",
  operator,
  args,
  span,
});

/**
 * Reads the operands of all languages. In addition to the operators of SQL, there are `()` and `[]` for lists, `{}` for objects, `:` for
 * pairs, `$` for a strength, `regex`, `bare` for an unquoted value, and `method`.
 */
export abstract class MixedOperands extends ConditionReader<MixedTokens> {
  #suffixes = 0;

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
      const { kind, text, span } = tokens.next;
      if (next.text === "[") {
        of = this.#indexed(of, next);
      } else if (kind === "word" && tokens.isSymbol("(", 1) && (next.text === "/" || isDot)) {
        const call = this.#callOf(tokens.take());
        of = operatorNode("method", [of, call], spanning(of, call));
      } else if (kind === "word" && next.text === "::") {
        tokens.take();
        of = this.#cast(of, text, span);
      } else if (kind === "word" && !text.startsWith("$")) {
        tokens.take();
        of = this.#segment(of, text, span);
      } else if (kind === "string" && next.text.startsWith("->")) {
        tokens.take();
        of = this.#segment(of, readForeignString(this.#image(span)).value, span);
      } else if (kind === "number" && next.text.startsWith("->")) {
        tokens.take();
        of = this.#noIndex(of, spanning(of, { span }));
      } else {
        tokens.unexpected("a name");
      }
    }
  }

  /** Reads `[…]` after an operand. A name of one letter counts in a loop: `tags[i]`. */
  #indexed(of: ForeignNode, open: ForeignToken): ForeignNode {
    const { tokens } = this;
    if (tokens.isSymbol("*")) tokens.take();
    const index = tokens.isSymbol("]")
      ? undefined
      : tokens.nested(() => this.#within(() => this.condition()));
    const span = spanning(of, tokens.expectSymbol("]"));
    if (index === undefined) return this.#segment(of, "", open.span, span);
    if (index.kind === "value" && index.type === "string")
      return this.#segment(of, index.text, open.span, span);
    if (index.kind === "name" && index.path.length > 1) return this.#segment(of, index.path, open.span, span);
    if (index.kind === "value" && index.type === "number") return this.#noIndex(of, span);
    return this.#failed(`A path is written with dots, such as owner.city.`, {
      start: of.span.end,
      end: span.end,
    });
  }

  #noIndex(of: ForeignNode, span: Span): ForeignNode {
    const list = of.kind === "name" ? of.path : "tags";
    this.tokens.findings.note("path", "[]", span);
    return this.#failed(listIndex(list), { start: of.span.end, end: span.end });
  }

  #segment(of: ForeignNode, name: string, last: Span, span = spanning(of, { span: last })): ForeignNode {
    if (of.kind !== "name")
      return this.#failed("A path begins with the name of a member, such as owner.city.", span);
    const path = name === "" ? of.path : `${of.path}.${name}`;
    this.tokens.findings.notePath(path, span);
    return { kind: "name", path, isQuoted: false, span };
  }

  #cast(of: ForeignNode, type: string, last: Span): ForeignNode {
    const span = spanning(of, { span: last });
    this.tokens.findings.note("type", `::${type}`, span);
    if (of.kind === "value" && of.type === "string") return this.#typed(type, of.text, span);
    return this.#failed(`The language has no type conversion such as ::${show(type)}.`, span);
  }

  /** Returns the value of a string with a type, such as `DATE '2020-01-31'`. */
  #typed(type: string, text: string, span: Span): ForeignNode {
    this.tokens.findings.note("type", type, span);
    if (/^(?:date|time|timestamp|datetime|datetimeoffset|timestamptz)$/i.test(type))
      return { kind: "value", type: "number", text: text.replace(" ", "T"), span };
    if (/^(?:interval|duration|binary|x|b)$/i.test(type))
      return this.#failed(`The language has no value of the type ${show(type)}.`, span);
    return { kind: "value", type: "string", text, span };
  }

  #failed(message: string, span: Span): ForeignNode {
    this.tokens.findings.impossible(message, span);
    return { kind: "name", path: "_", isQuoted: false, span };
  }

  #image({ start, end }: Span): string {
    return this.tokens.text.slice(start, end);
  }

  #leaf(): ForeignNode {
    const { tokens } = this;
    const token = tokens.next;
    const { kind, text, span } = token;
    if (isSign(token, "{")) return this.list("}", () => this.#entry());
    if (isSign(token, "(", "["))
      return this.list(text === "(" ? ")" : "]", () => this.condition(), text === "(");
    if (kind === "symbol" || kind === "end" || text.startsWith("$") || isUnterminated(token))
      return tokens.unexpected("a value or a name");
    tokens.take();
    if (kind === "word") return this.#word(token);
    if (kind === "quoted") return { kind: "name", path: text.slice(1, -1), isQuoted: true, span };
    if (kind === "string") return this.#string(span);
    if (kind === "value") {
      if (text.startsWith("/")) return operatorNode("regex", [], span);
      this.tokens.findings.note("value", text, span);
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

  #string(span: Span): ForeignNode {
    const image = this.#image(span);
    const { value, difference } = readForeignString(image);
    if (difference !== undefined) this.tokens.findings.note(difference, image.charAt(0), span);
    return { kind: "value", type: "string", text: value, span };
  }

  #word(token: ForeignToken): ForeignNode {
    const { tokens } = this;
    const { text, span } = token;
    const { next } = tokens;
    if (isSign(next, "(")) return this.#callOf(token);
    if (NULLS.test(text)) return { kind: "value", type: "null", text, span };
    if (next.kind === "string" && isTypeBeforeString(text, isAdjacent(token, next))) {
      tokens.take();
      return this.#typed(text, readForeignString(this.#image(next.span)).value, spanning(token, next));
    }
    return { kind: "name", path: text, isQuoted: false, span };
  }

  /** @param isGroup whether separators can be operators in it */
  protected list(close: string, item: () => ForeignNode, isGroup = false): ForeignNode {
    const { tokens } = this;
    const open = tokens.take();
    const items: ForeignNode[] = [];
    tokens.nested(() =>
      this.#within(() => {
        if (tokens.isSymbol(close)) return;
        do items.push(item());
        while (tokens.takeSymbol(",") || (!isGroup && this.#takeOr()));
      }, isGroup),
    );
    return operatorNode(open.text + close, items, spanning(open, tokens.expectSymbol(close)));
  }

  /** Takes the `OR` between the values of a search: `state:(open OR done)`. */
  #takeOr(): boolean {
    const { tokens } = this;
    const isNext = tokens.isSearch && tokens.next.text.toLowerCase() === "or";
    if (isNext) tokens.take();
    return isNext;
  }

  /** Reads what is in brackets, where separators are operators only in a group. */
  #within<T>(read: () => T, isGroup = false): T {
    const { tokens } = this;
    const { areSeparatorsOperators } = tokens;
    tokens.areSeparatorsOperators = isGroup;
    const result = read();
    tokens.areSeparatorsOperators = areSeparatorsOperators;
    return result;
  }

  #entry(): ForeignNode {
    const { tokens } = this;
    const { kind, span } = tokens.take();
    if (kind !== "word" && kind !== "string") throw new ForeignSyntaxProblem("", span);
    const key: ForeignNode = { kind: "name", path: this.#image(span), isQuoted: false, span };
    tokens.expectSymbol(":");
    const value = this.condition();
    return operatorNode(":", [key, value], spanning(key, value));
  }

  /** Reads `(strength, argument, name: argument; …)` after a callee. */
  #callOf(callee: ForeignToken): ForeignNode {
    const { tokens } = this;
    tokens.expectSymbol("(");
    const args: ForeignNode[] = [];
    tokens.nested(() =>
      this.#within(() => {
        if (tokens.next.text.startsWith("$")) {
          args.push(operatorNode("$", [], tokens.take().span));
          tokens.takeSymbol(",");
        }
        if (tokens.isSymbol(")")) return;
        do args.push(this.#argument());
        while (tokens.takeSymbol(",") || this.#takeSemicolon());
      }),
    );
    const span = spanning(callee, tokens.expectSymbol(")"));
    return { kind: "call", callee: callee.text, args, span };
  }

  #takeSemicolon(): boolean {
    const { tokens } = this;
    const { span } = tokens.next;
    if (!tokens.takeSymbol(";")) return false;
    tokens.findings.note("separator", ";", span);
    return true;
  }

  #argument(): ForeignNode {
    const left = this.condition();
    if (!this.tokens.takeSymbol(":")) return left;
    const right = this.condition();
    return operatorNode(":", [left, right], spanning(left, right));
  }
}
