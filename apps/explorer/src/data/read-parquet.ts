import { parquetReadObjects, type Compressors, type ParquetParsers } from "hyparquet";
import {
  decompressBrotli,
  decompressGzip,
  decompressLz4,
  decompressLz4Raw,
  decompressZstd,
} from "hyparquet-compressors";
import type { Row } from "tamis/files";

const MAGIC = [0x50, 0x41, 0x52, 0x31];
/** Number of bytes by which Parquet is recognized. */
export const MAGIC_BYTES = MAGIC.length;

export function isParquet(head: Uint8Array): boolean {
  return MAGIC.every((byte, i) => head[i] === byte);
}

/** Snappy is missing here, because hyparquet itself reads it, without WebAssembly, which the page does not allow. */
const COMPRESSORS: Compressors = {
  GZIP: (input, length) => decompressGzip(input, length),
  BROTLI: (input, length) => decompressBrotli(input, length),
  ZSTD: (input, length) => decompressZstd(input, new Uint8Array(length)),
  LZ4: (input, length) => decompressLz4(input, length),
  LZ4_RAW: (input, length) => decompressLz4Raw(input, length),
};

/** Dates and times become the texts that members of these types have. */
const PARSERS: Partial<ParquetParsers> = {
  dateFromDays: (days) => dateText(days * 86_400_000)?.slice(0, 10),
  timestampFromMilliseconds: (milliseconds) => instantText(milliseconds, 1_000n),
  timestampFromMicroseconds: (microseconds) => instantText(microseconds, 1_000_000n),
  timestampFromNanoseconds: (nanoseconds) => instantText(nanoseconds, 1_000_000_000n),
};

/** @throws Error with a message for the user */
export async function readParquet(content: Blob): Promise<Row[]> {
  const file = {
    byteLength: content.size,
    slice: (start: number, end?: number) => content.slice(start, end).arrayBuffer(),
  };
  const rows = await parquetReadObjects({ file, compressors: COMPRESSORS, parsers: PARSERS });
  return rows.map((row) => plainValue(row, 0) as Row);
}

/** @param perSecond units of a second */
function instantText(units: bigint | number, perSecond: bigint): string | undefined {
  const count = BigInt(units);
  const fraction = ((count % perSecond) + perSecond) % perSecond;
  const text = dateText(Number((count - fraction) / perSecond) * 1_000)?.slice(0, 19);
  if (text === undefined) return undefined;
  const digits = fraction
    .toString()
    .padStart(perSecond.toString().length - 1, "0")
    .replace(/0+$/, "");
  return `${text}${digits === "" ? "" : `.${digits}`}Z`;
}

/** Returns undefined for years that a date cannot have: they are read as null. */
function dateText(milliseconds: number): string | undefined {
  const date = new Date(milliseconds);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9_999 ? date.toISOString() : undefined;
}

const MAX_DEPTH = 100;

/** Converts values to those of JSON, and integers to numbers if that is exact. */
function plainValue(value: unknown, depth: number): unknown {
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (typeof value !== "object" || value === null) return value ?? null;
  if (depth > MAX_DEPTH || ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return null;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (Array.isArray(value)) return value.map((element) => plainValue(element, depth + 1));
  const plain: Row = {};
  for (const [name, member] of Object.entries(value))
    Object.defineProperty(plain, name, {
      value: plainValue(member, depth + 1),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return plain;
}
