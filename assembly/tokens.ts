/*
 * Kernels that read values from JSON in UTF-8, which was validated. They have no equivalent in plain JavaScript: without WebAssembly, the
 * values of texts are read one by one.
 *
 * A position is the offset of a value from `base`. 0 is a missing value, and -1 a value that must be read in another way.
 */
import { addEntry, findId, freeSlot, hashOf } from "./bytes";

/** Whether the last string of `endOfString` has an escape. */
let isEscaped: bool = false;

/** Returns a bit for each of 16 bytes that is a quote or a backslash. */
function quotesAndEscapes(bytes: v128): u32 {
  return i8x16.bitmask(v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))));
}

/** Returns the address of the closing quote of a string. `at` is the address after the opening quote. */
function endOfString(at: u32): u32 {
  isEscaped = false;
  while (true) {
    const mask = quotesAndEscapes(v128.load(at));
    if (mask == 0) {
      at += 16;
      continue;
    }
    at += ctz(mask);
    if (load<u8>(at) == 0x22) return at;
    isEscaped = true;
    at += 2;
  }
}

function skipSpace(at: u32): u32 {
  while (load<u8>(at) <= 0x20) at++;
  return at;
}

/** Skips a comma. Returns the address of the next element, or 0 if there is none. */
function skipComma(at: u32): u32 {
  at = skipSpace(at);
  return load<u8>(at) == 0x2c ? skipSpace(at + 1) : 0;
}

/** Returns the end address of a string, a number or a word. */
function endOfToken(at: u32): u32 {
  if (load<u8>(at) == 0x22) return endOfString(at + 1) + 1;
  while (true) {
    const byte = load<u8>(at);
    if (byte <= 0x20 || byte == 0x2c || (byte | 0x20) == 0x7d) return at;
    at++;
  }
}

/** Returns the end address of a value. The brackets of lists and objects differ in one bit, as "]" and "}" do. */
function endOfValue(at: u32): u32 {
  let depth = 0;
  do {
    const byte = load<u8>(at);
    const bracket = byte | 0x20;
    if (byte == 0x22) at = endOfString(at + 1) + 1;
    else if (depth == 0 && bracket != 0x7b) return endOfToken(at);
    else {
      depth += ((bracket == 0x7b) as i32) - ((bracket == 0x7d) as i32);
      at++;
    }
  } while (depth != 0);
  return at;
}

/** Replaces the position of each object by that of a member in it. The name has `length` bytes, without quotes. */
export function findMember(base: u32, positions: u32, end: u32, name: u32, length: u32): void {
  for (; positions < end; positions += 4) {
    const position = load<i32>(positions);
    if (position > 0) store<i32>(positions, memberPosition(base, base + position, name, length));
  }
}

function memberPosition(base: u32, at: u32, name: u32, length: u32): i32 {
  if (load<u8>(at) != 0x7b) return 0;
  let position: i32 = 0;
  at = skipSpace(at + 1);
  while (at != 0 && load<u8>(at) == 0x22) {
    const key = at + 1;
    const keyEnd = endOfString(key);
    if (isEscaped) return -1;
    at = skipSpace(skipSpace(keyEnd + 1) + 1);
    if (keyEnd - key == length && isSame(key, name, length)) position = at - base;
    at = skipComma(endOfValue(at));
  }
  return position;
}

function isSame(a: u32, b: u32, length: u32): bool {
  for (; length != 0; length--) if (load<u8>(a++) != load<u8>(b++)) return false;
  return true;
}

/**
 * Writes the id of each token to `found`: 0 for missing values, lists and objects. New tokens get the next ids. They are copied to
 * `bytes` with a comma after each. Returns the next id.
 */
export function internTokens(
  base: u32,
  positions: u32,
  found: u32,
  count: u32,
  slots: u32,
  mask: u32,
  entries: u32,
  bytes: u32,
  ids: u32,
): u32 {
  for (; count != 0; count--, positions += 4, found += 4) {
    const position = load<i32>(positions);
    const at = base + position;
    let id: u32 = min<i32>(position, 0);
    if (position > 0 && (load<u8>(at) | 0x20) != 0x7b) {
      const end = endOfToken(at);
      const hash = hashOf(at, end) as u32;
      id = findId(at, end, hash, slots, mask, entries, bytes, 1);
      if (id == 0) {
        id = ids++;
        store<u32>(freeSlot, id);
        const start = addEntry(entries + (id << 3), hash, end + 1 - at);
        memory.copy(bytes + start, at, end - at);
        store<u8>(bytes + start + (end - at), 0x2c);
      }
    }
    store<u32>(found, id);
  }
  return ids;
}

