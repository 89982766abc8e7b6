import type { PrefixOrder } from "../../../collation/order/sort-prefix.ts";
import { countWork } from "../../../values/work.ts";
import type { EncodedStrings } from "../kernels/kernels.ts";
import { eachBatch, type Task } from "../tasks/task.ts";
import { UNIT_COSTS } from "../tasks/unit-costs.ts";
import type { SortWords, WordKind } from "../kernels/order-key.ts";

/** Strings of a column, for their sort words. */
export interface WordSource {
  /** Returns the encoded strings; called in each step, because they can move. Undefined if they were released. */
  readonly encoded: () => EncodedStrings | undefined;
  readonly isNull: (row: number) => boolean;
  /** Rows whose strings UTF-8 cannot represent. */
  readonly illFormed: readonly number[];
  readonly order: PrefixOrder;
}

/**
 * Sort words of strings: 32-bit numbers of their characters' weights. The first word has the first characters, the next
 * word the characters after them. Rows with the lower word are lower in the order, and higher in a descending one.
 */
export class StringWords implements SortWords {
  readonly words: Uint32Array;
  readonly #source: WordSource;
  readonly #isDescending: boolean;
  /** Offset of the next character of each string. */
  readonly #positions: Uint32Array;
  readonly #rows: number;
  /** Whether each byte has a digit of its own. UTF-8 has the order of code points. */
  readonly #isByBytes: boolean;
  readonly #digits: Uint16Array;
  /** Number of different digits, and of digits in a word. */
  readonly #base: number;
  readonly #characters: number;
  /** Highest word plus one. */
  readonly #end: number;
  #isFirst = true;

  constructor(source: WordSource, rows: number, isDescending: boolean) {
    this.#source = source;
    this.#rows = rows;
    this.#isDescending = isDescending;
    this.words = new Uint32Array(rows);
    this.#positions = new Uint32Array(rows);
    this.#isByBytes = source.order.key === "code points";
    const { digits, base } = this.#isByBytes ? BYTES : digitsOf(source, rows);
    this.#digits = digits;
    this.#base = base;
    this.#characters = Math.floor(Math.log(MAX_WORDS) / Math.log(base));
    this.#end = this.#base ** this.#characters + FIRST_WORD;
  }

  readonly kindOf = (word: number): WordKind => {
    if (word === UNDECIDED) return "undecided";
    const ascending = this.#isDescending ? this.#end - word : word;
    if (ascending === NULL_WORD) return "equal";
    // Digit 0 is that of the end of a string.
    return (ascending - FIRST_WORD) % this.#base === 0 ? "compared" : "partial";
  };

