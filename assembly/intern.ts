/*
 * Kernel `intern`: looks strings up by their bytes. Same results as `intern.ts`. It is a module of its own, because some platforms refuse
 * to compile modules of more than 4 KB synchronously.
 */
import { addEntry, findId, freeSlot, hashOf, part } from "./bytes";

/** Whether the last string of `endOf` contains U+FFFD. */
let isReplaced: bool = false;

/** Returns the end address of a string of `units` UTF-16 units. */
function endOf(at: u32, units: u32): u32 {
  isReplaced = false;
  while (true) {
    // 8 ASCII bytes at once.
    if (units >= 8 && (load<u64>(at) & 0x8080808080808080) == 0) {
      at += 8;
      units -= 8;
      continue;
    }
    if (units == 0) return at;
    units--;
    const byte = load<u8>(at);
    if (byte < 0x80) at++;
    else if (byte < 0xe0) at += 2;
    else if (byte < 0xf0) {
      if ((load<u32>(at) & 0xffffff) == 0xbdbfef) isReplaced = true;
      at += 3;
    } else {
      // A surrogate pair: two units.
      at += 4;
      units--;
    }
  }
}

/** Sets the highest bit of each byte that is zero. Clears all other bits. */
function zerosOf(bytes: u64): u64 {
  const low: u64 = 0x7f7f7f7f7f7f7f7f;
  return ~(((bytes & low) + low) | bytes | low);
}

/** Returns the address of the first zero byte, or `stop`. */
function zeroFrom(at: u32, stop: u32): u32 {
  for (; at < stop; at += 8) {
    const zeros = zerosOf(load<u64>(at));
    if (zeros != 0) return min<u32>(stop, at + ((ctz(zeros) >> 3) as u32));
  }
  return stop;
}

/** Returns the number of zero bytes before `stop`. */
function countZeros(at: u32, stop: u32): u32 {
  let count: u64 = 0;
  for (; at + 8 <= stop; at += 8) count += popcnt(zerosOf(load<u64>(at)));
  const left = stop - at;
  // `part` replaces the bytes from `stop` on by zeros, which are subtracted.
  count += popcnt(zerosOf(part(at, left)));
  return (count as u32) - (8 - left);
}

/**
 * Writes the id of each string to `found`. New strings get the next ids, and -1 is the id of strings with U+FFFD. If `stop` is not 0, it
 * is the end of the bytes, and no string contains U+FFFD. Strings then end at zero bytes, unless they contain any. Returns the next id.
 */
export function intern(
  at: u32,
  stop: u32,
  units: u32,
  found: u32,
  count: u32,
  slots: u32,
  mask: u32,
  entries: u32,
  bytes: u32,
  ids: u32,
): u32 {
  if (stop != 0 && countZeros(at, stop) != count - 1) stop = 0;
  for (; count != 0; count--, units += 4, found += 4) {
    const length = load<u32>(units);
    let id: u32 = 0;
    let end = at;
    isReplaced = false;
    if (length != -1) end = stop != 0 ? zeroFrom(at, stop) : endOf(at, length);
    if (isReplaced) id = -1;
    else if (length != -1) {
      const hash = hashOf(at, end) as u32;
      id = findId(at, end, hash, slots, mask, entries, bytes, 0);
      if (id == 0) {
        id = ids++;
        store<u32>(freeSlot, id);
        const start = addEntry(entries + (id << 3), hash, end - at);
        // Bytes written beyond the end are overwritten by the next string.
        for (let from = at, to = bytes + start; from < end; from += 8, to += 8)
          store<u64>(to, load<u64>(from));
      }
    }
    store<u32>(found, id);
    at = end + 1;
  }
  return ids;
}