/** Marks a position whose value is not read: sets its highest bit. */
function markUnread(position: u32): void {
  store<u32>(position, load<u32>(position) | 0x80000000);
}

/**
 * Writes the number of each token to `to`. NaN for missing values and other tokens. Marks the positions of numbers with an exponent or
 * more than 15 digits, and returns how many are marked.
 */
export function readNumbers(base: u32, positions: u32, end: u32, to: u32): u32 {
  let marked: u32 = 0;
  for (; positions < end; positions += 4, to += 8) {
    const position = load<i32>(positions);
    let number = NaN;
    if (position > 0) {
      number = readNumber(base + position);
      if (number == Infinity) {
        markUnread(positions);
        marked++;
        number = NaN;
      }
    } else if (position < 0) marked++;
    store<f64>(to, number);
  }
  return marked;
}

function digitAt(at: u32): u32 {
  return (load<u8>(at) as u32) - 0x30;
}

/** Reads a number: NaN for other tokens, and Infinity for a number that must be read in another way. */
function readNumber(at: u32): f64 {
  const isNegative = load<u8>(at) == 0x2d;
  at += isNegative as u32;
  let digit = digitAt(at);
  if (digit >= 10) return NaN;
  let value: u64 = 0;
  let digits = 0;
  let power: f64 = 1;
  do {
    value = value * 10 + digit;
    digits++;
    digit = digitAt(++at);
  } while (digit < 10);
  // A dot.
  if (digit == -2) {
    digit = digitAt(++at);
    do {
      value = value * 10 + digit;
      power *= 10;
      digits++;
      digit = digitAt(++at);
    } while (digit < 10);
  }
  // The letter e.
  if ((load<u8>(at) | 0x20) == 0x65 || digits > 15) return Infinity;
  // The quotient of two exact doubles is correctly rounded.
  const number = (value as f64) / power;
  return isNegative ? -number : number;
}

/** Negative after a call of `two` if one of its bytes was not a digit. */
let wrong: i32 = 0;

/** Returns the number that two digits form. Makes `wrong` negative if one of them is not a digit. */
function two(at: u32): i32 {
  const a = digitAt(at) as i32;
  const b = digitAt(at + 1) as i32;
  wrong |= a | (9 - a) | b | (9 - b);
  return a * 10 + b;
}

/**
 * Writes the milliseconds of each date-time to `to`: strings such as "2026-01-31T23:59:59Z" and "2026-01-31T23:59:59.999Z". NaN for
 * missing values and tokens that are no strings. Marks the positions of other strings, and returns how many are marked.
 */
export function readInstants(base: u32, positions: u32, end: u32, to: u32): u32 {
  let marked: u32 = 0;
  for (; positions < end; positions += 4, to += 8) {
    const position = load<i32>(positions);
    let number = NaN;
    if (position < 0) marked++;
    else if (position > 0 && load<u8>(base + position) == 0x22) {
      number = readInstant(base + position + 1);
      if (number != number) {
        markUnread(positions);
        marked++;
      }
    }
    store<f64>(to, number);
  }
  return marked;
}

/** Reads a date-time: NaN if it must be read in another way. Reading after the end of the string is allowed. */
function readInstant(at: u32): f64 {
  // The bytes between the digits.
  if (load<u8>(at, 4) != 0x2d || load<u8>(at, 7) != 0x2d || load<u8>(at, 10) != 0x54) return NaN;
  if (load<u8>(at, 13) != 0x3a || load<u8>(at, 16) != 0x3a) return NaN;
  wrong = 0;
  let milliseconds = 0;
  const hasFraction = load<u8>(at, 19) == 0x2e;
  // Z and a quote.
  if (load<u16>(at + (hasFraction ? 23 : 19)) != 0x225a) return NaN;
  if (hasFraction) {
    milliseconds = two(at + 20) * 10 + digitAt(at + 22);
    two(at + 21);
  }
  const year = two(at) * 100 + two(at + 2);
  const month = two(at + 5);
  const day = two(at + 8);
  const hour = two(at + 11);
  const minute = two(at + 14);
  const second = two(at + 17);
  // Hour 24 is read in another way.
  if (wrong < 0 || year == 0 || month == 0 || month > 12 || day == 0 || hour > 23) return NaN;
  if (day > daysInMonth(year, month) || minute > 59 || second > 59) return NaN;
  const time = ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds;
  return (dayNumber(year, month, day) as f64) * 86400000 + (time as f64);
}

function daysInMonth(year: i32, month: i32): i32 {
  // A bit for each month with 31 days.
  if (month != 2) return 30 + ((0x15aa >> month) & 1);
  if (year & 3) return 28;
  return year % 100 != 0 || year % 400 == 0 ? 29 : 28;
}

