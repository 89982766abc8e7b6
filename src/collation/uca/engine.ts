/** Comparing and writing keys, put together for one table and one set of settings. */
import { compareCodePoints } from "../order/code-points.ts";
import type { ByteBuffer } from "./keys/byte-buffer.ts";
import { compareElements, END } from "./compare-elements.ts";
import { Elements } from "./elements/elements.ts";
import { writeCodePoints } from "./keys/identical-level.ts";
import { KeyWriter } from "./keys/sort-key.ts";
import { decompose, hasOtherSpellings } from "./elements/decomposition.ts";
import type { Root } from "./tables/root.ts";
import { reordered, type Settings } from "./options/settings.ts";
import type { CollationTable } from "./tables/collation-table.ts";

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
    const shorter = Math.min(a.length, b.length);
    let place = 0;
    while (place < shorter && a.charCodeAt(place) === b.charCodeAt(place)) place++;
    // All before the first characters that differ is alike if neither goes on it, and those two decide as a rule.
    const left = this.freshPrimary(a, place);
    const right = this.freshPrimary(b, place);
    if (left === 0 || right === 0) {
      while (place > 0 && this.freshPrimary(a, --place) === 0);
    } else if (left !== right) {
      const { reorder } = this.settings;
      if (reorder === undefined) return left < right ? -1 : 1;
      return reordered(reorder, left) < reordered(reorder, right) ? -1 : 1;
    }
    // Accents from the end meet what both begin with last, and not in the same places.
    const start = this.settings.backwards ? 0 : place;
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
   * The first primary weight of the character at a place, if it begins anew and no setting ignores it; for the end of
   * the text what is below all weights. Else 0.
   */
  private freshPrimary(text: string, place: number): number {
    if (place === text.length) return END;
    const primary = this.left.words.primaryAt(text, place);
    return primary < this.settings.variableTop ? 0 : primary;
  }

  /** The key of a text. It is overwritten by the next one. */
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
