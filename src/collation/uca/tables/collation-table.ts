/**
 * Collation data of a locale. Each character has a 32-bit word in ICU's format (CE32), in pages of 256 characters.
 * The word is either a complete collation element, or has a tag in its lowest byte.
 * The table of a locale replaces some words of the root table, and shares unchanged pages with it.
 */
import type { ByteReader } from "./byte-reader.ts";
import { unpack } from "./inflate.ts";
import { AREAS, CONTEXT, DIGIT, GENERATOR, IMPLICIT } from "./packed-format.ts";
import { COMMON_LOWER } from "./weights.ts";

export interface CollationTable {
  readonly pages: readonly Uint32Array[];
  readonly primaries: Uint32Array;
  readonly lowers: Uint32Array;
  readonly contexts: readonly Context[];
  /**
   * CE32 words of digits that are compared as characters, not as numbers. Words with the tag `IS_DIGIT` refer to them
   * by index.
   */
  readonly digits: readonly number[];
  /** Code points that can continue a contraction, or that have a prefix context. */
  readonly joining: ReadonlySet<number>;
  /** True if a contraction or prefix context includes conjoining jamo. Hangul syllables must then be decomposed. */
  readonly jamoInContext: boolean;
  /** First numbers of the data: constants of root (see root.ts), or the packed settings of a tailoring. */
  readonly head: readonly number[];
}

/** All contractions that start with a character, or all prefix contexts of a character. */
export interface Context {
  /**
   * True for prefix contexts: the weights depend on the preceding characters, which `suffixes` has in reverse order.
   */
  readonly isPrefix: boolean;
  readonly fallback: number;
  readonly suffixes: ContextNode;
  /** If true, discontiguous contractions are matched only after a contiguous contraction has matched. */
  readonly singleIsNoMatch: boolean;
  /** True if every suffix starts with a combining mark. */
  readonly marksAlone: boolean;
  /** True if some suffix ends with a combining mark, so that discontiguous contractions are possible. */
  readonly endsInMark: boolean;
}

export interface ContextNode {
  /** Word of the contraction or context that ends at this node; undefined if none does. */
  word: number | undefined;
  readonly next: Map<number, ContextNode>;
}

/** Tags in the lowest byte of a word. Words whose lowest byte is below 0xc0 are complete collation elements. */
export const LONG_PRIMARY = 0xc1;
export const LONG_SECONDARY = 0xc2;
export const EXPANSION = 0xc6;
export const IN_CONTEXT = 0xc9;
export const IS_DIGIT = 0xca;
export const HANGUL = 0xcc;
export const UNASSIGNED = 0xcf;

/** Normalization properties of characters. Part of the root data, shared by all collations. */
export interface CharacterProperties {
  /**
   * One byte per character, in pages of 256:
   * - 0: normalization never changes the character.
   * - 1 to 127: a combining mark; the value is the rank of its combining class.
   * - 128 to 254: the character decomposes; the value is 128 plus the rank of the last character of its
   * decomposition.
   * - 255: the character decomposes, and its decomposition starts with a combining mark.
   */
  readonly pages: readonly Uint8Array[];
  readonly decompositions: ReadonlyMap<number, readonly number[]>;
  /** Code points that are the only one of a decomposition, or are in one after its first code point. */
  readonly parts: ReadonlySet<number>;
}

/** Reads the packed data of a tailoring of `root`, or of root itself if `root` is undefined. */
export function readTable(data: string, root?: CollationTable): { table: CollationTable; rest: ByteReader } {
  const reader = unpack(data);
  const headColumn = reader.column();
  if (headColumn.number() !== GENERATOR)
    throw new Error(`internal: collation data must have format ${GENERATOR}`);
  const head: number[] = [];
  while (!headColumn.done) head.push(headColumn.number());

  const pages = root === undefined ? rootPages() : [...root.pages];
  const ownedPages = new Set<number>();
  const set = (c: number, word: number): void => {
    const page = c >>> 8;
    if (!ownedPages.has(page)) {
      ownedPages.add(page);
      pages[page] = pages[page]!.slice();
    }
    pages[page]![c & 255] = word;
  };

  readPlain(reader, set);

  const primaries = root === undefined ? [] : [...root.primaries];
  const lowers = root === undefined ? [] : [...root.lowers];
  const sequences = readSequences(reader, primaries, lowers);
  const contexts = root === undefined ? [] : [...root.contexts];
  const joining = new Set(root?.joining);
  const digits = root === undefined ? [] : [...root.digits];
  const firstContext = contexts.length;
  const wordOf = (reference: number): number => {
    const index = reference >>> 2;
    switch (reference & 3) {
      case CONTEXT:
        return (((firstContext + index) << 13) | IN_CONTEXT) >>> 0;
      case IMPLICIT:
        return UNASSIGNED;
      case DIGIT: {
        digits.push(wordOf(index >>> 4));
        return (((digits.length - 1) << 13) | ((index & 15) << 8) | IS_DIGIT) >>> 0;
      }
      default:
        return sequences[index]!;
    }
  };
  const [mapped, references, contextColumn] = [reader.column(), reader.column(), reader.column()];
  while (!contextColumn.done) contexts.push(readContext(contextColumn, wordOf, joining));
  let c = -1;
  let expected = 0;
  let jamoInContext = root?.jamoInContext ?? false;
  while (!mapped.done) {
    c += mapped.number() + 1;
    const reference = expected + references.signed();
    if ((reference & 3) === 0) expected = reference + 4;
    const word = wordOf(reference);
    set(c, word);
    if ((word & 0xff) === IN_CONTEXT) {
      if (isJamo(c)) jamoInContext = true;
      if (contexts[word >>> 13]!.isPrefix) joining.add(c);
    }
  }
  for (const codePoint of joining) if (isJamo(codePoint)) jamoInContext = true;
  return {
    table: {
      pages,
      primaries: Uint32Array.from(primaries),
      lowers: Uint32Array.from(lowers),
      contexts,
      digits,
      joining,
      jamoInContext,
      head,
    },
    rest: reader,
  };
}

