/**
 * The packed form of collation data, in as much as writer and reader must agree on it. One string a locale; in it
 * columns of numbers (see bytes.ts), each on its own so that like stands next to like.
 *
 * | column | what |
 * |---|---|
 * | head | format, options and their likes |
 * | areas, steps, primaries | characters with a primary weight alone, in the order of that weight, in runs |
 * | lowers, sequences | collation elements, one list after another |
 * | mapped | the other characters, each with a reference |
 * | contexts | contractions and prefixes |
 * | properties | root alone: combining classes and decompositions |
 */

/** Raised whenever the packed form or the meaning of a key's bytes changes. */
export const GENERATOR = 1;

/**
 * Where areas of characters begin whose orders are interwoven, Han above all. The next character of an area is as a rule
 * near the one before it in the same area.
 */
export const AREAS = [
  0x3400, 0x4e00, 0xa000, 0xf900, 0xfb00, 0x1b000, 0x20000, 0x2a6e0, 0x2b740, 0x2b820, 0x2ceb0, 0x2ebf0,
  0x2f800, 0x30000, 0x31350, 0x323b0, 0x33480, 0x110000,
] as const;

/** What a reference (a number) stands for: its lowest two bits. */
export const SEQUENCE = 0;
export const CONTEXT = 1;
/** The character's own implicit weight. */
export const IMPLICIT = 2;
/** A digit: its value is in the next four bits, and above them what it stands for where it is not read as a number. */
export const DIGIT = 3;
