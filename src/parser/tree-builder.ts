import type { IToken } from "chevrotain";
import type { Call, Expression, Literal } from "../ast/nodes.ts";
import { isStrength } from "../collation/order/strength.ts";
import { diagnostic, keep, replace, type Diagnostic, type Fix } from "../diagnostics/diagnostic.ts";
import type { Limits } from "../diagnostics/limits.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import type { Listener } from "./grammar.ts";
import type { Frame } from "./frame.ts";
import { misplacedStrength, unknownStrength } from "./strengths.ts";
import {
  invalidCharacter,
  keyword,
  readNumeral,
  isSayable,
  readSpacedZone,
  readString,
  smallInteger,
  type Reading,
} from "./literals.ts";

/**
 * Builds the tree of an expression from what the grammar finds, and says what is wrong with it. Subclasses know what
 * may stand outside of all calls.
 */
export abstract class TreeBuilder implements Listener {
  readonly diagnostics: Diagnostic[] = [];
  protected readonly text: string;
  protected readonly limits: Limits;
  #frame: Frame | undefined;
  /** Whether no string of the text can hold what a string may not. Asked once for the text, not for each. */
  #isClean: boolean | undefined;
  #unclosedIsTold = false;

  constructor(text: string, limits: Limits) {
    this.text = text;
    this.limits = limits;
  }

  /** An expression outside of all calls. */
  protected abstract topExpression(node: Expression): void;
  /** A name outside of all calls: in a sort it can be an option. */
  protected abstract topName(token: IToken, span: Span): void;
  protected abstract topComma(token: IToken): void;
  protected abstract topColon(token: IToken): void;
  /** A piece outside of all calls that is wrong, and already told. */
  protected abstract topBroken(span: Span): void;

  name(token: IToken): void {
    const span = spanOf(token);
    if (this.#frame === undefined) this.topName(token, span);
    else this.#argument(this.nameNode(token, span));
  }

  string(token: IToken): void {
    const span = spanOf(token);
    const value = this.#plainString(token);
    if (value === undefined) this.#literal(span, readString(token, span, this.limits.string));
    else this.#place({ kind: "literal", type: "string", value, span });
  }

  numeral(token: IToken): void {
    const span = spanOf(token);
    const value = smallInteger(this.text, span);
    if (value === undefined) this.#literal(span, readNumeral(token.image, span));
    else this.#place({ kind: "literal", type: "number", value, span });
  }

  spacedZone(token: IToken): void {
    const span = spanOf(token);
    this.#literal(span, readSpacedZone(token.image, span));
  }

  strength(token: IToken): void {
    const span = spanOf(token);
    const word = token.image.slice(1);
    const frame = this.#frame;
    if (!isStrength(word)) this.add(unknownStrength(word, span));
    else if (frame?.after !== "start") this.add(misplacedStrength(token.image, span, frame));
    else frame.strength = word;
    if (frame === undefined) return this.topBroken(span);
    frame.after = "argument";
    frame.end = span.end;
  }

  comma(token: IToken): void {
    const frame = this.#frame;
    if (frame === undefined) return this.topComma(token);
    if (frame.after !== "argument") this.#missingArgument(spanOf(token));
    frame.after = "comma";
    frame.comma = token;
    frame.end = token.startOffset + 1;
  }

  colon(token: IToken): void {
    if (this.#frame === undefined) return this.topColon(token);
    this.invalid(token);
  }

  invalid(token: IToken): void {
    const span = spanOf(token);
    this.add(invalidCharacter(token.image, span));
    this.#broken(span);
  }

  open(parenthesis: IToken, callee: IToken | undefined): void {
    this.#frame = {
      outer: this.#frame,
      callee,
      parenthesis,
      args: [],
      strength: undefined,
      after: "start",
      comma: undefined,
      end: parenthesis.startOffset + 1,
    };
  }

  close(parenthesis: IToken | undefined): void {
    const frame = this.#frame!;
    this.#frame = frame.outer;
    const end = parenthesis === undefined ? frame.end : parenthesis.startOffset + 1;
    if (frame.after === "comma") this.#missingArgument(spanOf(frame.comma!));
    if (frame.callee === undefined) return this.#group(frame, parenthesis, end);
    if (parenthesis === undefined) this.#unclosed(frame, frame.callee);
    const node = this.#callNode(frame, frame.callee, end);
    if (this.#frame === undefined) this.topExpression(node);
    else this.#argument(node);
  }

  strayClose(token: IToken): void {
    const span = spanOf(token);
    this.add(
      diagnostic("unexpected-parenthesis", span, "This parenthesis closes nothing.", [
        replace("Remove it", span, ""),
      ]),
    );
  }

  protected nameNode(token: IToken, span: Span): Expression {
    const name = token.image;
    return keyword(name, span) ?? { kind: "name", name, span };
  }

  protected add(found: Diagnostic): void {
    keep(this.diagnostics, found);
  }

  #callNode(frame: Frame, callee: IToken, end: number): Call {
    const { args, strength } = frame;
    const name = callee.image;
    if (name.includes(".")) {
      this.add(
        diagnostic("unknown-function", spanOf(callee), `A function's name has no dots: ${show(name)}.`),
      );
    }
    if (args.length > this.limits.arguments) {
      const span = args[this.limits.arguments]!.span;
      this.add(
        diagnostic("too-many-arguments", span, `A call has at most ${this.limits.arguments} arguments.`),
      );
    }
    const span = { start: callee.startOffset, end };
    return strength === undefined
      ? { kind: "call", callee: name, args, span }
      : { kind: "call", callee: name, strength, args, span };
  }

  /** Parentheses that follow no name: what is in them is read as if they were not there. */
  #group(frame: Frame, parenthesis: IToken | undefined, end: number): void {
    const span = spanOf(frame.parenthesis);
    const edits = [{ span, text: "" }];
    if (parenthesis !== undefined) edits.push({ span: spanOf(parenthesis), text: "" });
    const fix: Fix = { title: edits.length === 1 ? "Remove it" : "Remove the parentheses", edits };
    this.add(
      diagnostic("unexpected-parenthesis", span, "A parenthesis only follows a function's name.", [fix]),
    );
    if (frame.args.length === 0) return this.#broken({ start: span.start, end });
    for (const argument of frame.args) {
      if (this.#frame === undefined) this.topExpression(argument);
      else this.#argument(argument);
    }
  }

  /** The value of a string that needs no second look; undefined for any other. */
  #plainString({ startOffset, endOffset, payload }: IToken): string | undefined {
    if (payload !== undefined || endOffset! - startOffset > this.limits.string) return undefined;
    this.#isClean ??= isSayable(this.text);
    const isWhole = this.text.indexOf(this.text.charAt(startOffset), startOffset + 1) === endOffset;
    return this.#isClean && isWhole ? this.text.slice(startOffset + 1, endOffset) : undefined;
  }