function isJamo(c: number): boolean {
  return c >= 0x1100 && c <= 0x11ff;
}

function rootPages(): Uint32Array[] {
  const unassigned = new Uint32Array(256).fill(UNASSIGNED);
  const pages = Array.from({ length: 0x1100 }, () => unassigned);
  const hangul = new Uint32Array(256).fill(HANGUL);
  for (let page = 0xac; page < 0xd7; page++) pages[page] = hangul;
  pages[0xd7] = unassigned.slice();
  pages[0xd7].fill(HANGUL, 0, 0xa4);
  return pages;
}

/** Reads the characters with one element that has a primary weight and common weights on the other levels. */
function readPlain(reader: ByteReader, set: (c: number, word: number) => void): void {
  const [areas, steps, primaries] = [reader.column(), reader.column(), reader.column()];
  const next = AREAS.map((start) => start as number);
  let weight = 0;
  let step = 0;
  let remaining = 0;
  while (!areas.done) {
    const packed = areas.number();
    const area = packed & 31;
    const length = packed >>> 5 === 7 ? 8 + areas.number() : (packed >>> 5) + 1;
    const first = next[area]! + steps.signed();
    next[area] = first + length;
    for (let c = first; c < first + length; c++) {
      if (remaining === 0) {
        step = primaries.number();
        remaining = primaries.number();
      }
      remaining--;
      weight += step;
      set(c, ((weight << 8) | LONG_PRIMARY) >>> 0);
    }
  }
}

function readSequences(reader: ByteReader, primaries: number[], lowers: number[]): number[] {
  const [lowerColumn, lengths, weights, ranks] = [
    reader.column(),
    reader.column(),
    reader.column(),
    reader.column(),
  ];
  const ranked: number[] = [];
  while (!lowerColumn.done) ranked.push(lowerColumn.number());
  const sequences: number[] = [];
  let previous = 0;
  while (!lengths.done) {
    const length = lengths.number();
    const start = primaries.length;
    for (let i = 0; i < length; i++) {
      const step = weights.number();
      if (step !== 0) previous += (step - 1) % 2 === 0 ? (step - 1) / 2 : -step / 2;
      primaries.push(step === 0 ? 0 : previous);
      lowers.push(ranked[ranks.number()]!);
    }
    sequences.push(wordOfSequence(primaries, lowers, start, length));
  }
  return sequences;
}

function wordOfSequence(
  primaries: readonly number[],
  lowers: readonly number[],
  start: number,
  length: number,
): number {
  if (length === 1) {
    const primary = primaries[start]!;
    const lower = lowers[start]!;
    if ((primary & 0xffff) === 0 && (lower & 0x00ff00ff) === 0 && (lower & 0xff00) < 0xc000) {
      return (primary | ((lower >>> 16) & 0xff00) | ((lower >>> 8) & 0xff)) >>> 0;
    }
    if (lower === COMMON_LOWER && (primary & 0xff) === 0) return (primary | LONG_PRIMARY) >>> 0;
    if (primary === 0 && (lower & 0xff) === 0) return (lower | LONG_SECONDARY) >>> 0;
  }
  return ((start << 13) | (length << 8) | EXPANSION) >>> 0;
}

function readContext(
  reader: ByteReader,
  wordOf: (reference: number) => number,
  joining: Set<number>,
): Context {
  const flags = reader.number();
  const isPrefix = flags === 8;
  const fallback = wordOf(reader.number());
  const suffixes: ContextNode = { word: undefined, next: new Map() };
  for (let count = reader.number(); count > 0; count--) {
    let node = suffixes;
    for (let left = reader.number(); left > 0; left--) {
      const c = reader.number();
      if (!isPrefix) joining.add(c);
      let next = node.next.get(c);
      if (next === undefined) node.next.set(c, (next = { word: undefined, next: new Map() }));
      node = next;
    }
    node.word = wordOf(reader.number());
  }
  return {
    isPrefix,
    fallback,
    suffixes,
    singleIsNoMatch: !isPrefix && (flags & 1) !== 0,
    marksAlone: !isPrefix && (flags & 2) !== 0,
    endsInMark: !isPrefix && (flags & 4) !== 0,
  };
}

export function readProperties(column: ByteReader): CharacterProperties {
  const none = new Uint8Array(256);
  const pages = Array.from({ length: 0x1100 }, () => none);
  const set = (c: number, value: number): void => {
    if (pages[c >>> 8] === none) pages[c >>> 8] = new Uint8Array(256);
    pages[c >>> 8]![c & 255] = value;
  };
  const rank = (c: number): number => pages[c >>> 8]![c & 255]!;
  let c = 0;
  for (let count = column.number(); count > 0; count--) {
    c += column.number();
    set(c, column.number());
  }
  const decompositions = new Map<number, readonly number[]>();
  c = 0;
  let first = 0;
  for (let count = column.number(); count > 0; count--) {
    c += column.number();
    const points: number[] = [];
    for (let length = column.number(); length > 0; length--) {
      points.push(points.length === 0 ? (first += column.signed()) : column.number());
    }
    decompositions.set(c, points);
  }
  const parts = new Set<number>();
  for (const [composite, points] of decompositions) {
    for (const point of points.length === 1 ? points : points.slice(1)) parts.add(point);
    set(composite, rank(points[0]!) !== 0 ? 255 : 128 + rank(points.at(-1)!));
  }
  return { pages, decompositions, parts };
}
