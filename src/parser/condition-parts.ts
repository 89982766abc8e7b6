import { MAXIMUM_DIAGNOSTICS, applyEdits, type Diagnostic, type Fix } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import type { FixTrial } from "../diagnostics/working-fixes.ts";
import { tokenize, tokens } from "../lexer/tokenize.ts";
import { definitionOf } from "./argument-fixes.ts";

/**
 * Maximum number of characters that are parsed to try all fixes on the whole text, which takes about a millisecond. For more, each
 * fix is tried on a part of the text.
 */
const maxWholeCharacters = 16_384;

/**
 * Tries fixes of a text: on the whole text if it is short, otherwise on the condition around the mistake, so that many fixes take
 * the time of few parses. A condition is an argument of `and`, `or` or `not`. It must have the same mistakes when it is parsed
 * alone as within the text.
 */
export class ConditionParts {
  readonly #text: string;
  readonly #diagnostics: readonly Diagnostic[];
  readonly #parse: (text: string) => readonly Diagnostic[];
  readonly #isSmall: boolean;
  #parts: readonly Span[] | undefined;
  /** Diagnostics of conditions that were parsed alone. Undefined for those that have other mistakes than within the text. */
  readonly #partDiagnostics = new Map<Span, readonly Diagnostic[] | undefined>();

  constructor(
    text: string,
    diagnostics: readonly Diagnostic[],
    parse: (text: string) => readonly Diagnostic[],
  ) {
    this.#text = text;
    this.#diagnostics = diagnostics;
    this.#parse = parse;
    const fixes = diagnostics.reduce((sum, diagnostic) => sum + diagnostic.fixes.length, 0);
    this.#isSmall = fixes * text.length <= maxWholeCharacters;
  }

  /** Returns the result of a fix in the smallest condition that contains it, or else in the whole text. Undefined if neither is possible. */
  try({ edits }: Fix, { span }: Diagnostic, canRead: (characters: number) => boolean): FixTrial | undefined {
    const part = this.#partAround([span, ...edits.map((edit) => edit.span)]);
    const before = part && this.#diagnosticsOf(part);
    if (part === undefined || before === undefined) {
      // The list of diagnostics is full: a fix would make room for others, so its effect cannot be seen.
      if (!this.#isSmall && this.#diagnostics.length >= MAXIMUM_DIAGNOSTICS) return undefined;
      const fixed = applyEdits(this.#text, edits);
      return canRead(fixed.length) ? { before: this.#diagnostics, after: this.#parse(fixed) } : undefined;
    }
    const inPart = edits.map((edit) => ({ span: moveSpan(edit.span, -part.start), text: edit.text }));
    const fixed = applyEdits(this.#text.slice(part.start, part.end), inPart);
    return canRead(fixed.length) ? { before, after: this.#parse(fixed) } : undefined;
  }

  #partAround(spans: readonly Span[]): Span | undefined {
    if (this.#isSmall) return undefined;
    this.#parts ??= conditionsOf(this.#text);
    return this.#parts.find((part) => spans.every((span) => contains(part, span)));
  }

  #diagnosticsOf(part: Span): readonly Diagnostic[] | undefined {
    if (this.#partDiagnostics.has(part)) return this.#partDiagnostics.get(part);
    const alone = this.#parse(this.#text.slice(part.start, part.end));
    const inside = this.#diagnostics.filter(({ span }) => span.start < part.end && span.end > part.start);
    const isSame =
      alone.length === inside.length &&
      alone.every(({ code, span }, i) => {
        const earlier = inside[i]!;
        const { start, end } = moveSpan(span, part.start);
        return code === earlier.code && start === earlier.span.start && end === earlier.span.end;
      });
    const result = isSame ? alone : undefined;
    this.#partDiagnostics.set(part, result);
    return result;
  }
}

function moveSpan({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}

function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Returns the arguments of calls that combine conditions, inner ones before those that contain them. */
function conditionsOf(text: string): readonly Span[] {
  const { Comma, LeftParenthesis, RightParenthesis, Callee } = tokens();
  const conditions: Span[] = [];
  /** For each open parenthesis, the start offset of its current argument. Undefined if its function does not combine conditions. */
  const open: (number | undefined)[] = [];
  let isCondition = false;
  for (const { image, startOffset, tokenTypeIdx: type } of tokenize(text)) {
    const start = open.at(-1);
    if (type === LeftParenthesis.tokenTypeIdx) {
      open.push(isCondition ? startOffset + 1 : undefined);
    } else if (type === Comma.tokenTypeIdx || type === RightParenthesis.tokenTypeIdx) {
      if (start !== undefined) conditions.push({ start, end: startOffset });
      if (type === RightParenthesis.tokenTypeIdx) open.pop();
      else if (start !== undefined) open[open.length - 1] = startOffset + 1;
    }
    isCondition = type === Callee.tokenTypeIdx && definitionOf(image)?.role?.kind === "logic";
  }
  return conditions;
}
