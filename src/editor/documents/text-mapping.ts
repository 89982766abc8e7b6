import type { Span } from "../../diagnostics/span.ts";
import type { DecodedText } from "../../values/urls/decoded-text.ts";
import { firstIndexWhere } from "../../values/binary-search.ts";

/** Maps a text to the text that contains it in an encoded form. */
export interface TextMapping {
  /** Offset in the outer text. An offset inside of an encoded character maps to its start. */
  readonly toOuter: (offset: number) => number;
  /** Span in the outer text. It covers encoded characters as a whole. */
  readonly toOuterSpan: (span: Span) => Span;
  /** Offset in the inner text. An offset inside of an encoded character maps to its start. */
  readonly toInner: (offset: number) => number;
  /** Encodes a text that is inserted into the outer text. Undefined if the outer text cannot contain it there. */
  readonly encode: (text: string) => string | undefined;
}

export function mappingOf(decoded: DecodedText, encode: TextMapping["encode"]): TextMapping {
  const { text, span } = decoded;
  return {
    toOuter: (offset) => decoded.toRaw(offset),
    toOuterSpan: (inner) => decoded.toRawSpan(inner),
    toInner: (offset) => {
      if (offset <= span.start) return 0;
      const after = firstIndexWhere(0, text.length + 1, (i) => decoded.toRaw(i) > offset);
      const start = decoded.toRaw(after - 1);
      // The two halves of a surrogate pair have the same offset in the outer text.
      return firstIndexWhere(0, text.length, (i) => decoded.toRaw(i) >= start);
    },
    encode,
  };
}
