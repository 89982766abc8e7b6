/**
 * Saved collection (docs/memory.md, "Format"): header, sections, a JSON manifest that describes them, footer.
 * Little-endian; each part begins at a multiple of eight bytes.
 */

/**
 * First bytes of a file: 0x89, TAMIS, CR, LF. Like PNG's signature, they are not valid text and reveal converted line
 * ends.
 */
export const MAGIC = Uint8Array.of(0x89, 0x54, 0x41, 0x4d, 0x49, 0x53, 0x0d, 0x0a);
export const END_MAGIC = Uint8Array.of(0x54, 0x41, 0x4d, 0x49, 0x53, 0x65, 0x6e, 0x64);

/** Version of the file format. Readers reject files of later versions. */
export const FORMAT_VERSION = 1;

/** Length of the header: magic (64 bits), version (32 bits), zeros (32 bits). */
export const HEADER_BYTES = 16;
/**
 * Length of the footer: offset of the manifest (64 bits), its length and the checksum (32 bits each), end magic (64
 * bits).
 */
export const FOOTER_BYTES = 24;

export const ALIGNMENT = 8;

export function padded(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

export function headerBytes(): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES);
  header.set(MAGIC);
  new DataView(header.buffer).setUint32(MAGIC.length, FORMAT_VERSION, true);
  return header;
}

/** Index in `Manifest.sections`. */
export type SectionNumber = number;

export interface Manifest {
  /** Number of rows, tombstones included. */
  readonly rows: number;
  /** Section with one bit per row, lowest first, set for live rows. Null if all rows are live. */
  readonly live: SectionNumber | null;
  readonly catalog: unknown;
  readonly blocks: readonly SavedBlock[];
  readonly columns: readonly SavedColumn[];
  readonly sections: readonly (readonly [bytes: number, checksum: number])[];
}

export interface SavedBlock {
  readonly rows: number;
  /** Section with the serialized rows, one after another. */
  readonly texts: SectionNumber;
  /** Section with the offset of each row in `texts`, and the end of the last row: 32 bits each. */
  readonly starts: SectionNumber;
}

/** Readers ignore columns of an unknown form. Such columns are built again on use. */
export type SavedColumn = SavedCodes | SavedNumbers | SavedValues;

interface AnyColumn {
  /** Key of the column, as `columnKey` returns it. */
  readonly key: string;
}

/** Column in dictionary encoding: one code per row. */
export interface SavedCodes extends AnyColumn {
  readonly form: "codes";
  /**
   * Sections with the distinct values by code, as lists serialized like rows: `null` first, the others in ascending
   * order.
   */
  readonly values: readonly SectionNumber[];
  readonly width: 1 | 2 | 4;
  readonly codes: SectionNumber;
  readonly ranks?: readonly SavedRanks[];
}

/** Ranks of the distinct values in one sort order. */
export interface SavedRanks {
  /** Name of the sort order, as `ranksKey` returns it. */
  readonly order: string;
  /** Section with a rank per distinct value, 32 bits each: 0 for null, others from 1. Equal values share a rank. */
  readonly ranks: SectionNumber;
}

/** Column of numbers: one 64-bit double per row, or one shorter code per row in frame-of-reference encoding. */
export interface SavedNumbers extends AnyColumn {
  readonly form: "numbers";
  readonly type: string;
  readonly unit: string;
  readonly width: 1 | 2 | 4 | 8;
  /** Code `k` represents `(first + (k - 1) * step) / scale`. The formula does not apply to doubles. */
  readonly first: number;
  readonly step: number;
  readonly scale: number;
  /** Section with one code or double per row. Code 0 and NaN represent null. */
  readonly numbers: SectionNumber;
  /** Section with the numbers of rows whose value a double cannot hold exactly: 32 bits each. */
  readonly exceptions: SectionNumber;
}

/**
 * Column of strings, lists or maps: one value per row, in lists that are serialized like rows. A map is a list of
 * alternating keys and values.
 */
export interface SavedValues extends AnyColumn {
  readonly form: "texts" | "lists" | "maps";
  readonly values: readonly SectionNumber[];
}
