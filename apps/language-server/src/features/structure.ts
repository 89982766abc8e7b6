import {
  SemanticTokensBuilder,
  type CancellationToken,
  type FoldingRange,
  type SelectionRange,
  type SemanticTokens,
} from "vscode-languageserver";
import { STANDARD_TOKEN_TYPES } from "tamis/editor";
import { inSlices } from "../transport/slices.ts";
import type { Snapshot } from "./state.ts";

export const TOKEN_LEGEND = [...new Set(Object.values(STANDARD_TOKEN_TYPES))];

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A token must not contain a line end, so strings with several lines are several tokens. */
export async function semanticTokensIn(
  { analysis, document: { positions, content } }: Snapshot,
  span: Span | undefined,
  token: CancellationToken,
): Promise<SemanticTokens> {
  const builder = new SemanticTokensBuilder();
  const text = content.getText();
  const expressions = span === undefined ? analysis.expressions() : analysis.overlapping(span);
  await inSlices(expressions, token, ({ document }) => {
    for (const { span: word, type } of document.semanticTokens()) {
      for (const part of text.slice(word.start, word.end).matchAll(/[^\r\n]+/g)) {
        const start = positions.positionAt(word.start + part.index);
        const end = positions.positionAt(word.start + part.index + part[0].length);
        const length = end.character - start.character;
        builder.push(
          start.line,
          start.character,
          length,
          TOKEN_LEGEND.indexOf(STANDARD_TOKEN_TYPES[type]),
          0,
        );
      }
    }
  });
  return { data: builder.build().data };
}

export async function foldingRangesOf(
  { analysis, document: { positions } }: Snapshot,
  token: CancellationToken,
): Promise<FoldingRange[]> {
  const ranges: FoldingRange[] = [];
  await inSlices(analysis.expressions(), token, ({ document }) => {
    for (const span of document.foldingRanges()) {
      const startLine = positions.positionAt(span.start).line;
      // A folded range ends before the line of its closing parenthesis, so that this line stays visible.
      const endLine = positions.positionAt(span.end).line - 1;
      if (endLine > startLine) ranges.push({ startLine, endLine });
    }
  });
  return ranges;
}

export function selectionRangeAt(
  { analysis, document: { positions } }: Snapshot,
  offset: number,
): SelectionRange {
  const spans = analysis.at(offset)?.document.selectionRanges(offset) ?? [];
  let range: SelectionRange | undefined;
  for (const span of spans.toReversed())
    range = { range: positions.rangeOf(span), ...(range !== undefined && { parent: range }) };
  return range ?? { range: positions.rangeOf({ start: offset, end: offset }) };
}
