import {
  readProperties,
  readTable,
  type CharacterProperties,
  type CollationTable,
} from "./collation-table.ts";

export interface Root {
  readonly table: CollationTable;
  readonly properties: CharacterProperties;
  readonly numericLead: number;
  /** Highest primary weight of each group: space, punct, symbol, currency (see the option `maxVariable`). */
  readonly variableTops: readonly number[];
  /** For each lead byte of primary weights: 1 if sort keys may omit it when it repeats, else 0. */
  readonly compressible: Uint8Array;
  /** ICU's script table, for `makeReorder`. */
  readonly scripts: readonly number[];
}

export function readRoot(data: string): Root {
  const { table, rest } = readTable(data);
  const [numericLead = 0, ...head] = table.head;
  const compressible = new Uint8Array(256);
  for (let lead = 0; lead < 256; lead++) compressible[lead] = (head[4 + (lead >>> 4)]! >>> (lead & 15)) & 1;
  return {
    table,
    properties: readProperties(rest.column()),
    numericLead,
    variableTops: head.slice(0, 4),
    compressible,
    scripts: head.slice(20),
  };
}
