/**
 * Contractions with other marks in between (UTS #10, S2.1). Marks of one class are skipped together, so the total
 * work is linear.
 */
import type { CharacterProperties, ContextNode } from "../tables/collation-table.ts";

/** Rank of the combining class; 0 if not a mark. */
export function combiningRank(properties: CharacterProperties, text: string, at: number): number {
  const c = text.codePointAt(at)!;
  const value = properties.pages[c >>> 8]![c & 255]!;
  return value < 128 ? value : 0;
}

export class DiscontiguousContractions {
  private readonly properties: CharacterProperties;
  private text = "";
  /** By offset: the next offset that is not consumed (a union-find forest). Valid if `hasLinks`. */
  private links = new Int32Array(0);
  private hasLinks = false;
  /** By mark: start of the next class; 0 if not computed. Valid if `hasGroups`. */
  private groupEnds = new Int32Array(0);
  private hasGroups = false;

  constructor(properties: CharacterProperties) {
    this.properties = properties;
  }

  start(text: string): void {
    this.text = text;
    this.hasLinks = this.hasGroups = false;
  }

  /** Returns the first offset >= `at` that is not consumed. */
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
   * Steps S2.1.1 to S2.1.3. Of each class, only the first mark is unblocked, so there are few steps.
   * @param from state of the match in the trie
   * @param found word of the match so far
   * @param at offset of the first mark
   * @returns word of the longest match
   */
  match(from: ContextNode, found: number, at: number): number {
    const { text, properties } = this;
    let word = found;
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
