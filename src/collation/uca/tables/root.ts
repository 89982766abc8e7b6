import {
  readProperties,
  readTable,
  type CharacterProperties,
  type CollationTable,
} from "./collation-table.ts";

/** Root's data unpacked, and the facts that tailorings share. */
export interface Root {
  readonly table: CollationTable;
  readonly properties: CharacterProperties;
  /** The lead byte of numbers. */
  readonly numericLead: number;
  /** The highest variable weight if spaces, punctuation too, symbols too, or currency signs too are variable. */
  readonly variableTops: readonly number[];
  /** For each lead byte, 1 if keys may leave it out where it repeats. */
  readonly compressible: Uint8Array;
  /** Which scripts stand where, as ICU has it: needed to move scripts. */
  readonly scripts: readonly number[];
}

/** Unpacks root. */
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