  *next(tied: Uint32Array | undefined): Task<boolean> {
    let isThere = true;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    yield* eachBatch(this.#rows, (from, end) => {
      const encoded = this.#source.encoded();
      if (encoded === undefined || encoded.rows < this.#rows) isThere = false;
      if (!isThere) return;
      if (isFirst) this.#positions.set(encoded!.starts.u32().subarray(from, end), from);
      this.#write(encoded!, tied, from, end);
      if (isFirst) this.#markNulls(encoded!, from, end);
    });
    if (isFirst) for (const row of this.#source.illFormed) this.words[row] = UNDECIDED;
    return isThere;
  }

  #markNulls({ starts }: EncodedStrings, from: number, end: number): void {
    const offsets = starts.u32();
    const word = this.#isDescending ? this.#end - NULL_WORD : NULL_WORD;
    for (let row = from; row < end; row++)
      if (offsets[row + 1]! - offsets[row]! === 1 && this.#source.isNull(row)) this.words[row] = word;
  }

  #write({ bytes, starts }: EncodedStrings, tied: Uint32Array | undefined, from: number, end: number): void {
    const [array, offsets] = [bytes.u8(), starts.u32()];
    const { words } = this;
    const [positions, digits, base] = [this.#positions, this.#digits, this.#base];
    const characters = this.#characters;
    const [isDescending, endWord] = [this.#isDescending, this.#end];
    let count = 0;
    for (let group = from; group < end; group += 32) {
      const present = end - group < 32 ? 2 ** (end - group) - 1 : -1;
      for (
        let rest = (tied === undefined ? -1 : tied[group >>> 5]!) & present;
        rest !== 0;
        rest &= rest - 1
      ) {
        const row = group + 31 - Math.clz32(rest & -rest);
        // A separator follows each string.
        const stop = offsets[row + 1]! - 1;
        const at = positions[row]!;
        count++;
        // Equivalent to `#writeOne`, for words of ASCII characters. Written out, because most words are.
        let number = 0;
        let isSimple = at + characters < stop;
        if (isSimple) {
          for (let n = 0; n < characters; n++) {
            const code = array[at + n]!;
            const digit = digits[code & 0x7f]!;
            if (code >= 0x80 || digit === 0 || digit === NO_DIGIT) isSimple = false;
            number = (Math.imul(number, base) + digit) | 0;
          }
          const code = array[at + characters]!;
          if (code >= 0x80 || digits[code] === 0) isSimple = false;
        }
        if (isSimple) {
          positions[row] = at + characters;
          words[row] = isDescending ? endWord - FIRST_WORD - (number >>> 0) : FIRST_WORD + (number >>> 0);
        } else this.#writeOne(array, row, at, stop);
      }
    }
    countWork(count * UNIT_COSTS.sortedWord);
  }

  /** Writes the word of the characters from `at` on, below `stop`. */
  #writeOne(bytes: Uint8Array, row: number, at: number, stop: number): void {
    const [digits, base, characters, isByBytes] = [
      this.#digits,
      this.#base,
      this.#characters,
      this.#isByBytes,
    ];
    let number = 0;
    let isKnown = true;
    // Reads one more character than the word has: a combining mark would change the weight before it.
    for (let n = 0; n <= characters; n++) {
      let code = 0;
      let after = at;
      if (at < stop) {
        code = bytes[at]!;
        after = at + 1;
        if (code >= 0x80 && !isByBytes) {
          if (code < 0xe0) code = ((code & 0x1f) << 6) | (bytes[after++]! & 0x3f);
          else if (code < 0xf0) {
            code = ((code & 0xf) << 12) | ((bytes[after]! & 0x3f) << 6) | (bytes[after + 1]! & 0x3f);
            after += 2;
          } else code = MAX_CODE;
        }
      }
      if (n === characters) {
        isKnown = isByBytes || at === stop || (code < digits.length && digits[code] !== 0);
        break;
      }
      number *= base;
      if (at === stop) continue;
      const digit = code < digits.length ? digits[code]! : 0;
      if (digit === 0 || digit === NO_DIGIT) {
        isKnown = false;
        break;
      }
      number += digit;
      at = after;
    }
    this.#positions[row] = at;
    if (!isKnown) this.words[row] = UNDECIDED;
    else this.words[row] = this.#isDescending ? this.#end - FIRST_WORD - number : FIRST_WORD + number;
  }
}

/**
 * Returns a digit for each weight that occurs in a sample of the strings: 0 for a character without a weight, `NO_DIGIT` for
 * one whose weight does not occur.
 */
function digitsOf({ encoded, order: { weights } }: WordSource, rows: number) {
  const isUsed = new Uint8Array(0x1_0000);
  const strings = encoded();
  if (strings !== undefined) {
    const [bytes, starts] = [strings.bytes.u8(), strings.starts.u32()];
    const step = Math.max(1, Math.floor(rows / SAMPLED_STRINGS));
    for (let row = 0; row < rows; row += step) {
      const stop = Math.min(starts[row + 1]! - 1, starts[row]! + SAMPLED_BYTES);
      const text = decoder.decode(bytes.subarray(starts[row], stop));
      for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i);
        if (unit < weights.length) isUsed[weights[unit]!] = 1;
      }
    }
  }
  const digitOfWeight = new Uint16Array(0x1_0000).fill(NO_DIGIT);
  digitOfWeight[0] = 0;
  let base = 1;
  for (let weight = 1; weight < isUsed.length; weight++)
    if (isUsed[weight] === 1) digitOfWeight[weight] = base++;
  return { digits: weights.map((weight) => digitOfWeight[weight]!), base: Math.max(2, base) };
}

const decoder = new TextDecoder();

/** No byte of UTF-8 is higher than 0xf4. */
const BYTES = { digits: Uint16Array.from({ length: 0xf5 }, (_, byte) => byte + 1), base: 0xf6 };
const NO_DIGIT = 0xffff;
/** Code of all characters outside the basic plane, which have no weights. */
const MAX_CODE = 0xffff;
/** Word of a string with a character without a weight, or with one that the sample lacks. Lowest in any direction. */
const UNDECIDED = 0;
const NULL_WORD = 1;
const FIRST_WORD = 2;
/** Words of characters that 32 bits can distinguish. */
const MAX_WORDS = 2 ** 32 - FIRST_WORD - 1;
const SAMPLED_STRINGS = 4096;
const SAMPLED_BYTES = 1024;
