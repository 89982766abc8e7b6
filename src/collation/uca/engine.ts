import { compareCodePoints } from "../order/code-points.ts";
import type { ByteBuffer } from "./keys/byte-buffer.ts";
import { compareElements, END_WEIGHT } from "./compare-elements.ts";
import { Elements } from "./elements/elements.ts";
import { writeCodePoints } from "./keys/identical-level.ts";
import { KeyWriter } from "./keys/sort-key.ts";
import { decompose, hasOtherSpellings } from "./elements/decomposition.ts";
import type { Root } from "./tables/root.ts";
import { reordered, type Settings } from "./options/settings.ts";
import type { CollationTable } from "./tables/collation-table.ts";

/** Length of a string, in UTF-16 units, up to which the buffers that it needed are kept. */
const MAX_KEPT_UNITS = 65_536;

export class Engine {
  readonly settings: Settings;
  readonly root: Root;
  readonly table: CollationTable;
  private left: Elements;
  private right: Elements;
  private keys: KeyWriter;

  constructor(root: Root, table: CollationTable, settings: Settings) {
    this.root = root;
    this.table = table;
    this.settings = settings;
    this.left = this.makeElements();
    this.right = this.makeElements();
    this.keys = new KeyWriter(settings, root.compressible);
  }

  /**
   * Releases buffers that have grown for a long string. They take some 20 bytes per UTF-16 unit, and would otherwise be
   * kept for later strings, which are usually short.
   */
  releaseAfter(length: number): void {
    if (length <= MAX_KEPT_UNITS) return;
    this.left = this.makeElements();
    this.right = this.makeElements();
    this.keys = new KeyWriter(this.settings, this.root.compressible);
  }

  private makeElements(): Elements {
    const { table, root, settings } = this;
    return new Elements(table, root.properties, settings.numeric ? root.numericLead : 0);
  }

  /**
   * Returns the result of `compareElements` for two strings. At `identical`, returns 6 or -6 if only the code points
   * differ.
   */
  difference(a: string, b: string): number {
    if (a === b) return 0;
    const shorter = Math.min(a.length, b.length);
    let at = 0;
    while (at < shorter && a.charCodeAt(at) === b.charCodeAt(at)) at++;
    // Usually the first different characters decide the order. The common prefix can be skipped if neither of them
    // depends on it.
    const left = this.fixedPrimary(a, at);
    const right = this.fixedPrimary(b, at);
    if (left === 0 || right === 0) {
      while (at > 0 && this.fixedPrimary(a, --at) === 0);
    } else if (left !== right) {
      const { reorder } = this.settings;
      if (reorder === undefined) return left < right ? -1 : 1;
      return reordered(reorder, left) < reordered(reorder, right) ? -1 : 1;
    }
    // Backward accents are compared from the end, so the common prefix cannot be skipped.
    const start = this.settings.backwards ? 0 : at;
    this.left.start(a, start);
    this.right.start(b, start);
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
   * Returns the primary weight of the unit at `at`: `END_WEIGHT` at the end, 0 if it depends on neighbors or is
   * ignored.
   */
  private fixedPrimary(text: string, at: number): number {
    if (at === text.length) return END_WEIGHT;
    const primary = this.left.words.primaryAt(text, at);
    return primary < this.settings.variableTop ? 0 : primary;
  }

  /** Returns the sort key. The buffer is reused: it is valid until the next call. */
  key(text: string): ByteBuffer {
    const { left, keys } = this;
    const { out } = keys;
    out.size = 0;
    keys.write(text, left);
    if (this.settings.level === 5) {
      const decomposed = decompose(this.root.properties, text);
      out.reserve(1);
      out.add(1);
      writeCodePoints(out, decomposed);
      out.reserve(1);
      out.add(1);
      if (hasOtherSpellings(this.root.properties, decomposed)) writeCodePoints(out, text);
    }
    return out;
  }
}
