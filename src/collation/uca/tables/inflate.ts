/**
 * Unpacks strings of Base64-encoded raw DEFLATE (RFC 1951). Implemented here, because browsers offer only
 * asynchronous decompression.
 */
import { ByteReader } from "./byte-reader.ts";

export function unpack(text: string): ByteReader {
  return new ByteReader(inflate(fromBase64(text)));
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function fromBase64(text: string): Uint8Array {
  const values = new Uint8Array(128);
  for (let i = 0; i < 64; i++) values[BASE64.charCodeAt(i)] = i;
  let length = text.length;
  while (length > 0 && text[length - 1] === "=") length--;
  const bytes = new Uint8Array((length * 3) >> 2);
  let bits = 0;
  let count = 0;
  for (let i = 0, at = 0; i < length; i++) {
    bits = ((bits << 6) | values[text.charCodeAt(i)]!) & 0xffff;
    count += 6;
    if (count >= 8) bytes[at++] = bits >> (count -= 8);
  }
  return bytes;
}

const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/**
 * Builds a Huffman lookup table. Index: next 15 bits of the input. Value: the symbol times 16 plus the code length in
 * bits.
 */
function codeTable(lengths: readonly number[]): Uint16Array {
  const table = new Uint16Array(1 << 15);
  let code = 0;
  for (let length = 1; length <= 15; length++, code <<= 1) {
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue;
      let reversed = 0;
      for (let bit = 0; bit < length; bit++) reversed |= ((code >> bit) & 1) << (length - 1 - bit);
      for (let i = reversed; i < table.length; i += 1 << length) table[i] = (symbol << 4) | length;
      code++;
    }
  }
  return table;
}

export function inflate(bytes: Uint8Array): Uint8Array {
  let out = new Uint8Array(bytes.length * 4 + 256);
  let size = 0;
  let at = 0;
  let buffer = 0;
  let bitCount = 0;
  const need = (count: number): void => {
    while (bitCount < count) {
      // A code lookup requires 15 bits, so it may read a few bytes past the end, as zeros.
      if (at > bytes.length + 4) throw new Error("internal: the collation data are corrupt");
      buffer |= (bytes[at++] ?? 0) << bitCount;
      bitCount += 8;
    }
  };
  const take = (count: number): number => {
    need(count);
    const value = buffer & ((1 << count) - 1);
    buffer >>>= count;
    bitCount -= count;
    return value;
  };
  const symbol = (table: Uint16Array): number => {
    need(15);
    const entry = table[buffer & 0x7fff]!;
    if (entry === 0) throw new Error("internal: the collation data are corrupt");
    buffer >>>= entry & 15;
    bitCount -= entry & 15;
    return entry >> 4;
  };
  const room = (count: number): void => {
    if (size + count <= out.length) return;
    const larger = new Uint8Array(Math.max(out.length * 2, size + count));
    larger.set(out);
    out = larger;
  };

  for (let last = 0; last === 0;) {
    last = take(1);
    const kind = take(2);
    if (kind === 0) {
      take(bitCount % 8);
      const length = take(16);
      take(16);
      room(length);
      for (let i = 0; i < length; i++) out[size++] = take(8);
      continue;
    }
    let literals: number[];
    let distances: number[];
    if (kind === 1) {
      literals = Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8));
      distances = Array.from({ length: 30 }, () => 5);
    } else {
      const literalCount = take(5) + 257;
      const distanceCount = take(5) + 1;
      const codeCount = take(4) + 4;
      const codeLengths = CODE_ORDER.map(() => 0);
      for (let i = 0; i < codeCount; i++) codeLengths[CODE_ORDER[i]!] = take(3);
      const codes = codeTable(codeLengths);
      const lengths: number[] = [];
      while (lengths.length < literalCount + distanceCount) {
        const code = symbol(codes);
        if (code < 16) lengths.push(code);
        else {
          const repeated = code === 16 ? lengths.at(-1)! : 0;
          const times = code === 16 ? take(2) + 3 : code === 17 ? take(3) + 3 : take(7) + 11;
          for (let i = 0; i < times; i++) lengths.push(repeated);
        }
      }
      literals = lengths.slice(0, literalCount);
      distances = lengths.slice(literalCount);
    }
    const literalTable = codeTable(literals);
    const distanceTable = codeTable(distances);
    for (;;) {
      const code = symbol(literalTable);
      if (code === 256) break;
      if (code < 256) {
        room(1);
        out[size++] = code;
        continue;
      }
      const length = LENGTH_BASE[code - 257]! + take(LENGTH_BITS[code - 257]!);
      const step = symbol(distanceTable);
      const extra = step < 4 ? 0 : (step >> 1) - 1;
      const distance = (step < 4 ? step : (2 + (step & 1)) << extra) + take(extra) + 1;
      room(length);
      for (let i = 0; i < length; i++, size++) out[size] = out[size - distance]!;
    }
  }
  return out.subarray(0, size);
}
