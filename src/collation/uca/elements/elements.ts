/**
 * Computes the collation elements of a string (UTS #10, step 2). Elements without weights are omitted. The *lower
 * half* of an element has all weights except the primary one, from the highest bit: 16 bits secondary, 2 bits case, 6
 * bits tertiary, 2 bits quaternary and 6 bits tertiary.
 * The string is decomposed only from the first character whose elements depend on its neighbors, and only if
 * necessary.
 */
import {
  EXPANSION,
  HANGUL,
  IN_CONTEXT,
  IS_DIGIT,
  LONG_PRIMARY,
  LONG_SECONDARY,
  type CharacterProperties,
  type CollationTable,
  type Context,
  type ContextNode,
} from "../tables/collation-table.ts";
import { COMMON_LOWER } from "../tables/weights.ts";
import {
  contextFreeWords,
  DECOMPOSES,
  IGNORABLE_WORD,
  NEEDS_CONTEXT,
  type ContextFreeWords,
} from "./context-free-words.ts";
import { decompose, needsDecomposition } from "./decomposition.ts";
import { combiningRank, DiscontiguousContractions } from "./discontiguous-contractions.ts";
import { implicitPrimary } from "./implicit-weights.ts";
import { appendNumber } from "./numbers.ts";
import { matchPrefixContext } from "./prefix-contexts.ts";

/** Growable list of the collation elements of one string. Reused for many strings, which are usually short. */
export class Elements {
  primaries = new Uint32Array(256);
  lowers = new Uint32Array(256);
  size = 0;
  /** The string, whose end may have been decomposed. Offsets refer to this form. */
  text = "";
  readonly words: ContextFreeWords;

  readonly table: CollationTable;
  private readonly properties: CharacterProperties;
  private readonly numericLead: number;

  /** Offset of the next character to process. */
  private at = 0;
  private isChecked = false;
  private readonly consumedMarks: DiscontiguousContractions;

  /** @param numericLead lead byte of the primary weights of numbers; 0 if digits are compared as characters */
  constructor(table: CollationTable, properties: CharacterProperties, numericLead: number) {
    this.table = table;
    this.properties = properties;
    this.numericLead = numericLead;
    this.consumedMarks = new DiscontiguousContractions(properties);
    this.words = contextFreeWords(table, properties, numericLead !== 0);
  }

  fill(text: string): void {
    this.start(text);
    this.extend(Infinity);
  }

  /** Starts a new string at offset `from`, and clears the elements. */
  start(text: string, from = 0): void {
    this.text = text;
    this.at = from;
    this.size = 0;
    this.isChecked = false;
  }

  /**
   * Appends the elements of at least `units` more UTF-16 units. Equivalent to a loop of `step`, with the common cases
   * inlined for speed.
   * @returns false if no characters were left
   */
  extend(units: number): boolean {
    let { text, at: i, size } = this;
    if (i >= text.length) return false;
    let end = units >= text.length - i ? text.length : i + units;
    this.reserve(end - i);
    let { primaries, lowers } = this;
    const { words } = this.words;
    while (i < end) {
      const word = words[text.charCodeAt(i)]!;
      const kind = word & 0xff;
      if (kind !== 0 && kind < IGNORABLE_WORD) {
        i++;
        primaries[size] = word & 0xffff0000;
        lowers[size++] = ((word & 0xff00) << 16) | (kind << 8);
      } else if (kind === LONG_PRIMARY) {
        i++;
        primaries[size] = word & 0xffffff00;
        lowers[size++] = COMMON_LOWER;
      } else {
        this.size = size;
        i = this.step(i);
        if (text !== this.text) {
          ({ text } = this);
          end = units >= text.length - i ? text.length : Math.max(i, end);
        }
        // Reserves one element per remaining unit, because the fast path writes without a check.
        if (end > i) this.reserve(end - i);
        ({ size, primaries, lowers } = this);
      }
    }
    this.size = size;
    this.at = i;
    return true;
  }

  /**
   * Appends the elements of the character at `at`. Returns the offset after the character, or after the contraction
   * or number that starts with it.
   */
  step(at: number): number {
    const word = this.words.wordOf(this.text.charCodeAt(at));
    switch (word & 0xff) {
      case IGNORABLE_WORD:
        return at + 1;
      case HANGUL:
        this.appendHangul(this.text.charCodeAt(at));
        return at + 1;
      case EXPANSION:
        if (!this.words.startsIndependently(this.text, at + 1)) break;
        this.appendExpansion(word);
        return at + 1;
      case DECOMPOSES:
        if (!this.words.startsIndependently(this.text, at + 1)) break;
        this.appendSimple(this.words.checked[word >>> 8]!);
        return at + 1;
      case NEEDS_CONTEXT:
        break;
      default:
        this.appendSimple(word);
        return at + 1;
    }
    if (!this.isChecked) this.check(at);
    const consumedMark = this.consumedMarks.find(at);
    if (consumedMark !== at) return consumedMark;
    this.appendFrom(at);
    return this.at;
  }

