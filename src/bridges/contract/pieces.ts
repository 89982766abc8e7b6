import type { Span } from "../../diagnostics/span.ts";

/** A part of a text in another language. `level` is the precedence of its operator: higher levels bind tighter. */
export interface TextPiece {
  readonly parts: readonly (string | TextPiece)[];
  readonly level: number;
}

export function textPiece(level: number, ...parts: readonly (string | TextPiece)[]): TextPiece {
  return { parts, level };
}

/** Returns the piece in parentheses if it binds less tightly than `level`. */
export function atLevel(piece: TextPiece, level: number): TextPiece {
  return piece.level >= level ? piece : textPiece(level, "(", piece, ")");
}

/** Joins pieces by a separator. */
export function joinPieces(level: number, pieces: readonly TextPiece[], separator: string): TextPiece {
  return textPiece(level, ...pieces.flatMap((piece, i) => (i === 0 ? [piece] : [separator, piece])));
}

/**
 * Joins conditions by an operator. Those of the same operator keep their parentheses, so that reading the text returns the same
 * tree.
 */
export function joinConditions(level: number, pieces: readonly TextPiece[], operator: string): TextPiece {
  return joinPieces(
    level,
    pieces.map((piece) => atLevel(piece, level + 1)),
    operator,
  );
}

/** Writes a piece as text, with the spans of all pieces in it. Linear. */
export function writePieces(root: TextPiece): {
  readonly text: string;
  readonly places: ReadonlyMap<object, Span>;
} {
  const places = new Map<object, Span>();
  const texts: string[] = [];
  let at = 0;
  const visit = (piece: TextPiece): void => {
    const start = at;
    for (const part of piece.parts) {
      if (typeof part !== "string") visit(part);
      else {
        texts.push(part);
        at += part.length;
      }
    }
    places.set(piece, { start, end: at });
  };
  visit(root);
  return { text: texts.join(""), places };
}
