import { builtinModule } from "../../../values/builtin-module.ts";

/** CRC-32 of zlib, gzip and PNG: reflected polynomial 0xEDB88320, initial value and final XOR 0xFFFFFFFF. */

/** @param before checksum of the bytes that precede `bytes` */
export function checksumOf(bytes: Uint8Array, before = 0): number {
  return (fastest ??= nativeChecksum() ?? plainChecksum)(bytes, before);
}

type Checksum = (bytes: Uint8Array, before: number) => number;
let fastest: Checksum | undefined;

function nativeChecksum(): Checksum | undefined {
  const zlib = builtinModule("node:zlib") as { readonly crc32?: Checksum } | undefined;
  return zlib?.crc32;
}

/** Computes the checksum in JavaScript, eight bytes at a time (slicing-by-8). */
export function plainChecksum(bytes: Uint8Array, before = 0): number {
  const t = (tables ??= makeTables());
  let register = ~before;
  let i = 0;
  for (const end = bytes.length & ~7; i < end; i += 8) {
    const low = register ^ (bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24));
    register =
      t[1792 + (low & 255)]! ^
      t[1536 + ((low >>> 8) & 255)]! ^
      t[1280 + ((low >>> 16) & 255)]! ^
      t[1024 + (low >>> 24)]! ^
      t[768 + bytes[i + 4]!]! ^
      t[512 + bytes[i + 5]!]! ^
      t[256 + bytes[i + 6]!]! ^
      t[bytes[i + 7]!]!;
  }
  for (; i < bytes.length; i++) register = t[(register ^ bytes[i]!) & 255]! ^ (register >>> 8);
  return ~register >>> 0;
}

let tables: Int32Array | undefined;

/** Makes the eight tables of slicing-by-8. The first is for the last of eight bytes, the last for the first byte. */
function makeTables(): Int32Array {
  const array = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let register = byte;
    for (let bit = 0; bit < 8; bit++) register = (register >>> 1) ^ (register & 1 ? 0xedb8_8320 : 0);
    array[byte] = register;
  }
  for (let i = 256; i < array.length; i++) {
    const before = array[i - 256]!;
    array[i] = array[before & 255]! ^ (before >>> 8);
  }
  return array;
}
