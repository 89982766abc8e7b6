/** CRC-32 as zlib, gzip and PNG have it: polynomial 0xEDB88320 reflected, all bits of the register set at first and flipped at last. */

/** The checksum of bytes, or of what came before with these after it. From 0 to 2^32 - 1. */
export function checksumOf(bytes: Uint8Array, before = 0): number {
  return (quickest ??= ofPlatform() ?? plainChecksum)(bytes, before);
}

type Checksum = (bytes: Uint8Array, before: number) => number;
let quickest: Checksum | undefined;

/** Node has it in machine code. */
function ofPlatform(): Checksum | undefined {
  const zlib = builtinModule("node:zlib") as { readonly crc32?: Checksum } | undefined;
  return zlib?.crc32;
}

/** A module that the platform has built in, asked for in a way that is no import: browsers have none of them. */
export function builtinModule(name: string): unknown {
  const { process } = globalThis as { readonly process?: { getBuiltinModule?: (name: string) => unknown } };
  return process?.getBuiltinModule?.(name);
}

/** The same for where there is nothing but the language: eight bytes at a time, by eight tables. */
export function plainChecksum(bytes: Uint8Array, before = 0): number {
  const t = (tables ??= makeTables());
  let rest = ~before;
  let i = 0;
  for (const end = bytes.length & ~7; i < end; i += 8) {
    const low = rest ^ (bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24));
    rest =
      t[1792 + (low & 255)]! ^
      t[1536 + ((low >>> 8) & 255)]! ^
      t[1280 + ((low >>> 16) & 255)]! ^
      t[1024 + (low >>> 24)]! ^
      t[768 + bytes[i + 4]!]! ^
      t[512 + bytes[i + 5]!]! ^
      t[256 + bytes[i + 6]!]! ^
      t[bytes[i + 7]!]!;
  }
  for (; i < bytes.length; i++) rest = t[(rest ^ bytes[i]!) & 255]! ^ (rest >>> 8);
  return ~rest >>> 0;
}

let tables: Int32Array | undefined;

/** The table for the last of eight bytes first, that for the first of them last. */
function makeTables(): Int32Array {
  const made = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb8_8320 : 0);
    made[byte] = rest;
  }
  for (let i = 256; i < made.length; i++) {
    const before = made[i - 256]!;
    made[i] = made[before & 255]! ^ (before >>> 8);
  }
  return made;
}
