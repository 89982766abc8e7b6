import fc from "fast-check";

const SURROGATES = 0x800;

/**
 * Any code point without the surrogates, as the unit of `fc.string`. Its own unit `binary` is the same, but builds a table of a million
 * entries in each process.
 */
export const ANY_CHARACTER = fc
  .integer({ min: 0, max: 0x10_ffff - SURROGATES })
  .map((point) => String.fromCodePoint(point < 0xd800 ? point : point + SURROGATES));
