import { ownProperty } from "../values/own-properties.ts";
import type { IToken } from "chevrotain";
import { makeCall, makeLiteral, makeName } from "../ast/make-node.ts";
import type { Expression } from "../ast/nodes.ts";
import type { Catalog } from "../catalog/types.ts";
import { isStrength } from "../collation/order/strength.ts";
import { addDiagnostic, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Limits } from "../diagnostics/limits.ts";
import type { Span } from "../diagnostics/span.ts";
import { tokens } from "../lexer/tokenize.ts";
import { newFrame, type Frame } from "./frame.ts";
import {
  areGrouping,
  canCloseAll,
  chosenFixes,
  containsMisplacedCondition,
  endOf,
  joinFixes,
  openCalls,
  parenthesisAfterComma,
} from "./frame-fixes.ts";
import { dottedDate } from "./date-fixes.ts";
import { covers } from "./number-fixes.ts";
import { invalidCharacter, isFullWidth } from "../ast/invalid-character.ts";
import {
  keyword,
  readNumeral,
  readSpacedZone,
  readString,
  smallInteger,
  type LiteralReading,
  type StringFault,
  unquoted,
} from "../ast/literals.ts";
import {
  dottedFunction,
  groupingParenthesis,
  misplacedStrength,
  missingArgument,
  missingComma,
  tooManyArguments,
  unclosedCall,
  unterminatedString,
} from "./mistakes.ts";
import type { Hole, PartialExpression } from "./partial-tree.ts";
import { unreadableNumber, unreadableToken } from "./unreadable-tokens.ts";
import { spanOf } from "./span-of.ts";
import { isSayable } from "../ast/spelling.ts";
import { unknownStrength } from "../ast/unknown-strength.ts";

/** Builds the expressions of one text, and reports mistakes in them. */
export class TreeBuilder {
  readonly diagnostics: Diagnostic[] = [];
  /** Expressions in parentheses that belong to no call. */
  readonly outside: PartialExpression[] = [];
  /** Whether something outside of all calls could not be read. */
  hasUnreadable = false;
  readonly #text: string;
  readonly #limits: Limits;
  readonly #catalog: Catalog | undefined;
  #frame: Frame | undefined;
  /** Whether the text has no character that is forbidden in strings. Computed on first use. */
  #isClean: boolean | undefined;
  #hasUnclosed = false;
  #hasMisplacedCondition = false;
  #invalidEnd = 0;
  /** The last hole that consists of invalid tokens only. */
  #invalidHole: Hole | undefined;

  constructor(text: string, limits: Limits, catalog?: Catalog) {
    this.#text = text;
    this.#catalog = catalog;
    this.#limits = limits;
  }

