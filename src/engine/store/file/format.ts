/**
 * The file of a collection: docs/memory.md, "A file". A header, sections one after another, a manifest in JSON that says
 * what they are, and a footer. All numbers are little-endian, as in the memory of the platforms that this runs on, and each
 * part begins at a multiple of eight bytes.
 */

/** 0x89, TAMIS, CR, LF: no text, and not what is left of it where line ends were changed on the way. */
export const MAGIC = Uint8Array.of(0x89, 0x54, 0x41, 0x4d, 0x49, 0x53, 0x0d, 0x0a);
export const END_MAGIC = Uint8Array.of(0x54, 0x41, 0x4d, 0x49, 0x53, 0x65, 0x6e, 0x64);

/** A reader of one version reads no later one. */
export const FORMAT_VERSION = 1;

/** The magic, the version in 32 bits, 32 bits of zeros. */
export const HEADER_BYTES = 16;
/** Where the manifest begins in 64 bits, its bytes and the checksum in 32 bits each, the magic of the end. */
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

/** The number of a section: its place in the manifest's list of them. */
export type SectionNumber = number;

/** What the sections are. */
export interface Manifest {
  /** Rows that have a number, those that had gone when the collection was saved included. */
  readonly rows: number;
  /** One bit a row, the lowest first: those that had not gone. Null where none had. */
  readonly live: SectionNumber | null;
  /** The catalog's definition. */
  readonly catalog: unknown;
  readonly blocks: readonly SavedBlock[];
  readonly columns: readonly SavedColumn[];
  /** Bytes and checksum of each section. */
  readonly sections: readonly (readonly [bytes: number, checksum: number])[];
}

export interface SavedBlock {
  readonly rows: number;
  /** The texts of the rows, one after another. */
  readonly texts: SectionNumber;
  /** Where each begins, from 0, and where the last one ends: 32 bits each. */
  readonly starts: SectionNumber;
}

/** A column of the rows, in one of the forms. A reader makes those anew whose form it does not know. */
export type SavedColumn = SavedCodes | SavedNumbers | SavedValues;

interface AnyColumn {
  /** The way to the member: `columnKey`. */
  readonly key: string;
}

/** A code for each row. */
export interface SavedCodes extends AnyColumn {
  readonly form: "codes";
  /** The different values by their codes, in rows of texts as rows are: `null` first, the others in order. */
  readonly values: readonly SectionNumber[];
  readonly width: 1 | 2 | 4;
  readonly codes: SectionNumber;
  /** Files may have none. */
  readonly ranks?: readonly SavedRanks[];
}

/** The different values of a column in some order. */
export interface SavedRanks {
  /** Which it is: `ranksKey`. */
  readonly order: string;
  /** The rank of each value, 32 bits each: 0 for null, the others from 1 up; those that tie share one. */
  readonly ranks: SectionNumber;
}

/** A number for each row where it has one that is exact: a double of eight bytes, or a code of fewer. */
export interface SavedNumbers extends AnyColumn {
  readonly form: "numbers";
  readonly type: string;
  readonly unit: string;
  readonly width: 1 | 2 | 4 | 8;
  /** A code k stands for `(first + (k - 1) * step) / scale`. Of no meaning for doubles. */
  readonly first: number;
  readonly step: number;
  readonly scale: number;
  /** 0 and NaN are none. */
  readonly numbers: SectionNumber;
  /** The rows whose number no double holds: 32 bits each. */
  readonly exceptions: SectionNumber;
}

/** The value of each row, a list of many in one text. A map is a list, of a key and its value in turns. */
export interface SavedValues extends AnyColumn {
  readonly form: "texts" | "lists" | "maps";
  readonly values: readonly SectionNumber[];
}