  private check(at: number): void {
    const { properties, text } = this;
    this.isChecked = true;
    if (needsDecomposition(properties, text, at, this.table.jamoInContext))
      this.text = text.slice(0, at) + decompose(properties, text, at);
    this.consumedMarks.start(this.text);
  }

  push(primary: number, lower: number): void {
    if (this.size === this.primaries.length) this.reserve(1);
    this.primaries[this.size] = primary;
    this.lowers[this.size++] = lower;
  }

  private appendSimple(word: number): void {
    const kind = word & 0xff;
    if (kind === LONG_PRIMARY) this.push(word & 0xffffff00, COMMON_LOWER);
    else if (kind !== 0 && kind < IGNORABLE_WORD)
      this.push(word & 0xffff0000, ((word & 0xff00) << 16) | (kind << 8));
  }

  private appendExpansion(word: number): void {
    const from = word >>> 13;
    const to = from + ((word >>> 8) & 31);
    for (let i = from; i < to; i++) this.push(this.table.primaries[i]!, this.table.lowers[i]!);
  }

  private appendFrom(start: number): void {
    const c = this.text.codePointAt(start)!;
    this.at = start + (c > 0xffff ? 2 : 1);
    this.append(c, this.wordOf(c), start);
  }

  private append(c: number, first: number, start: number): void {
    for (let word = first; ;) {
      const kind = word & 0xff;
      if (kind < IGNORABLE_WORD || kind === LONG_PRIMARY) {
        this.appendSimple(word);
        return;
      }
      switch (kind) {
        case LONG_SECONDARY:
          this.push(0, word & 0xffffff00);
          return;
        case EXPANSION:
          this.appendExpansion(word);
          return;
        case IS_DIGIT:
          if (this.numericLead !== 0) {
            this.appendDigits(word);
            return;
          }
          word = this.table.digits[word >>> 13]!;
          break;
        case HANGUL:
          this.appendHangul(c);
          return;
        case IN_CONTEXT: {
          const context = this.table.contexts[word >>> 13]!;
          word = context.isPrefix
            ? matchPrefixContext(context, this.text, start)
            : this.matchContraction(context);
          break;
        }
        default: {
          this.push(implicitPrimary(c), COMMON_LOWER);
          return;
        }
      }
    }
  }

  private wordOf(c: number): number {
    return this.table.pages[c >>> 8]![c & 255]!;
  }

  private appendHangul(c: number): void {
    const s = c - 0xac00;
    const tail = s % 28;
    this.appendJamo(0x1100 + ((s / 588) | 0));
    this.appendJamo(0x1161 + (((s % 588) / 28) | 0));
    if (tail !== 0) this.appendJamo(0x11a7 + tail);
  }

  private appendJamo(c: number): void {
    const word = this.words.wordOf(c);
    if ((word & 0xff) <= LONG_PRIMARY) this.appendSimple(word);
    else this.append(c, this.wordOf(c), this.at);
  }

  private appendDigits(first: number): void {
    const digits = [(first >>> 8) & 15];
    for (let i = this.next(); i < this.text.length; i = this.next()) {
      const c = this.text.codePointAt(i)!;
      const word = this.wordOf(c);
      if ((word & 0xff) !== IS_DIGIT) break;
      digits.push((word >>> 8) & 15);
      this.at = i + (c > 0xffff ? 2 : 1);
    }
    appendNumber(this.numericLead, digits, (primary) => this.push(primary, COMMON_LOWER));
  }

  private matchContraction(context: Context): number {
    const { text } = this;
    let i = this.next();
    if (i >= text.length) return context.fallback;
    if (context.marksAlone && combiningRank(this.properties, text, i) === 0) return context.fallback;
    let word = context.fallback;
    let node = context.suffixes;
    let matched: ContextNode | undefined;
    while (i < text.length) {
      const c = text.codePointAt(i)!;
      const next = node.next.get(c);
      if (next === undefined) break;
      i = this.consumedMarks.find(i + (c > 0xffff ? 2 : 1));
      node = next;
      if (node.word !== undefined) {
        word = node.word;
        matched = node;
        this.at = i;
      }
    }
    if (!context.endsInMark || (context.singleIsNoMatch && matched === undefined)) return word;
    const marks = this.next();
    if (marks >= text.length || combiningRank(this.properties, text, marks) === 0) return word;
    return this.consumedMarks.match(matched ?? context.suffixes, word, marks);
  }

  private next(): number {
    return this.consumedMarks.find(this.at);
  }

  private reserve(count: number): void {
    const required = this.size + count;
    if (required <= this.primaries.length) return;
    const length = Math.max(required, this.primaries.length * 2);
    const [primaries, lowers] = [new Uint32Array(length), new Uint32Array(length)];
    primaries.set(this.primaries);
    lowers.set(this.lowers);
    this.primaries = primaries;
    this.lowers = lowers;
  }
}
