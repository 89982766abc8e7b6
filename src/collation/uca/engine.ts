/** Comparing and writing keys, put together for one table and one set of settings. */
import { compareCodePoints } from "../code-points.ts";
import type { ByteBuffer } from "./byte-buffer.ts";
import { compareElements } from "./compare.ts";
import { Elements } from "./elements.ts";
import { writeCodePoints } from "./code-point-level.ts";
import { KeyWriter } from "./key.ts";
import { decompose, hasOtherSpellings } from "./normal-form.ts";
import type { Root } from "./root.ts";
import { reordered, type Settings } from "./settings.ts";
import { LONG_PRIMARY, type CollationTable } from "./table.ts";

export class Engine {
  readonly settings: Settings;
  readonly root: Root;
  readonly table: CollationTable;
  private readonly left: Elements;
  private readonly right: Elements;
  private readonly keys: KeyWriter;

  constructor(root: Root, table: CollationTable, settings: Settings) {
    this.root = root;
    this.table = table;
    this.settings = settings;
    const lead = settings.numeric ? root.numericLead : 0;
    this.left = new Elements(table, root.properties, lead);
    this.right = new Elements(table, root.properties, lead);
    this.keys = new KeyWriter(settings, root.compressible);
  }

  /** As `compareElements`, with 6 or -6 for a difference in code points alone. */
  difference(a: string, b: string): number {
    if (a === b) return 0;
    const quick = this.quickPrimary(a, b);
    if (quick !== 0) return quick;
    this.left.fill(a);
    this.right.fill(b);
    const order = compareElements(this.settings, this.left, this.right);
    if (order !== 0 || this.settings.level < 5) return order;
    const { properties } = this.root;
    return (
      Math.sign(
        compareCodePoints(decompose(properties, a), decompose(properties, b)) || compareCodePoints(a, b),
      ) * 6
    );
  }

  /**
   * The order at the first level where the first characters that differ decide it by themselves: neither goes on what is
   * before it, so all before them is alike, and both have a weight of their own. Else 0.
   */
  private quickPrimary(a: string, b: string): number {
    const shorter = Math.min(a.length, b.length);
    let i = 0;
    while (i < shorter && a.charCodeAt(i) === b.charCodeAt(i)) i++;
    if (i === shorter) return 0;
    const left = this.freshPrimary(a.charCodeAt(i));
    if (left === 0) return 0;
    const right = this.freshPrimary(b.charCodeAt(i));
    if (right === 0 || left === right) return 0;
    const { reorder } = this.settings;
    if (reorder === undefined) return left < right ? -1 : 1;
    return reordered(reorder, left) < reordered(reorder, right) ? -1 : 1;
  }

  /** The only primary weight of a character that has one whatever stands around it; else 0. */
  private freshPrimary(c: number): number {
    const word = this.table.pages[c >>> 8]![c & 255]!;
    const kind = word & 0xff;
    const primary =
      kind < 0xc0 ? (word & 0xffff0000) >>> 0 : kind === LONG_PRIMARY ? (word & 0xffffff00) >>> 0 : 0;
    if (primary < this.settings.variableTop || primary === 0) return 0;
    return this.root.properties.pages[c >>> 8]![c & 255] !== 0 || this.table.joining.has(c) ? 0 : primary;
  }

  /** The key of a text. It is overwritten by the next one. */
  key(text: string): ByteBuffer {
    const { left, keys } = this;
    const { out } = keys;
    out.size = 0;
    keys.write(text, left);
    if (this.settings.level === 5) {
      const decomposed = decompose(this.root.properties, text);
      out.room(1);
      out.add(1);
      writeCodePoints(out, decomposed);
      out.room(1);
      out.add(1);
      if (hasOtherSpellings(this.root.properties, decomposed)) writeCodePoints(out, text);
    }
    return out;
  }
}
