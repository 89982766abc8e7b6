/**
 * Format of the packed collation data, shared by the script that generates them and the reader. Each locale has one
 * string of columns of integers (see byte-reader.ts). Similar numbers share a column, so that they compress well.
 * | column | contents |
 * |---|---|
 * | head | format number and settings |
 * | areas, steps, primaries | runs of characters with only a primary weight |
 * | lowers, sequences | lists of collation elements |
 * | mapped | other characters, each with a reference |
 * | contexts | contractions and prefix contexts |
 * | properties | root only: combining classes and decompositions |
 */

/** Version of the packed format and of the sort keys. Must be increased when either changes. */
export const GENERATOR = 1;

/**
 * Start code points of areas, plus a final end. Within an area, successive code points usually have close weights.
 * The order of weights alternates between areas, mainly for Han.
 */
export const AREAS = [
  0x3400, 0x4e00, 0xa000, 0xf900, 0xfb00, 0x1b000, 0x20000, 0x2a6e0, 0x2b740, 0x2b820, 0x2ceb0, 0x2ebf0,
  0x2f800, 0x30000, 0x31350, 0x323b0, 0x33480, 0x110000,
] as const;

/** Kinds of references from characters to weights, in the lowest two bits of a reference. */
export const SEQUENCE = 0;
export const CONTEXT = 1;
/** Reference to the implicit weight of the character itself. */
export const IMPLICIT = 2;
/**
 * Reference of a decimal digit. The next four bits are its value; the bits above are its reference for collations
 * without numeric order.
 */
export const DIGIT = 3;