  add(problem: Diagnostic): void {
    addDiagnostic(this.diagnostics, problem);
    if (this.#frame !== undefined && problem.severity === "error") this.#frame.isPartial = true;
  }

  name(token: IToken): PartialExpression {
    const name = token.image;
    const span = spanOf(token);
    return keyword(name, span) ?? makeName(name, span);
  }

  string(token: IToken): PartialExpression {
    const { image } = token;
    const span = spanOf(token);
    const { length } = image;
    // Fast path: most strings have no quote and no forbidden character inside.
    const isPlain = length - 2 <= this.#limits.string && image.indexOf(image.charAt(0), 1) === length - 1;
    if (isPlain && length > 1 && (this.#isClean ??= isSayable(this.#text))) {
      return makeLiteral("string", image.slice(1, -1), span);
    }
    const fault = ownProperty(token, "payload") as StringFault | undefined;
    if (fault?.kind === "unterminated") {
      const canClose = !this.#hasMisplacedCondition && canCloseAll(this.#frame, 1);
      this.add(unterminatedString(span, this.#text, canClose ? openCalls(this.#frame) : undefined));
      this.#markUnreadable();
      return { kind: "partialString", value: unquoted(image), span };
    }
    return this.#nodeOf(span, readString(image, fault, span, this.#limits.string));
  }

  numeral(token: IToken): PartialExpression {
    const span = spanOf(token);
    const value = smallInteger(this.#text, span);
    if (value !== undefined) return makeLiteral("number", value, span);
    const date = dottedDate(this.#text, span, this.#frame, this.#catalog);
    if (date !== undefined) return this.#nodeOf(span, { node: undefined, problem: date });
    const reading = readNumeral(token.image, span);
    if (reading.problem === undefined) return this.#nodeOf(span, reading);
    const better = unreadableNumber(reading.problem, this.#text, this.#frame, this.#catalog);
    // A number such as 1,000,000 has several groups of digits, but gets one diagnostic.
    if (!this.diagnostics.some((diagnostic) => covers(diagnostic, better))) this.add(better);
    this.#markUnreadable();
    return { kind: "hole", span };
  }

  spacedZone(token: IToken): PartialExpression {
    return this.#nodeOf(spanOf(token), readSpacedZone(token.image, spanOf(token)));
  }

  #nodeOf(span: Span, { node, problem }: LiteralReading): PartialExpression {
    if (problem !== undefined) this.add(problem);
    if (problem?.severity === "error") this.#markUnreadable();
    return node ?? { kind: "hole", span };
  }

  incompleteName(token: IToken): PartialExpression {
    const span = spanOf(token);
    const dot = span.start + /\.(?=\.|$)/.exec(token.image)!.index;
    // At the end of the text, only the unclosed call is reported.
    const isUnclosed = this.#frame?.callee !== undefined && dot + 1 === this.#text.length;
    if (!isUnclosed) this.add(invalidCharacter(".", { start: dot, end: dot + 1 }));
    this.#markUnreadable();
    return { kind: "partialName", name: token.image, span };
  }

  invalid(token: IToken): void {
    const span = spanOf(token);
    const problem = unreadableToken(this.#text, span, this.#frame, this.#catalog);
    const isSame = (earlier: Diagnostic) =>
      earlier.code === problem.code && isFullWidth(this.#text.charAt(earlier.span.start));
    const first = isFullWidth(token.image) ? this.diagnostics.find(isSame) : undefined;
    // Both slashes of a date are one mistake, reported at the first one.
    if (this.diagnostics.some((earlier) => covers(problem, earlier) && covers(earlier, problem))) return;
    if (first === undefined) this.add(problem);
    else this.#replace(first, joinFixes(first, problem));
    this.#markUnreadable();
    this.#invalidEnd = span.end;
    if (this.#frame !== undefined) this.#frame.end = span.end;
  }

  /** Returns a hole in place of invalid tokens that no expression follows. */
  invalidHole(first: IToken): PartialExpression {
    return (this.#invalidHole = { kind: "hole", span: { start: first.startOffset, end: this.#invalidEnd } });
  }

  open(parenthesis: IToken, callee: IToken | undefined): void {
    this.#frame = newFrame(this.#frame, callee, parenthesis);
  }

  /** Sets the strength of the open call. */
  strength(token: IToken): undefined {
    const frame = this.#frame!;
    const word = token.image.slice(1);
    const span = spanOf(token);
    frame.end = span.end;
    if (isStrength(word)) frame.strength = word;
    else this.add(unknownStrength(word, span));
  }

  /** Reports a strength that is not the first item of a call. */
  misplacedStrength(token: IToken): void {
    const span = spanOf(token);
    const word = token.image.slice(1);
    const frame = this.#frame;
    this.add(isStrength(word) ? misplacedStrength(token.image, span, frame) : unknownStrength(word, span));
    this.#markUnreadable();
    if (frame !== undefined) frame.end = span.end;
  }

  argument(node: PartialExpression): void {
    this.#frame!.args.push(node);
  }

  /** Returns a hole if the token after a comma shows that an argument is missing. */
  missingAfter(comma: IToken, next: IToken): PartialExpression | undefined {
    const frame = this.#frame!;
    frame.comma = comma;
    frame.end = comma.startOffset + 1;
    const { Comma, RightParenthesis } = tokens();
    if (next.tokenType === Comma) return this.#addMissing(frame, next);
    if (next.tokenType === RightParenthesis) return this.#addMissing(frame, comma);
    // At the end of the text, the unclosed call is reported, so the hole is not. Any other token is a misplaced strength, which
    // has an error of its own.
    return next.tokenType.name === "EOF" ? this.#hole(frame) : undefined;
  }

  /** Adds a hole and reports it, for a comma before the first argument. */
  missingArgument(comma: IToken): void {
    this.argument(this.#addMissing(this.#frame!, comma));
  }

  /** Reports a missing argument at the comma after it, or else before it. Each comma is reported once. */
  #addMissing(frame: Frame, comma: IToken): PartialExpression {
    const span = spanOf(comma);
    const isReported = this.diagnostics.some(
      (diagnostic) => diagnostic.code === "missing-argument" && diagnostic.span.start === span.start,
    );
    if (!isReported) {
      const problem = missingArgument(span);
      this.add(problem);
      frame.missing.push(problem);
    }
    return this.#hole(frame);
  }

  #hole(frame: Frame): PartialExpression {
    frame.isPartial = true;
    return { kind: "hole", span: { start: frame.end, end: frame.end } };
  }

  /** Adds an argument that follows the previous one without a comma, and reports it. */
  unseparated(node: PartialExpression): void {
    if (node === this.#invalidHole) return;
    const frame = this.#frame!;
    if (this.endsAfterComma(frame.args.at(-1))) return this.argument(node);
    // If the part before the missing comma already has an error, the comma is not reported.
    const end = endOf(frame);
    const isExplained = this.diagnostics.some(
      ({ code, severity, span }) =>
        severity === "error" &&
        code !== "missing-comma" &&
        (span.end === end || (span.start <= node.span.start && span.end >= node.span.end)),
    );
    if (!isExplained) {
      const { found, isFinal } = missingComma(end, frame.args.at(-1), node);
      this.add(found);
      if (!isFinal) frame.gaps.push({ index: frame.args.length, previousEnd: end, diagnostic: found });
    }
    this.argument(node);
  }

  /** Returns whether a call ends after a comma. A part follows, so the fix then removes the parenthesis. */
  endsAfterComma(call: PartialExpression | undefined): boolean {
    const [old, fixed] = parenthesisAfterComma(call, this.diagnostics) ?? [];
    if (old !== undefined) this.#replace(old, fixed);
    return old !== undefined;
  }

  /** Ends a call. Reports the call if its closing parenthesis is missing. */
  close(callee: IToken, parenthesis: IToken | undefined): PartialExpression {
    const frame = this.#frame!;
    const name = callee.image;
    const { args, strength } = frame;
    if (frame.isPartial) {
      for (const [old, fixed] of chosenFixes(frame, this.#text, this.#catalog)) this.#replace(old, fixed);
    }
    this.#hasMisplacedCondition ||= containsMisplacedCondition(frame);
    if (parenthesis === undefined) this.#reportUnclosed(frame, callee);
    if (name.includes(".")) this.add(dottedFunction(name, spanOf(callee)));
    if (args.length > this.#limits.arguments) {
      this.add(tooManyArguments(args[this.#limits.arguments]!.span, this.#limits.arguments));
    }
    this.#frame = frame.outer;
    const span = { start: callee.startOffset, end: parenthesis ? parenthesis.startOffset + 1 : endOf(frame) };
    if (frame.isPartial) {
      if (this.#frame !== undefined) this.#frame.isPartial = true;
      const isClosed = parenthesis !== undefined;
      return { kind: "partialCall", callee: name, ...(strength && { strength }), args, isClosed, span };
    }
    // Without a mistake no argument is partial.
    return makeCall(name, strength, args as readonly Expression[], span);
  }

  /** Replaces a diagnostic that was added before, or removes it. */
  #replace(problem: Diagnostic, replacement: Diagnostic | undefined): void {
    const at = this.diagnostics.indexOf(problem);
    if (at >= 0) this.diagnostics.splice(at, 1, ...(replacement === undefined ? [] : [replacement]));
  }

  /** Ends parentheses that follow no name, and keeps their content. */
  closeGroup(open: IToken, parenthesis: IToken | undefined): PartialExpression {
    const frame = this.#frame!;
    this.#frame = frame.outer;
    const close = parenthesis && spanOf(parenthesis);
    const problem = groupingParenthesis(spanOf(open), close, this.#text);
    // Without the parentheses, a comma in them can separate their content from the part before them.
    const gaps = frame.gaps.map((gap) => gap.diagnostic);
    for (const missing of [...gaps, ...frame.missing]) this.#replace(missing, { ...missing, fixes: [] });
    this.add(areGrouping(frame) ? problem : { ...problem, fixes: [] });
    this.#markUnreadable();
    const last = frame.args.pop();
    if (last === undefined)
      return { kind: "hole", span: { start: open.startOffset, end: close?.end ?? frame.end } };
    (this.#frame?.args ?? this.outside).push(...frame.args);
    return last;
  }

  /** Reports an unclosed call, once for all open calls, at the innermost one. */
  #reportUnclosed(frame: Frame, callee: IToken): void {
    frame.isPartial = true;
    if (this.#hasUnclosed) return;
    this.#hasUnclosed = true;
    // An unterminated string takes the rest of the text, closing parentheses included.
    if (this.diagnostics.some(({ code }) => code === "unterminated-string")) return;
    const span = { start: callee.startOffset, end: frame.parenthesis.startOffset + 1 };
    const problem = unclosedCall(callee.image, span, openCalls(frame), this.#text);
    this.add(!this.#hasMisplacedCondition && canCloseAll(frame, 0) ? problem : { ...problem, fixes: [] });
  }

  #markUnreadable(): void {
    if (this.#frame === undefined) this.hasUnreadable = true;
    else this.#frame.isPartial = true;
  }
}
