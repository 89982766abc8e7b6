/*
 * Kernels over the encoded strings of all rows. Each function has the same results as the function of the same name in `search.ts` of the
 * folder above. Loads may reach 64 bytes beyond the last string.
 */
import { bitmask8, bitmask32 } from "./vectors";

/** Returns whether bytes at two addresses are equal. Compares 8 bytes at a time; the last 8 can overlap those before. */
function isSame(a: u32, b: u32, length: u32): bool {
  if (length >= 8) {
    const last = a + length - 8;
    if (load<u64>(last) != load<u64>(b + length - 8)) return false;
    do {
      if (load<u64>(a) != load<u64>(b)) return false;
      a += 8;
      b += 8;
    } while (a < last);
    return true;
  }
  do {
    if (load<u8>(a++) != load<u8>(b++)) return false;
  } while (--length);
  return true;
}

/**
 * Returns the row that contains a byte offset. The row is `low` or a later one. Estimates it from the mean length of the strings, and
 * tries a few rows there. Otherwise searches from `low` on (exponential search, then binary search).
 */
function rowAt(starts: u32, offset: u32, low: u32, rows: u32, rowsPerByte: f64): u32 {
  let middle = low + ((rowsPerByte * ((offset - load<u32>(starts + (low << 2))) as f64)) as u32);
  if (middle >= rows) middle = rows - 1;
  for (let tries = 8; tries != 0; tries--) {
    const start = starts + (middle << 2);
    if (load<u32>(start) > offset) middle--;
    else if (load<u32>(start, 4) <= offset) middle++;
    else return middle;
  }
  let high = low + 1;
  for (let step: u32 = 2; high < rows && load<u32>(starts + (high << 2)) <= offset; step <<= 1) {
    low = high;
    high = low + step;
  }
  high = min<u32>(high, rows);
  while (high - low > 1) {
    middle = (low + high) >> 1;
    if (load<u32>(starts + (middle << 2)) <= offset) low = middle;
    else high = middle;
  }
  return low;
}

/** Tests 16 addresses for two bytes of the search string. */
function candidates(one: v128, two: v128, first: v128, second: v128): v128 {
  return v128.and(i8x16.eq(one, first), i8x16.eq(two, second));
}

/** Skips addresses without a candidate, 64 at once. Returns the first of the 16 addresses with the first candidate, or one after `stop`. */
function skip(address: u32, stop: i32, rare: u32, other: u32, first: v128, second: v128): u32 {
  for (; stop - (address as i32) >= 0; address += 64) {
    const one = address + rare;
    const two = address + other;
    const a = candidates(v128.load(one), v128.load(two), first, second);
    const b = candidates(v128.load(one, 16), v128.load(two, 16), first, second);
    const c = candidates(v128.load(one, 32), v128.load(two, 32), first, second);
    const d = candidates(v128.load(one, 48), v128.load(two, 48), first, second);
    if (v128.any_true(v128.or(v128.or(a, b), v128.or(c, d))))
      return address + ((ctz(bitmask8(a, b, c, d)) as u32) & 48);
  }
  return address;
}

/**
 * Returns the first match that ends at or before `end`, or 0. Each iteration tests 64 addresses for two rare bytes of the search string,
 * or 16 if both match often (`isDense`). Where both match, all bytes are compared.
 */
function search(
  address: u32,
  end: u32,
  string: u32,
  length: u32,
  rare: u32,
  other: u32,
  isDense: u32,
  first: v128,
  second: v128,
): u32 {
  const stop: i32 = end - length - 64;
  while (true) {
    if (!isDense) address = skip(address, stop, rare, other, first, second);
    if (((end - address) as i32) < (length as i32)) return 0;
    let mask = i8x16.bitmask(
      candidates(v128.load(address + rare), v128.load(address + other), first, second),
    );
    for (; mask != 0; mask &= mask - 1) {
      const at = address + ctz(mask);
      if (!isSame(at, string, length)) continue;
      return ((end - at) as i32) < (length as i32) ? 0 : at;
    }
    address += 16;
  }
}

/**
 * Keeps the listed addresses that are matches, and returns the end of the list. The first 8 bytes of the search string and the last 8
 * decide about up to 16 bytes. Of a shorter string, both are its only bytes.
 */
