/**
 * From text to collation elements (UTS #10, step 2): characters alone, contractions, contractions that marks interrupt,
 * prefixes, digits as numbers, Hangul and implicit weights.
 *
 * Two arrays hold the elements: primary weights, and below them 16 bits secondary, 2 bits case, 6 bits tertiary, 2 bits
 * quaternary and 6 bits tertiary again, which is how the data have them. Elements without any weight are left out.
 */
import { needsDecomposition, decompose } from "./normal-form.ts";
import { implicitPrimary } from "./implicit.ts";
import { appendNumber } from "./numbers.ts";
import { prefixWord } from "./prefix.ts";
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
} from "./table.ts";

const COMMON = 0x05000500;

/** The elements of one text after the other. It is kept and filled again, since texts are short and many. */
export class Elements {
  primaries = new Uint32Array(256);
  lowers = new Uint32Array(256);
  size = 0;

  private readonly table: CollationTable;
  private readonly properties: CharacterProperties;
  private readonly numericLead: number;

  private text = "";
  private at = 0;
  /** Where to go on from a place; marks that a contraction took leave a gap. Only there if some did. */
  private links: Int32Array | undefined;
  /** Within a run of marks, where those of the next class begin; 0 where that has not been asked. */
  private groupEnds: Int32Array | undefined;

  /** @param numericLead the lead byte of numbers, or 0 if digits are to stand for themselves. */
  constructor(table: CollationTable, properties: CharacterProperties, numericLead: number) {
    this.table = table;
    this.properties = properties;
    this.numericLead = numericLead;
  }

  /** Replaces the elements by those of a text, or of its end. */
  fill(whole: string, from = 0): void {
    const { pages, jamoInContext, digits, primaries: parts, lowers: lowerParts } = this.table;
    const isNumeric = this.numericLead !== 0;
    const cut = from === 0 ? whole : whole.slice(from);
    const text = needsDecomposition(this.properties, cut, jamoInContext)
      ? decompose(this.properties, cut)
      : cut;
    this.text = text;
    this.links = this.groupEnds = undefined;
    this.size = 0;
    if (this.primaries.length < text.length + 8) this.grow(text.length + 8);
    let { primaries, lowers } = this;
    const length = text.length;
    let size = 0;
    let links: Int32Array | undefined;
    for (let i = 0; i < length;) {
      if (links !== undefined && links[i] !== i) {
        i = this.find(i);
        continue;
      }
      const c = text.charCodeAt(i);
      let word = pages[c >>> 8]![c & 255]!;
      let kind = word & 0xff;
      if (kind === IS_DIGIT && !isNumeric) {
        word = digits[word >>> 13]!;
        kind = word & 0xff;
      }
      if (kind < 0xc0) {
        i++;
        if (word === 0) continue;
        primaries[size] = word & 0xffff0000;
        lowers[size++] = ((word & 0xff00) << 16) | (kind << 8);
      } else if (kind === LONG_PRIMARY) {
        i++;
        primaries[size] = word & 0xffffff00;
        lowers[size++] = COMMON;
      } else if (kind === EXPANSION) {
        i++;
        const from = word >>> 13;
        const count = (word >>> 8) & 31;
        if (primaries.length < size + count + length - i + 8) {
          this.size = size;
          this.grow(size + count + length - i + 8);
          ({ primaries, lowers } = this);
        }
        for (let at = from; at < from + count; at++) {
          primaries[size] = parts[at]!;
          lowers[size++] = lowerParts[at]!;
        }
      } else {
        this.size = size;
        this.at = i;
        this.appendFrom(i, word);
        i = this.at;
        links = this.links;
        size = this.size;
        // What is left needs a place each at least, whatever expansions took.
        if (primaries.length < size + length - i + 8) this.grow(size + length - i + 8);
        ({ primaries, lowers } = this);
      }
    }
    this.size = size;
  }

  /** Adds an element. */
  push(primary: number, lower: number): void {
    if (this.size === this.primaries.length) this.grow(this.size + 1);
    this.primaries[this.size] = primary;
    this.lowers[this.size++] = lower;
  }

  /** Adds the elements of the character at a place, and moves on behind all that they were made of. */
  private appendFrom(start: number, unitWord: number): void {
    let c = this.text.charCodeAt(start);
    let word = unitWord;
    this.at = start + 1;
    if (c >= 0xd800 && c < 0xdc00) {
      c = this.text.codePointAt(start)!;
      if (c > 0xffff) {
        this.at++;
        word = this.wordOf(c);
      }
    }
    this.append(c, word, start);
  }