  #literal(span: Span, { node, problem }: Reading): void {
    if (problem !== undefined) this.add(problem);
    if (node === undefined) this.#broken(span);
    else this.#place(node);
  }

  #place(node: Literal): void {
    if (this.#frame === undefined) this.topExpression(node);
    else this.#argument(node);
  }

  #argument(node: Expression): void {
    const frame = this.#frame!;
    if (frame.after === "argument") this.#missingComma(frame, node);
    frame.args.push(node);
    frame.after = "argument";
    frame.end = node.span.end;
  }

  /** Stands where an argument could be, so that one mistake is told once. */
  #broken(span: Span): void {
    const frame = this.#frame;
    if (frame === undefined) return this.topBroken(span);
    frame.after = "argument";
    frame.end = span.end;
  }

  #missingComma(frame: Frame, node: Expression): void {
    const next = node.span;
    // Behind a piece that is already told to be wrong nothing is said of what follows it.
    const told = ({ code, severity, span }: Diagnostic) =>
      severity === "error" && span.end === frame.end && code !== "missing-comma";
    if (this.diagnostics.some(told)) return;
    const at = { start: frame.end, end: frame.end };
    if (typeOf(frame.args.at(-1)) === "date" && typeOf(node) === "time") {
      const gap = { start: frame.end, end: next.start };
      const message = "A date and a time are one value if a T joins them.";
      this.add(diagnostic("missing-comma", next, message, [replace("Join them by T", gap, "T")]));
      return;
    }
    this.add(
      diagnostic("missing-comma", next, "A comma is missing in front of this argument.", [
        replace("Insert a comma", at, ","),
      ]),
    );
  }

  #missingArgument(comma: Span): void {
    this.add(
      diagnostic("missing-argument", comma, "An argument is missing beside this comma.", [
        replace("Remove the comma", comma, ""),
      ]),
    );
  }

  /** A string that swallowed the end of the text is one mistake: its fix closes the calls around it too. */
  #closeBehindString(at: number, open: number): void {
    const found = this.diagnostics[at]!;
    const [fix] = found.fixes;
    const end = this.text.length;
    // The parentheses behind the quote that is put in close calls.
    const closed = [...this.text.slice(fix!.edits[0]!.span.start)].filter(
      (character) => character === ")",
    ).length;
    if (closed >= open) return;
    const edits = [...fix!.edits, { span: { start: end, end }, text: ")".repeat(open - closed) }];
    this.diagnostics[at] = { ...found, fixes: [{ title: fix!.title, edits }] };
  }

  /** Told once, at the innermost call; the fix closes all that are open. */
  #unclosed(frame: Frame, callee: IToken): void {
    if (this.#unclosedIsTold) return;
    this.#unclosedIsTold = true;
    let open = 1;
    for (let outer = this.#frame; outer !== undefined; outer = outer.outer) {
      if (outer.callee !== undefined) open++;
    }
    const string = this.diagnostics.findIndex(({ code }) => code === "unterminated-string");
    if (string >= 0) return this.#closeBehindString(string, open);
    const at = { start: this.text.trimEnd().length, end: this.text.trimEnd().length };
    const parentheses = ")".repeat(open);
    const start = callee.startOffset;
    const more = open > 1 ? ", nor are the calls around it" : "";
    this.add(
      diagnostic(
        "missing-parenthesis",
        { start, end: frame.parenthesis.startOffset + 1 },
        `${show(callee.image)}(…) is never closed${more}.`,
        [replace(`Add ${parentheses}`, at, parentheses)],
      ),
    );
  }
}

function typeOf(node: Expression | undefined): string | undefined {
  return node?.kind === "literal" ? node.type : undefined;
}

export function spanOf(token: IToken): Span {
  return { start: token.startOffset, end: token.endOffset! + 1 };
}
