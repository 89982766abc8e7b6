/**
 * Matches contractions whose characters are separated by other combining marks (UTS #10, S2.1). Marks of the same
 * combining class are skipped together, so the total work is linear.
 */
import type { CharacterProperties, ContextNode } from "../tables/collation-table.ts";

/** Returns the rank of the combining class of the character at `at`, or 0 if it is not a mark. */
export function combiningRank(properties: CharacterProperties, text: string, at: number): number {
  const c = text.codePointAt(at)!;
  const value = properties.pages[c >>> 8]![c & 255]!;
  return value < 128 ? value : 0;
}

export class DiscontiguousContractions {
  private readonly properties: CharacterProperties;
  private text = "";
  /**
   * Union-find forest over string offsets: leads from an offset to the next one not consumed by a contraction. Valid
   * if `hasLinks`.
   */
  private links = new Int32Array(0);
  private hasLinks = false;
  /**
   * For the offset of each mark: end offset of the run of marks with the same combining class; 0 if not computed.
   * Valid if `hasGroups`.
   */
  private groupEnds = new Int32Array(0);
  private hasGroups = false;

  constructor(properties: CharacterProperties) {
    this.properties = properties;
  }

  start(text: string): void {
    this.text = text;
    this.hasLinks = this.hasGroups = false;
  }

  /** Returns the first offset >= `at` whose character no contraction has consumed. */
  find(at: number): number {
    if (!this.hasLinks) return at;
    const { links } = this;
    let end = at;
    while (links[end] !== end) end = links[end]!;
    for (let i = at; links[i] !== end;) {
      const next = links[i]!;
      links[i] = end;
      i = next;
    }
    return end;
  }

  /**
   * Extends a contraction with later marks (UTS #10, S2.1.1 to S2.1.3). Only the first mark of each combining class
   * is unblocked, so few marks are tried.
   * @param from trie node of the contraction matched so far
   * @param matchedWord CE32 word of the contraction matched so far
   * @param at offset of the first combining mark after the matched contraction
   * @returns CE32 word of the longest contraction
   */
  match(from: ContextNode, matchedWord: number, at: number): number {
    const { text, properties } = this;
    let word = matchedWord;
    let node = from;
    let blocked = 0;
    for (let i = at; i < text.length && node.next.size > 0;) {
      const rank = combiningRank(properties, text, i);
      if (rank === 0) break;
      const c = text.codePointAt(i)!;
      const next = rank > blocked ? node.next.get(c) : undefined;
      if (next?.word === undefined) {
        blocked = rank;
        i = this.find(this.groupEnd(i));
      } else {
        word = next.word;
        node = next;
        i = this.consume(i, c > 0xffff ? 2 : 1);
      }
    }
    return word;
  }

  private consume(at: number, width: number): number {
    const { length } = this.text;
    if (!this.hasLinks) {
      this.hasLinks = true;
      if (this.links.length <= length) this.links = new Int32Array(length * 2 + 1);
      for (let i = 0; i <= length; i++) this.links[i] = i;
    }
    for (let i = at; i < at + width; i++) this.links[i] = at + width;
    return this.find(at + width);
  }

  private groupEnd(at: number): number {
    const { text, properties } = this;
    if (!this.hasGroups) {
      this.hasGroups = true;
      if (this.groupEnds.length < text.length) this.groupEnds = new Int32Array(text.length * 2);
      else this.groupEnds.fill(0, 0, text.length);
    }
    const ends = this.groupEnds;
    if (ends[at] === 0) {
      const rank = combiningRank(properties, text, at);
      let end = at;
      while (end < text.length && combiningRank(properties, text, end) === rank)
        end += text.codePointAt(end)! > 0xffff ? 2 : 1;
      ends.fill(end, at, end);
    }
    return ends[at]!;
  }
}
