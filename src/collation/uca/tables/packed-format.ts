/**
 * The packed format of the collation data, shared by the generator and the reader. The data of a locale are one string
 * with columns of integers (see byte-reader.ts). Similar numbers share a column, so that they compress well.
 *
 * | column | contents |
 * |---|---|
 * | head | format number and settings |
 * | areas, steps, primaries | characters with only a primary weight, in runs, in the order of that weight |
 * | lowers, sequences | lists of collation elements |
 * | mapped | the other characters, each with a reference |
 * | contexts | contractions and prefix contexts |
 * | properties | root only: combining classes and decompositions |
 */

/** Version of the packed format and of the sort keys. Increase it whenever either changes. */
export const GENERATOR = 1;

/**
 * Start of each area of code points. The orders of areas are interleaved, mainly in Han; within an area, characters with
 * adjacent weights are usually close together.
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
/** A digit: its value in the next four bits, and above them the reference for collations without numeric order. */
export const DIGIT = 3;
