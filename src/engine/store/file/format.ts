/**
 * Saved collection (docs/memory.md, "Format"): header, sections, a JSON manifest that describes them, footer.
 * Little-endian; each part begins at a multiple of eight bytes.
 */

/** 0x89, TAMIS, CR, LF. Like PNG's signature: not valid as text, and reveals converted line ends. */
export const MAGIC = Uint8Array.of(0x89, 0x54, 0x41, 0x4d, 0x49, 0x53, 0x0d, 0x0a);
export const END_MAGIC = Uint8Array.of(0x54, 0x41, 0x4d, 0x49, 0x53, 0x65, 0x6e, 0x64);

/** Readers reject files of later versions. */
export const FORMAT_VERSION = 1;

/** Magic, version (32 bits), zeros (32 bits). */
export const HEADER_BYTES = 16;
/** Offset of the manifest (64 bits), its length and checksum (32 bits each), end magic. */
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
  /** Tombstones included. */
  readonly rows: number;
  /** One bit per row, lowest first, set for live rows. Null if all are live. */
  readonly live: SectionNumber | null;
  readonly catalog: unknown;
  readonly blocks: readonly SavedBlock[];
  readonly columns: readonly SavedColumn[];
  readonly sections: readonly (readonly [bytes: number, checksum: number])[];
}

export interface SavedBlock {
  readonly rows: number;
  /** Serialized rows, one after another. */
  readonly texts: SectionNumber;
  /** Start of each row, and the end of the last: 32 bits each. */
  readonly starts: SectionNumber;
}

/** Readers ignore columns of unknown form, which are built again on use. */
export type SavedColumn = SavedCodes | SavedNumbers | SavedValues;

interface AnyColumn {
  /** As `columnKey` returns it. */
  readonly key: string;
}

/** Dictionary encoding: a code per row. */
export interface SavedCodes extends AnyColumn {
  readonly form: "codes";
  /** Distinct values by code, as lists serialized like rows: `null` first, the others in order. */
  readonly values: readonly SectionNumber[];
  readonly width: 1 | 2 | 4;
  readonly codes: SectionNumber;
  readonly ranks?: readonly SavedRanks[];
}

/** Ranks of the distinct values in one order. */
export interface SavedRanks {
  /** As `ranksKey` returns it. */
  readonly order: string;
  /** Per value, 32 bits each: 0 for null, the others from 1. Equal values share a rank. */
  readonly ranks: SectionNumber;
}

/** Per row a double of eight bytes, or a shorter code in frame-of-reference encoding. */
export interface SavedNumbers extends AnyColumn {
  readonly form: "numbers";
  readonly type: string;
  readonly unit: string;
  readonly width: 1 | 2 | 4 | 8;
  /** Code `k` represents `(first + (k - 1) * step) / scale`. Ignored for doubles. */
  readonly first: number;
  readonly step: number;
  readonly scale: number;
  /** Code 0 and NaN represent null. */
  readonly numbers: SectionNumber;
  /** Rows whose number a double cannot hold exactly: 32 bits each. */
  readonly exceptions: SectionNumber;
}

/** Values per row, in lists serialized like rows. A map is a list of alternating keys and values. */
export interface SavedValues extends AnyColumn {
  readonly form: "texts" | "lists" | "maps";
  readonly values: readonly SectionNumber[];
}