function keepMatches(list: u32, listEnd: u32, string: u32, length: u32): u32 {
  const tailAt: u32 = length < 8 ? 0 : length - 8;
  const used: u64 = length < 8 ? ((1 as u64) << (length << 3)) - 1 : -1;
  const head = load<u64>(string);
  const tail = load<u64>(string + tailAt);
  let kept = list;
  for (; list < listEnd; list += 4) {
    const at = load<u32>(list);
    const difference = (load<u64>(at) ^ head) | (load<u64>(at + tailAt) ^ tail);
    let isMatch = (used & difference) == 0;
    if (length > 16 && isMatch) isMatch = isSame(at, string, length);
    // Always writes, and keeps the address only of a match: a branch would often be mispredicted.
    store<u32>(kept, at);
    kept += (isMatch as u32) << 2;
  }
  return kept;
}

/** Sets the bit of a row. */
function setRow(out: u32, row: u32): void {
  const word = out + ((row >> 5) << 2);
  store<u32>(word, load<u32>(word) | (1 << row));
}

/**
 * Sets the bits of the rows that contain the listed addresses, which ascend, and returns the last of these rows. Estimates each row from
 * the mean length of the strings, and counts how many of 16 rows there begin before the address. The estimates of 16 addresses have the
 * same base, so that none waits for another and the memory fetches many offsets at the same time.
 */
function setRows(
  list: u32,
  listEnd: u32,
  bytes: u32,
  starts: u32,
  row: u32,
  rows: u32,
  rowsPerByte: f64,
  lead: u32,
  out: u32,
): u32 {
  const lastFirst: i32 = rows - 15;
  while (list < listEnd) {
    const groupEnd = min<u32>(list + 64, listEnd);
    const baseRow = row - 7;
    const base = load<u32>(starts + (row << 2));
    do {
      const offset = load<u32>(list) - bytes + lead;
      const estimate = (baseRow as i32) + ((rowsPerByte * ((offset - base) as f64)) as i32);
      const first = max<i32>(min<i32>(estimate, lastFirst), 0);
      const start = starts + (first << 2);
      const place = i32x4.splat(offset);
      const before = bitmask32(
        i32x4.le_u(v128.load(start), place),
        i32x4.le_u(v128.load(start, 16), place),
        i32x4.le_u(v128.load(start, 32), place),
        i32x4.le_u(v128.load(start, 48), place),
      );
      const count = popcnt(before);
      const isNear = ((count - 1) as u32) < 15 && lastFirst >= 0;
      row = isNear ? first + count - 1 : rowAt(starts, offset, row, rows, rowsPerByte);
      setRow(out, row);
      list += 4;
    } while (list < groupEnd);
  }
  return row;
}

/**
 * Sets the bits of the rows with a match, for rare candidates: most blocks of 64 bytes have none. Lists candidates, and then tests many of
 * them and finds their rows, so that the memory fetches much at the same time. Returns 0, or the address to continue at once candidates
 * are dense. `list` has room for 321 addresses.
 */
function scan(
  address: u32,
  end: u32,
  bytes: u32,
  starts: u32,
  row: u32,
  rows: u32,
  string: u32,
  length: u32,
  rare: u32,
  other: u32,
  lead: u32,
  out: u32,
  list: u32,
  rowsPerByte: f64,
  first: v128,
  second: v128,
): u32 {
  const last = end - length;
  const full = list + 1024;
  let listEnd = list;
  let listedFrom = address;
  while (((last - address) as i32) >= 0) {
    do {
      // Fetches bytes that are tested later from memory: the processor does not fetch so far ahead by itself.
      load<u32>(select<u32>(address + 1024, last, ((last - address) as i32) > 1024));
      const one = address + rare;
      const two = address + other;
      const a = candidates(v128.load(one), v128.load(two), first, second);
      const b = candidates(v128.load(one, 16), v128.load(two, 16), first, second);
      const c = candidates(v128.load(one, 32), v128.load(two, 32), first, second);
      const d = candidates(v128.load(one, 48), v128.load(two, 48), first, second);
      if (v128.any_true(v128.or(v128.or(a, b), v128.or(c, d)))) {
        let mask = bitmask8(a, b, c, d);
        do {
          store<u32>(listEnd, address + (ctz(mask) as u32));
          listEnd += 4;
          mask &= mask - 1;
        } while (mask != 0);
      }
      address += 64;
    } while (listEnd < full && ((last - address) as i32) >= 0);
    if (((last - address) as i32) < 0) break;
    listEnd = keepMatches(list, listEnd, string, length);
    row = setRows(list, listEnd, bytes, starts, row, rows, rowsPerByte, lead, out);
    listEnd = list;
    // Candidates are dense: there was one in less than 32 bytes.
    if (address - listedFrom < 8192) return address;
    listedFrom = address;
  }
  // Removes candidates that would end after `end`.
  while (listEnd != list && ((last - load<u32>(listEnd - 4)) as i32) < 0) listEnd -= 4;
  setRows(list, keepMatches(list, listEnd, string, length), bytes, starts, row, rows, rowsPerByte, lead, out);
  return 0;
}

