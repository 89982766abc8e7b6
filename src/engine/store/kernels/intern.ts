import { AMBIGUOUS, NULL_STRING, type Slab, type StringBatch, type StringTable } from "./kernels.ts";

/** Assigns ids to strings. Equivalent to the WebAssembly kernel in `assembly/intern.ts`. */
export function intern({ bytes, units, count }: StringBatch, table: StringTable, out: Slab): number {
  const from = bytes.u8();
  const lengths = units.u32();
  const to = out.u32();
  const slots = table.slots.u32();
  const entries = table.entries.u32();
  const strings = table.strings.u8();
  const mask = table.slotCount - 1;
  let ids = table.count;
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (lengths[i] === NULL_STRING) {
      to[i] = 0;
      at++;
      continue;
    }
    const end = stringEnd(from, at, lengths[i]!);
    if (end < 0) {
      to[i] = AMBIGUOUS;
      at = -end + 1;
      continue;
    }
    let hash = 0x811c_9dc5;
    for (let byte = at; byte < end; byte++) hash = Math.imul(hash ^ from[byte]!, 0x0100_0193);
    hash = (hash ^ (hash >>> 15)) >>> 0;
    let slot = hash & mask;
    let id: number;
    while ((id = slots[slot]!) !== 0) {
      const entry = id * 2;
      const start = entries[entry + 1]!;
      if (
        entries[entry] === hash &&
        entries[entry + 3]! - start === end - at &&
        sameBytes(from, at, end, strings, start)
      )
        break;
      slot = (slot + 1) & mask;
    }
    if (id === 0) {
      id = slots[slot] = ids++;
      const entry = id * 2;
      entries[entry] = hash;
      const start = entries[entry + 1]!;
      strings.set(from.subarray(at, end), start);
      entries[entry + 3] = start + end - at;
    }
    to[i] = id;
    at = end + 1;
  }
  return ids;
}

/**
 * Returns the end offset of the UTF-8 string of `units` UTF-16 units at `begin`, negated if it contains
 * U+FFFD.
 */
function stringEnd(bytes: Uint8Array, begin: number, units: number): number {
  let at = begin;
  let isReplaced = false;
  for (let remaining = units; remaining > 0; remaining--) {
    const byte = bytes[at]!;
    if (byte < 0x80) at++;
    else if (byte < 0xe0) at += 2;
    else if (byte < 0xf0) {
      if (byte === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) isReplaced = true;
      at += 3;
    } else {
      at += 4;
      remaining--;
    }
  }
  return isReplaced ? -at : at;
}

function sameBytes(a: Uint8Array, begin: number, end: number, b: Uint8Array, start: number): boolean {
  for (let i = begin, at = start; i < end; i++, at++) if (a[i] !== b[at]) return false;
  return true;
}
