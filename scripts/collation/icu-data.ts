import { readStringTrie } from "./string-trie.ts";

/** Compiled collation data of ICU (format version 5), of root or of a tailoring. */
export interface IcuData {
  /** Settings as bits of ICU: strength, alternate, case first and others. */
  readonly options: number;
  readonly numericLead: number;
  /** 32-bit collation elements by code point. Root has one for each code point. */
  readonly elements: ReadonlyMap<number, number>;
  readonly ce32s: Uint32Array;
  readonly ces: BigUint64Array;
  /** Returns the contractions or prefixes with the index that an element contains. */
  readonly context: (index: number) => IcuContext;
  readonly reorderTable: Uint8Array | undefined;
  readonly reorderRanges: readonly number[];
  readonly reorderCodes: readonly number[];
  readonly scripts: Uint16Array | undefined;
  readonly compressible: Uint8Array | undefined;
}

export interface IcuContext {
  readonly fallback: number;
  readonly entries: ReadonlyMap<string, number>;
}

const FALLBACK = 0xc0;

/** Reads a file `ucadata*.icu`, or the resource `%%CollationBin` of a bundle. */
export function readIcuData(file: Uint8Array): IcuData {
  const start = new DataView(file.buffer, file.byteOffset).getUint16(0, true);
  const bytes = Uint8Array.from(file.subarray(start));
  const view = new DataView(bytes.buffer);
  const indexes = Array.from({ length: view.getInt32(0, true) }, (_, i) => view.getInt32(4 * i, true));
  const section = (i: number): Uint8Array => {
    const from = indexes[i];
    const to = indexes[i + 1];
    return from === undefined || to === undefined ? new Uint8Array() : bytes.slice(from, to);
  };
  // Bundles without a tailoring have fewer indexes. The reorder codes then end at the next existing index.
  const codes = new Int32Array(section(5).buffer);
  let ranges = codes.length;
  while (ranges > 0 && (codes[ranges - 1]! & 0xffff0000) !== 0) ranges--;
  const table = section(6);
  const contexts = new Uint16Array(section(13).buffer);
  const compressible = section(17);
  const scripts = section(16);
  return {
    options: indexes[1]! & 0xffff,
    numericLead: indexes[1]! >>> 24,
    elements: readTrie(section(7)),
    ces: new BigUint64Array(section(9).buffer),
    ce32s: new Uint32Array(section(11).buffer),
    context: (index) => ({
      fallback: ((contexts[index]! << 16) | contexts[index + 1]!) >>> 0,
      entries: readStringTrie(contexts, index + 2),
    }),
    reorderTable: table.length >= 256 ? table : undefined,
    reorderCodes: [...codes.subarray(0, ranges)],
    reorderRanges: [...codes.subarray(ranges)].map((range) => range >>> 0),
    scripts: scripts.length > 0 ? new Uint16Array(scripts.buffer) : undefined,
    compressible: compressible.length > 0 ? compressible : undefined,
  };
}

/** Reads a UTrie2 with 32-bit values, by code points: lead surrogates as code points, not as code units. */
function readTrie(bytes: Uint8Array): Map<number, number> {
  const elements = new Map<number, number>();
  if (bytes.length === 0) return elements;
  const header = new Uint16Array(bytes.buffer, 0, 8);
  const indexLength = header[3]!;
  const dataLength = header[4]! << 2;
  const highStart = header[7]! << 11;
  const index = new Uint16Array(bytes.buffer, 16, indexLength);
  const data = new Uint32Array(bytes.slice(16 + 2 * indexLength).buffer, 0, dataLength);
  for (let c = 0; c < 0x110000; c++) {
    let block: number;
    if (c >= 0xd800 && c < 0xdc00) block = index[0x800 + ((c - 0xd800) >> 5)]!;
    else if (c < 0x10000) block = index[c >> 5]!;
    else if (c < highStart) block = index[index[0x840 - 32 + (c >> 11)]! + ((c >> 5) & 0x3f)]!;
    else block = (dataLength - 4) >> 2;
    const value = data[c >= 0x10000 && c >= highStart ? dataLength - 4 : (block << 2) + (c & 0x1f)]!;
    if (value !== FALLBACK) elements.set(c, value);
  }
  return elements;
}
