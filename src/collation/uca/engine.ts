/** Comparing and writing keys, put together for one table and one set of settings. */
import { compareCodePoints } from "../code-points.ts";
import { compareElements } from "./compare.ts";
import { Elements } from "./elements.ts";
import { KeyWriter, writeCodePoints } from "./key.ts";
import { decompose, hasOtherSpellings } from "./normal-form.ts";
import type { Root } from "./root.ts";
import type { Settings } from "./settings.ts";
import type { CollationTable } from "./table.ts";

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

  sortKey(text: string): Uint8Array {
    const { left, keys } = this;
    const { out } = keys;
    out.size = 0;
    left.fill(text);
    keys.write(left);
    if (this.settings.level === 5) {
      const decomposed = decompose(this.root.properties, text);
      out.room(1);
      out.add(1);
      writeCodePoints(out, decomposed);
      out.room(1);
      out.add(1);
      if (hasOtherSpellings(this.root.properties, decomposed)) writeCodePoints(out, text);
    }
    return out.bytes.slice(0, out.size);
  }
}