/**
 * Sets the bits of the rows whose string contains the search string. If matches are dense, the scan skips the rest of each string that
 * matches. `lead` is 1 if the search string begins with a separator. `list` has room for 321 addresses.
 */
export function find(
  address: u32,
  end: u32,
  bytes: u32,
  starts: u32,
  row: u32,
  rows: u32,
  string: u32,
  length: u32,
  rare: u32,
  other: u32,
  isDense: u32,
  lead: u32,
  out: u32,
  list: u32,
): void {
  const rowsPerByte = ((rows - row) as f64) / ((end - address) as f64);
  const first = i8x16.splat(load<i8>(string + rare));
  const second = i8x16.splat(load<i8>(string + other));
  if (!isDense) {
    address = scan(
      address,
      end,
      bytes,
      starts,
      row,
      rows,
      string,
      length,
      rare,
      other,
      lead,
      out,
      list,
      rowsPerByte,
      first,
      second,
    );
    if (address == 0) return;
  }
  while (true) {
    address = search(address, end, string, length, rare, other, 1, first, second);
    if (address == 0) return;
    row = rowAt(starts, address - bytes + lead, row, rows, rowsPerByte);
    setRow(out, row);
    // The separator before the next string is part of a match at its start.
    address = bytes + load<u32>(starts + (row << 2), 4) - 1;
  }
}

/**
 * Clears the bits of the rows without a match. `starts` is the address of the offset of the first row. A search string with a separator
 * is only compared at the start or the end of a string.
 */
export function findAmong(
  bits: u32,
  stop: u32,
  bytes: u32,
  starts: u32,
  string: u32,
  length: u32,
  rare: u32,
  other: u32,
  isDense: u32,
  lead: u32,
  trail: u32,
): void {
  const first = i8x16.splat(load<i8>(string + rare));
  const second = i8x16.splat(load<i8>(string + other));
  for (; bits < stop; bits += 4, starts += 128) {
    let kept = load<u32>(bits);
    for (let rest = kept; rest != 0; rest &= rest - 1) {
      const start = starts + (ctz(rest) << 2);
      let address = bytes + load<u32>(start) - 1;
      let end = bytes + load<u32>(start, 4);
      if (((end - address) as i32) > (length as i32)) {
        if (lead) end = address + length;
        else if (trail) address = end - length;
      }
      if (search(address, end, string, length, rare, other, isDense, first, second) == 0)
        kept ^= rest & (0 - rest);
    }
    store<u32>(bits, kept);
  }
}

/**
 * Replaces the zero bytes before `end` with separators, and writes the offset after each to `starts`. Returns whether there are exactly as
 * many as there is room before `stop`.
 */
export function separate(address: u32, end: u32, bytes: u32, starts: u32, stop: u32): bool {
  for (; address < end; address += 16) {
    let mask = i8x16.bitmask(i8x16.eq(v128.load(address), i8x16.splat(0)));
    for (; mask != 0; mask &= mask - 1) {
      const at = address + ctz(mask);
      if (at >= end) return starts == stop;
      if (starts >= stop) return false;
      store<u8>(at, 0xff);
      store<u32>(starts, at + 1 - bytes);
      starts += 4;
    }
  }
  return starts == stop;
}
