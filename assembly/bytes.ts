/** Loads up to 8 bytes; the bytes from `left` on are zero. */
export function part(at: u32, left: u32): u64 {
  const bytes = load<u64>(at);
  return left >= 8 ? bytes : bytes & (((1 as u64) << (left << 3)) - 1);
}

/** Returns the hash of bytes. */
export function hashOf(at: u32, end: u32): u64 {
  let hash: u64 = 0x9e3779b97f4a7c15;
  for (; at < end; at += 8) {
    hash = (hash ^ part(at, end - at)) * 0xff51afd7ed558ccd;
    hash ^= hash >> 32;
  }
  return hash;
}

/**
 * Looks bytes up in a table with open addressing. Returns their id, or 0 if they are new; `freeSlot` then has the address where their
 * id belongs. An entry has the hash and the start of the string; the next entry has its end.
 *
 * @param extra bytes after each string of the table that do not belong to it
 */
export function findId(
  at: u32,
  end: u32,
  hash: u32,
  slots: u32,
  mask: u32,
  entries: u32,
  bytes: u32,
  extra: u32,
): u32 {
  let slot = hash;
  while (true) {
    freeSlot = slots + ((slot++ & mask) << 2);
    const id = load<u32>(freeSlot);
    if (id == 0) return 0;
    const entry = entries + (id << 3);
    if (load<u32>(entry) != hash) continue;
    const start = load<u32>(entry, 4);
    if (load<u32>(entry, 12) - start != end - at + extra) continue;
    if (isSame(at, end, bytes + start)) return id;
  }
}

export let freeSlot: u32 = 0;

function isSame(at: u32, end: u32, other: u32): bool {
  for (; at < end; at += 8, other += 8) if (part(at, end - at) != part(other, end - at)) return false;
  return true;
}

/** Writes the entry of a new string of `length` bytes. Returns where the string begins. */
export function addEntry(entry: u32, hash: u32, length: u32): u32 {
  const start = load<u32>(entry, 4);
  store<u32>(entry, hash);
  store<u32>(entry, start + length, 12);
  return start;
}
