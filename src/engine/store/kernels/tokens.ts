import type { Slab, StringTable } from "./slab.ts";

/** Kernels that read values from validated JSON in UTF-8: `assembly/tokens.ts`. */
export interface TokenKernels {
  /**
   * Replaces the position of each object by that of a member in it, or by 0. Objects before it with escapes in the names of their
   * members get `NOT_LOCATED`.
   *
   * @param name bytes of the name, without quotes
   */
  readonly findMember: (tokens: JsonTokens, name: Slab, length: number) => void;
  /**
   * Writes the id of each token to `out`: 0 for missing values, lists and objects, the next id for a new token, and `NOT_LOCATED` for
   * such positions. Each new token is copied with a comma after it. Returns the new `table.count`.
   */
  readonly internTokens: (tokens: JsonTokens, table: StringTable, out: Slab) => number;
  /**
   * Writes numbers as doubles. Values of other types become NaN. Positions of numbers with an exponent, or more than 15 digits, are
   * marked: `UNREAD` is added. Returns the number of marked positions, `NOT_LOCATED` included.
   */
  readonly readNumbers: (tokens: JsonTokens, to: Slab) => number;
  /**
   * Writes the milliseconds of date-times such as `2026-01-31T23:59:59Z`. Values that are no strings become NaN, and other
   * strings are marked as in `readNumbers`.
   */
  readonly readInstants: (tokens: JsonTokens, to: Slab) => number;
  /**
   * Copies strings, each with `SEPARATOR` after it. Ends before a string with an escape with digits, and before the position
   * `NOT_LOCATED`. Returns the number of values that were read.
   */
  readonly copyStrings: (tokens: JsonTokens, to: CopiedStrings) => number;
  /**
   * Finds the elements of lists. Ends before a list whose elements do not fit. Returns the number of values that were read.
   *
   * @param counts receives the number of elements of each list: -1 for other values, -2 for the position `NOT_LOCATED`
   * @param elements receives the positions of all elements
   */
  readonly listElements: (tokens: JsonTokens, counts: Slab, elements: Slab) => number;
  /**
   * Like `listElements`, for objects.
   *
   * @param entries receives the positions of all names in its first half, and those of their values in its second half
   */
  readonly mapEntries: (tokens: JsonTokens, counts: Slab, entries: Slab) => number;
}

/** Values in JSON, each preceded by at least one other byte. */
export interface JsonTokens {
  /** Has `TOKEN_PADDING_BYTES` after the text. */
  readonly bytes: Slab;
  /** Offset of each value in `bytes`. 0 is a missing value, and `NOT_LOCATED` one that the kernels do not read. */
  readonly positions: Slab;
  /** Index of the first position. */
  readonly first: number;
  readonly count: number;
}

export const NOT_LOCATED = 0xffff_ffff;

/** Highest bit of positions whose value a kernel did not read. */
export const UNREAD = 0x8000_0000;

/** The kernels read, and write, some bytes after the text. */
export const TOKEN_PADDING_BYTES = 64;

/** Where strings are copied to. */
export interface CopiedStrings {
  readonly bytes: Slab;
  /** Offset in `bytes` of the first copy. */
  readonly at: number;
  /** Receives the end offset of each copy, its separator included, from index `first` on. */
  readonly starts: Slab;
  readonly first: number;
  /** Receives the UTF-16 length of each string. `NO_STRING` for other values, whose copies are empty. */
  readonly lengths: Slab;
}

export const NO_STRING = 0xffff_ffff;

export type TokenExports = Record<keyof TokenKernels, (...places: number[]) => number>;

export function wasmTokens(wasm: TokenExports): TokenKernels {
  const placesOf = ({ bytes, positions, first, count }: JsonTokens) => {
    const from = positions.address + first * 4;
    return [bytes.address, from, from + count * 4] as const;
  };
  return {
    findMember: (tokens, name, length) => wasm.findMember(...placesOf(tokens), name.address, length),
    internTokens: (tokens, { slots, slotCount, entries, strings, count }, out) => {
      const [base, positions] = placesOf(tokens);
      const table = [slots.address, slotCount - 1, entries.address, strings.address, count];
      return wasm.internTokens(base, positions, out.address, tokens.count, ...table);
    },
    readNumbers: (tokens, to) => wasm.readNumbers(...placesOf(tokens), to.address),
    readInstants: (tokens, to) => wasm.readInstants(...placesOf(tokens), to.address),
    copyStrings: (tokens, { bytes, at, starts, first, lengths }) => {
      const [base, positions, end] = placesOf(tokens);
      const to = [bytes.address + at, bytes.address, starts.address + first * 4, lengths.address];
      return (wasm.copyStrings(base, positions, end, ...to) - positions) / 4;
    },
    listElements: (tokens, counts, elements) => {
      const [base, positions, end] = placesOf(tokens);
      const to = [counts.address, elements.address, elements.address + elements.bytes];
      return (wasm.listElements(base, positions, end, ...to) - positions) / 4;
    },
    mapEntries: (tokens, counts, entries) => {
      const [base, positions, end] = placesOf(tokens);
      const to = [counts.address, entries.address, entries.bytes / 2];
      return (wasm.mapEntries(base, positions, end, ...to) - positions) / 4;
    },
  };
}