/** Returns the number of days since 1970-01-01. Years begin in March, so that a leap day is the last one. */
function dayNumber(year: i32, month: i32, day: i32): i32 {
  if (month <= 2) {
    year--;
    month += 12;
  }
  const days = year * 365 + year / 4 - year / 100 + year / 400;
  return days + ((month - 3) * 153 + 2) / 5 + day - 719469;
}

/** UTF-16 units that the last call of `copy` has written. */
let units: i32 = 0;

/** Copies a string without quotes. Returns the end address of the copy, or 0 if the string has an escape with digits. */
function copy(at: u32, to: u32): u32 {
  let written = 0;
  while (true) {
    const bytes = v128.load(at);
    const mask = quotesAndEscapes(bytes);
    const count: u32 = mask != 0 ? ctz(mask) : 16;
    v128.store(to, bytes);
    // Bytes from 0x80 to 0xbf continue a character. Characters of four bytes have two units.
    const inside: u32 = (1 << count) - 1;
    const pairs = popcnt(inside & i8x16.bitmask(i8x16.ge_u(bytes, i8x16.splat(-16))));
    const continued = popcnt(inside & i8x16.bitmask(i8x16.lt_s(bytes, i8x16.splat(-64))));
    written += count + pairs - continued;
    to += count;
    at += count;
    if (mask == 0) continue;
    if (load<u8>(at) == 0x22) {
      units = written;
      return to;
    }
    let byte: u32 = load<u8>(at, 1);
    if (byte == 0x75) return 0;
    // The letters b, f, n, r and t. All other escaped bytes stand for themselves.
    if (byte >= 0x62) byte = ((0x0000090d0a000c08 as u64) >> (((byte >> 2) & 7) << 3)) as u8;
    store<u8>(to++, byte);
    written++;
    at += 2;
  }
}

/**
 * Copies strings to `to`, with the byte 0xff after each. Writes the end offset of each from `first` to `starts`, and its UTF-16 units to
 * `lengths`: -1 for values that are no strings, which are empty copies. Ends before a string with an escape that has digits, and before a
 * position of -1. Returns the end of the positions that were read.
 */
export function copyStrings(
  base: u32,
  positions: u32,
  end: u32,
  to: u32,
  first: u32,
  starts: u32,
  lengths: u32,
): u32 {
  for (; positions < end; positions += 4, starts += 4, lengths += 4) {
    const position = load<i32>(positions);
    if (position < 0) break;
    units = -1;
    let after = to;
    if (position != 0 && load<u8>(base + position) == 0x22) after = copy(base + position + 1, to);
    if (after == 0) break;
    store<u8>(after, 0xff);
    to = after + 1;
    store<u32>(starts, to - first);
    store<i32>(lengths, units);
  }
  return positions;
}

/**
 * Writes the positions of the elements of lists to `to`, and the number of elements of each list to `counts`: -1 for other values, and
 * -2 for a position of -1. Ends before a list whose elements do not fit before `toEnd`. Returns the end of the positions that were read.
 */
export function listElements(base: u32, positions: u32, end: u32, counts: u32, to: u32, toEnd: u32): u32 {
  for (; positions < end; positions += 4, counts += 4) {
    const position = load<i32>(positions);
    let count = (position >> 31) - 1;
    if (position > 0 && load<u8>(base + position) == 0x5b) {
      count = 0;
      let at = skipSpace(base + position + 1);
      if (load<u8>(at) == 0x5d) at = 0;
      let next = to;
      for (; at != 0; count++, next += 4) {
        if (next >= toEnd) return positions;
        store<u32>(next, at - base);
        at = skipComma(endOfValue(at));
      }
      to = next;
    }
    store<i32>(counts, count);
  }
  return positions;
}

/** Like `listElements`, for objects: writes the position of each name to `to`, and that of its value `distance` bytes after it. */
export function mapEntries(base: u32, positions: u32, end: u32, counts: u32, to: u32, distance: u32): u32 {
  const toEnd = to + distance;
  for (; positions < end; positions += 4, counts += 4) {
    const position = load<i32>(positions);
    let count = (position >> 31) - 1;
    if (position > 0 && load<u8>(base + position) == 0x7b) {
      count = 0;
      let at = skipSpace(base + position + 1);
      if (load<u8>(at) == 0x7d) at = 0;
      let next = to;
      for (; at != 0; count++, next += 4) {
        if (next >= toEnd) return positions;
        store<u32>(next, at - base);
        // After the colon.
        at = skipSpace(skipSpace(endOfString(at + 1) + 1) + 1);
        store<u32>(next + distance, at - base);
        at = skipComma(endOfValue(at));
      }
      to = next;
    }
    store<i32>(counts, count);
  }
  return positions;
}
