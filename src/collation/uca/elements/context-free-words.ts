/**
 * Cache of the CE32 words (see collation-table.ts) of characters up to U+FFFF whose collation elements do not depend
 * on neighboring characters. Pages of 256 characters are filled on first use.
 */
import {
  EXPANSION,
  HANGUL,
  IS_DIGIT,
  LONG_PRIMARY,
  type CharacterProperties,
  type CollationTable,
} from "../tables/collation-table.ts";

/**
 * CE32 word of a character without weights. This tag and the next two exist only in this cache, not in the collation
 * data.
 */
export const IGNORABLE_WORD = 0xc0;
/**
 * Tag in the lowest byte of a word: the character decomposes, and canonical ordering may move a following mark before
 * its own marks. The bits above the tag are an index into `checked`.
 */
export const DECOMPOSES = 0xc7;
/**
 * Tag in the lowest byte of a word: the character's elements depend on neighbors. Such characters are marks,
 * contractions, prefix contexts and surrogates.
 */
export const NEEDS_CONTEXT = 0xff;

export class ContextFreeWords {
  /** CE32 word of each UTF-16 unit; 0 if its page of 256 is not filled yet. */
  readonly words = new Uint32Array(0x10000);
  /** For each UTF-16 unit: 1 if it has a primary weight and cannot continue a contraction, else 0. */
  readonly hasFixedPrimary = new Uint8Array(0x10000);
  readonly checked: number[] = [];

  private readonly table: CollationTable;
  private readonly properties: CharacterProperties;
  private readonly isNumeric: boolean;

  constructor(table: CollationTable, properties: CharacterProperties, isNumeric: boolean) {
    this.table = table;
    this.properties = properties;
    this.isNumeric = isNumeric;
  }

  wordOf(c: number): number {
    const word = this.words[c]!;
    if (word !== 0) return word;
    for (let codePoint = c & 0xff00; codePoint <= (c | 0xff); codePoint++) {
      const pageWord = this.makeWord(codePoint);
      this.words[codePoint] = pageWord;
      this.hasFixedPrimary[codePoint] =
        this.isIndependentOfPrevious(codePoint) && this.firstPrimary(pageWord, codePoint) !== 0 ? 1 : 0;
    }
    return this.words[c]!;
  }

  /**
   * Returns whether the elements of the unit at `at` do not depend on its neighbors. Returns true at the end of the
   * string.
   */
  startsIndependently(text: string, at: number): boolean {
    return at >= text.length || (this.wordOf(text.charCodeAt(at)) & 0xff) !== NEEDS_CONTEXT;
  }

  /** Returns the first primary weight of the unit at `at`, or 0 if it depends on the unit's neighbors. */
  primaryAt(text: string, at: number): number {
    const c = text.charCodeAt(at);
    const word = this.wordOf(c);
    if (this.hasFixedPrimary[c] === 0) return 0;
    const kind = word & 0xff;
    if (kind < IGNORABLE_WORD) return (word & 0xffff0000) >>> 0;
    if (kind === LONG_PRIMARY) return (word & 0xffffff00) >>> 0;
    return kind === HANGUL || this.startsIndependently(text, at + 1) ? this.firstPrimary(word, c) : 0;
  }

  private firstPrimary(word: number, c: number): number {
    const kind = word & 0xff;
    if (kind < IGNORABLE_WORD) return (word & 0xffff0000) >>> 0;
    switch (kind) {
      case LONG_PRIMARY:
        return (word & 0xffffff00) >>> 0;
      case EXPANSION:
        return this.table.primaries[word >>> 13]!;
      case DECOMPOSES:
        return this.firstPrimary(this.checked[word >>> 8]!, c);
      case HANGUL: {
        const lead = 0x1100 + Math.floor((c - 0xac00) / 588);
        return this.firstPrimary(this.table.pages[lead >>> 8]![lead & 255]!, lead);
      }
      default:
        return 0;
    }
  }

  private isIndependentOfPrevious(c: number): boolean {
    const { joining } = this.table;
    const decomposition = this.properties.decompositions.get(c);
    return !joining.has(c) && (decomposition === undefined || !joining.has(decomposition[0]!));
  }

  private makeWord(c: number): number {
    const { table, properties } = this;
    if (c >= 0xd800 && c < 0xe000) return NEEDS_CONTEXT;
    const property = properties.pages[c >>> 8]![c & 255]!;
    if (property === 255 || (property > 0 && property < 128)) return NEEDS_CONTEXT;
    let word = table.pages[c >>> 8]![c & 255]!;
    if ((word & 0xff) === IS_DIGIT && !this.isNumeric) word = table.digits[word >>> 13]!;
    const kind = word & 0xff;
    if (kind === EXPANSION) return word;
    if (kind === HANGUL) return table.jamoInContext ? NEEDS_CONTEXT : word;
    if (kind !== LONG_PRIMARY && kind >= IGNORABLE_WORD) return NEEDS_CONTEXT;
    if (property !== 0) {
      this.checked.push(word);
      return (((this.checked.length - 1) << 8) | DECOMPOSES) >>> 0;
    }
    // 0 means an unfilled entry, so words of 0 are replaced. Other words whose lowest byte is 0 are handled like
    // characters with context.
    return word === 0 ? IGNORABLE_WORD : kind === 0 ? NEEDS_CONTEXT : word;
  }
}

/** Returns the cached table for these collation data, with or without numeric order. */
export function contextFreeWords(
  table: CollationTable,
  properties: CharacterProperties,
  isNumeric: boolean,
): ContextFreeWords {
  let pair = cache.get(table);
  if (pair === undefined) cache.set(table, (pair = [undefined, undefined]));
  return (pair[isNumeric ? 1 : 0] ??= new ContextFreeWords(table, properties, isNumeric));
}

const cache = new WeakMap<CollationTable, [ContextFreeWords | undefined, ContextFreeWords | undefined]>();