  private append(c: number, first: number, start: number): void {
    for (let word = first; ;) {
      const kind = word & 0xff;
      if (kind < 0xc0) {
        if (word !== 0) this.push(word & 0xffff0000, ((word & 0xff00) << 16) | (kind << 8));
        return;
      }
      switch (kind) {
        case LONG_PRIMARY: {
          this.push(word & 0xffffff00, COMMON);
          return;
        }
        case LONG_SECONDARY: {
          this.push(0, word & 0xffffff00);
          return;
        }
        case EXPANSION: {
          const from = word >>> 13;
          const to = from + ((word >>> 8) & 31);
          for (let i = from; i < to; i++) this.push(this.table.primaries[i]!, this.table.lowers[i]!);
          return;
        }
        case IS_DIGIT:
          if (this.numericLead !== 0) {
            this.appendDigits(word);
            return;
          }
          word = this.table.digits[word >>> 13]!;
          break;
        case HANGUL: {
          this.appendHangul(c);
          return;
        }
        case IN_CONTEXT: {
          const context = this.table.contexts[word >>> 13]!;
          word = context.isPrefix ? prefixWord(context, this.text, start) : this.matchContraction(context);
          break;
        }
        default: {
          this.push(implicitPrimary(c), COMMON);
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
    for (const jamo of [
      0x1100 + Math.floor(s / 588),
      0x1161 + Math.floor((s % 588) / 28),
      tail === 0 ? 0 : 0x11a7 + tail,
    ]) {
      if (jamo !== 0) this.append(jamo, this.wordOf(jamo), this.at);
    }
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
    appendNumber(this.numericLead, digits, (primary) => this.push(primary, COMMON));
  }

  private matchContraction(context: Context): number {
    const { text } = this;
    let i = this.next();
    if (i >= text.length) return context.fallback;
    if (context.marksAlone && this.rankAt(i) === 0) return context.fallback;
    let word = context.fallback;
    let node = context.suffixes;
    let matched: ContextNode | undefined;
    while (i < text.length) {
      const c = text.codePointAt(i)!;
      const next = node.next.get(c);
      if (next === undefined) break;
      i = this.find(i + (c > 0xffff ? 2 : 1));
      node = next;
      if (node.word !== undefined) {
        word = node.word;
        matched = node;
        this.at = i;
      }
    }
    if (!context.endsInMark || (context.singleIsNoMatch && matched === undefined)) return word;
    return this.matchDiscontiguous(matched ?? context.suffixes, word);
  }

  /**
   * Steps S2.1.1 to S2.1.3: marks that nothing blocks from what has been matched go on the match, and are taken out of
   * the text. Of marks of one class only the first is not blocked, so a run of marks is passed class by class: however
   * long it is, each attempt takes no more steps than there are classes, besides the marks that it takes out.
   */
  private matchDiscontiguous(from: ContextNode, found: number): number {
    const { text } = this;
    let word = found;
    let node = from;
    let blocked = 0;
    for (let i = this.next(); i < text.length && node.next.size > 0;) {
      const rank = this.rankAt(i);
      if (rank === 0) break;
      const c = text.codePointAt(i)!;
      const next = rank > blocked ? node.next.get(c) : undefined;
      if (next?.word === undefined) {
        blocked = rank;
        i = this.find(this.groupEnd(i));
      } else {
        word = next.word;
        node = next;
        i = this.takeOut(i, c > 0xffff ? 2 : 1);
      }
    }
    return word;
  }

  /** The rank of the combining class of the character at a place; 0 if it is no mark. */
  private rankAt(i: number): number {
    const c = this.text.codePointAt(i)!;
    const value = this.properties.pages[c >>> 8]![c & 255]!;
    return value < 128 ? value : 0;
  }

  private next(): number {
    return this.links === undefined ? this.at : this.find(this.at);
  }

  /** The first place from one on that has not been taken out. */
  private find(place: number): number {
    const { links } = this;
    if (links === undefined) return place;
    let end = place;
    while (links[end] !== end) end = links[end]!;
    for (let i = place; links[i] !== end;) {
      const next = links[i]!;
      links[i] = end;
      i = next;
    }
    return end;
  }

  private takeOut(place: number, width: number): number {
    if (this.links === undefined) {
      this.links = new Int32Array(this.text.length + 1);
      for (let i = 0; i < this.links.length; i++) this.links[i] = i;
    }
    for (let i = place; i < place + width; i++) this.links[i] = place + width;
    return this.find(place + width);
  }

  private groupEnd(place: number): number {
    const ends = (this.groupEnds ??= new Int32Array(this.text.length));
    if (ends[place] === 0) {
      const rank = this.rankAt(place);
      let end = place;
      while (end < this.text.length && this.rankAt(end) === rank)
        end += this.text.codePointAt(end)! > 0xffff ? 2 : 1;
      ends.fill(end, place, end);
    }
    return ends[place]!;
  }

  private grow(least: number): void {
    const length = Math.max(least, this.primaries.length * 2);
    const [primaries, lowers] = [new Uint32Array(length), new Uint32Array(length)];
    primaries.set(this.primaries);
    lowers.set(this.lowers);
    this.primaries = primaries;
    this.lowers = lowers;
  }
}
