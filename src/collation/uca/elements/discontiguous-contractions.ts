/**
 * Contractions that marks interrupt. The marks that they take are left out later where the text comes to their places. Runs of
 * marks of one class are passed at once, so the work stays linear however often a run is passed.
 */
import type { CharacterProperties, ContextNode } from "../tables/collation-table.ts";

/** The rank of the combining class of the character at a place; 0 if it is no mark. */
export function combiningRank(properties: CharacterProperties, text: string, place: number): number {
  const c = text.codePointAt(place)!;
  const value = properties.pages[c >>> 8]![c & 255]!;
  return value < 128 ? value : 0;
}

/** The marks of one text that contractions took out of their places. */
export class DiscontiguousContractions {
  private readonly properties: CharacterProperties;
  private text = "";
  /** Where to go on from a place; what was taken out leaves a gap. Of use only if something was. */
  private links = new Int32Array(0);
  private hasLinks = false;
  /** Within a run of marks, where those of the next class begin; 0 where that has not been asked. */
  private groupEnds = new Int32Array(0);
  private hasGroups = false;

  constructor(properties: CharacterProperties) {
    this.properties = properties;
  }

  /** Begins with a text, of which nothing has been taken out. */
  start(text: string): void {
    this.text = text;
    this.hasLinks = this.hasGroups = false;
  }

  /** The first place from one on that has not been taken out. */
  find(place: number): number {
    if (!this.hasLinks) return place;
    const { links } = this;
    let end = place;
    while (links[end] !== end) end = links[end]!;
    for (let i = place; links[i] !== end;) {
      const next = links[i]!;
      links[i] = end;
      i = next;
    }
    return end;
  }

  /**
   * Steps S2.1.1 to S2.1.3: marks that nothing blocks from what has been matched go on the match, and are taken out of
   * the text. Of marks of one class only the first is not blocked, so a run of marks is passed class by class: however
   * long it is, each attempt takes no more steps than there are classes, besides the marks that it takes out.
   *
   * @param place where the marks begin.
   * @returns the word of the match, or the given one if no mark goes on it.
   */
  match(from: ContextNode, found: number, place: number): number {
    const { text, properties } = this;
    let word = found;
    let node = from;
    let blocked = 0;
    for (let i = place; i < text.length && node.next.size > 0;) {
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
        i = this.takeOut(i, c > 0xffff ? 2 : 1);
      }
    }
    return word;
  }

  private takeOut(place: number, width: number): number {
    const { length } = this.text;
    if (!this.hasLinks) {
      this.hasLinks = true;
      if (this.links.length <= length) this.links = new Int32Array(length * 2 + 1);
      for (let i = 0; i <= length; i++) this.links[i] = i;
    }
    for (let i = place; i < place + width; i++) this.links[i] = place + width;
    return this.find(place + width);
  }

  private groupEnd(place: number): number {
    const { text, properties } = this;
    if (!this.hasGroups) {
      this.hasGroups = true;
      if (this.groupEnds.length < text.length) this.groupEnds = new Int32Array(text.length * 2);
      else this.groupEnds.fill(0, 0, text.length);
    }
    const ends = this.groupEnds;
    if (ends[place] === 0) {
      const rank = combiningRank(properties, text, place);
      let end = place;
      while (end < text.length && combiningRank(properties, text, end) === rank)
        end += text.codePointAt(end)! > 0xffff ? 2 : 1;
      ends.fill(end, place, end);
    }
    return ends[place]!;
  }
}
