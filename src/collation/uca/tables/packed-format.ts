/**
 * Shared by generator and reader. One string per locale, with columns of integers (see byte-reader.ts). Similar
 * numbers share a column, for compression.
 * | column | contents |
 * |---|---|
 * | head | format number and settings |
 * | areas, steps, primaries | runs of characters with only a primary weight |
 * | lowers, sequences | lists of collation elements |
 * | mapped | other characters, each with a reference |
 * | contexts | contractions and prefix contexts |
 * | properties | root only: combining classes and decompositions |
 */

/** Increase it whenever the packed format or the sort keys change. */
export const GENERATOR = 1;

/**
 * Areas of code points. Within one, adjacent weights are usually close together; areas are interleaved, mainly in
 * Han.
 */
export const AREAS = [
  0x3400, 0x4e00, 0xa000, 0xf900, 0xfb00, 0x1b000, 0x20000, 0x2a6e0, 0x2b740, 0x2b820, 0x2ceb0, 0x2ebf0,
  0x2f800, 0x30000, 0x31350, 0x323b0, 0x33480, 0x110000,
] as const;

/** Kinds of references: their lowest two bits. */
export const SEQUENCE = 0;
export const CONTEXT = 1;
/** The character's own implicit weight. */
export const IMPLICIT = 2;
/** Next four bits: value of the digit. Above: reference for collations without numeric order. */
export const DIGIT = 3;
