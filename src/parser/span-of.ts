import type { IToken } from "chevrotain";
import type { Span } from "../diagnostics/span.ts";

/** Returns the span of a token. The lexer records start offsets only. */
export function spanOf({ startOffset, image }: IToken): Span {
  return { start: startOffset, end: startOffset + image.length };
}
