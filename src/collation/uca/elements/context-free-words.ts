/**
 * What the characters up to U+FFFF stand for that need no look at what is around them, in one flat table: a page of it is
 * made when a text first asks for one of its characters, so that what no text has costs nothing.
 */
import {
  EXPANSION,
  HANGUL,
  IS_DIGIT,
  LONG_PRIMARY,
  type CharacterProperties,
  type CollationTable,
} from "../tables/collation-table.ts";

/** Kinds of words that this table alone has. No weight at all: */
export const IGNORABLE_WORD = 0xc0;
/** Decomposes, so a mark after it may have to be put before its own; above the kind is the word's place in `checked`. */
export const DECOMPOSES = 0xc7;
/** All that must be looked at in its surroundings: marks, contractions, look-backs, surrogates. */
export const NEEDS_CONTEXT = 0xff;

export class ContextFreeWords {
  /** A word for each UTF-16 unit; 0 where the page has not been made. */
  readonly words = new Uint32Array(0x10000);
  /** For each unit 1 if it begins anew, so that nothing before it goes on with it, and has a primary weight. */
  readonly hasFixedPrimary = new Uint8Array(0x10000);
  /** The words of what decomposes but has one element. */
  readonly checked: number[] = [];

  private readonly table: CollationTable;
  private readonly properties: CharacterProperties;
  private readonly isNumeric: boolean;

  constructor(table: CollationTable, properties: CharacterProperties, isNumeric: boolean) {
    this.table = table;
    this.properties = properties;
    this.isNumeric = isNumeric;
  }

  /** The word of a unit, made if it was not yet. */
  wordOf(c: number): number {
    const word = this.words[c]!;
    if (word !== 0) return word;
    for (let each = c & 0xff00; each <= (c | 0xff); each++) {
      const own = this.makeWord(each);
      this.words[each] = own;
      this.hasFixedPrimary[each] = this.beginsAnew(each) && this.firstPrimary(own, each) !== 0 ? 1 : 0;
    }
    return this.words[c]!;
  }

  /** Whether what is at a place has nothing to do with what is before it. */
  startsIndependently(text: string, place: number): boolean {
    return place >= text.length || (this.wordOf(text.charCodeAt(place)) & 0xff) !== NEEDS_CONTEXT;
  }

  /** The primary weight of the first element of the unit at a place, or 0 if that depends on what is around it. */
  primaryAt(text: string, place: number): number {
    const c = text.charCodeAt(place);
    const word = this.wordOf(c);
    if (this.hasFixedPrimary[c] === 0) return 0;
    const kind = word & 0xff;
    if (kind < IGNORABLE_WORD) return (word & 0xffff0000) >>> 0;
    if (kind === LONG_PRIMARY) return (word & 0xffffff00) >>> 0;
    return kind === HANGUL || this.startsIndependently(text, place + 1) ? this.firstPrimary(word, c) : 0;
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

  private beginsAnew(c: number): boolean {
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
    // A word of 0 and others without a third weight have no place among the quick ones.
    return word === 0 ? IGNORABLE_WORD : kind === 0 ? NEEDS_CONTEXT : word;
  }
}

/** The quick words of a table. There are two tables of them at most: with digits as numbers, and without. */
export function contextFreeWords(
  table: CollationTable,
  properties: CharacterProperties,
  isNumeric: boolean,
): ContextFreeWords {
  let both = made.get(table);
  if (both === undefined) made.set(table, (both = [undefined, undefined]));
  return (both[isNumeric ? 1 : 0] ??= new ContextFreeWords(table, properties, isNumeric));
}

const made = new WeakMap<CollationTable, [ContextFreeWords | undefined, ContextFreeWords | undefined]>();
