/*
 * Kernels over columns and bitmaps, 16 to 64 rows per iteration. Each function has the same results as the loop of the same name in
 * `plain.ts`. Columns are padded to whole iterations, so that loads beyond the last row are valid.
 */
import { bitmask8, bitmask32, bitmask64, inRange, rangeEnd } from "./vectors";

export function between8(at: u32, rows: u32, low: u32, high: u32, within: u32, out: u32, keep: i32): void {
  between<u8, u32>(at, rows, low, high, within, out, keep);
}

export function between16(at: u32, rows: u32, low: u32, high: u32, within: u32, out: u32, keep: i32): void {
  between<u16, u32>(at, rows, low, high, within, out, keep);
}

export function between32(at: u32, rows: u32, low: u32, high: u32, within: u32, out: u32, keep: i32): void {
  between<u32, u32>(at, rows, low, high, within, out, keep);
}

export function betweenNumbers(
  at: u32,
  rows: u32,
  low: f64,
  high: f64,
  within: u32,
  out: u32,
  keep: i32,
): void {
  between<f64, f64>(at, rows, low, high, within, out, keep);
}

/** Tests whether values are in [low, high]. Bits of `out` that are set in `keep` are preserved. */
function between<T, V>(at: u32, rows: u32, low: V, high: V, within: u32, out: u32, keep: i32): void {
  const from = v128.splat<T>(low as T);
  const to = v128.splat<T>(rangeEnd<V>(low, high) as T);
  if (sizeof<T>() <= 2) {
    for (let row: u32 = 0; row < rows; row += 64) {
      const selected = load<u64>(within);
      const kept = load<u64>(out) & (keep as i64);
      if (selected == 0) store<u64>(out, kept);
      else store<u64>(out, kept | (selected & mask64<T>(at, from, to)));
      within += 8;
      out += 8;
      at += 64 * sizeof<T>();
    }
  } else {
    for (let row: u32 = 0; row < rows; row += 16) {
      const selected: u32 = load<u16>(within);
      const kept = load<u16>(out) & keep;
      if (selected == 0) store<u16>(out, kept);
      else store<u16>(out, kept | (selected & mask16<T>(at, from, to)));
      within += 2;
      out += 2;
      at += 16 * sizeof<T>();
    }
  }
}

/** Returns a bit for each of 64 codes of one or two bytes. */
function mask64<T>(at: u32, from: v128, to: v128): u64 {
  return (
    (mask16<T>(at, from, to) as u64) |
    ((mask16<T>(at + 16 * sizeof<T>(), from, to) as u64) << 16) |
    ((mask16<T>(at + 32 * sizeof<T>(), from, to) as u64) << 32) |
    ((mask16<T>(at + 48 * sizeof<T>(), from, to) as u64) << 48)
  );
}

/** Returns a bit for each of 16 values. */
function mask16<T>(at: u32, from: v128, to: v128): u32 {
  const a = inRange<T>(v128.load(at), from, to);
  if (sizeof<T>() == 1) return i8x16.bitmask(a);
  const b = inRange<T>(v128.load(at, 16), from, to);
  if (sizeof<T>() == 2) return i8x16.bitmask(i8x16.narrow_i16x8_s(a, b));
  const c = inRange<T>(v128.load(at, 32), from, to);
  const d = inRange<T>(v128.load(at, 48), from, to);
  if (sizeof<T>() == 4) return bitmask32(a, b, c, d);
  const e = inRange<T>(v128.load(at, 64), from, to);
  const f = inRange<T>(v128.load(at, 80), from, to);
  const g = inRange<T>(v128.load(at, 96), from, to);
  const h = inRange<T>(v128.load(at, 112), from, to);
  return bitmask64(a, b, c, d, e, f, g, h);
}

export function count8(at: u32, end: u32, low: u32, high: u32): i32 {
  return count<u8, u32>(at, end, low, high);
}

export function count16(at: u32, end: u32, low: u32, high: u32): i32 {
  return count<u16, u32>(at, end, low, high);
}

export function count32(at: u32, end: u32, low: u32, high: u32): i32 {
  return count<u32, u32>(at, end, low, high);
}

export function countNumbers(at: u32, end: u32, low: f64, high: f64): i32 {
  return count<f64, f64>(at, end, low, high);
}

/**
 * Counts values in [low, high], 64 bytes per iteration. A matching lane has all bits set, which is -1. Narrow lanes are summed up before
 * they can overflow.
 */
function count<T, V>(at: u32, end: u32, low: V, high: V): i32 {
  const from = v128.splat<T>(low as T);
  const to = v128.splat<T>(rangeEnd<V>(low, high) as T);
  let sum = i32x4.splat(0);
  while (at < end) {
    const stop = min<u32>(end, at + (sizeof<T>() == 1 ? 4032 : 1048512));
    let part = i32x4.splat(0);
    do {
      const a = add<T>(inRange<T>(v128.load(at), from, to), inRange<T>(v128.load(at, 16), from, to));
      const b = add<T>(inRange<T>(v128.load(at, 32), from, to), inRange<T>(v128.load(at, 48), from, to));
      part = subtract<T>(part, add<T>(a, b));
      at += 64;
    } while (at < stop);
    if (sizeof<T>() == 1) part = i16x8.extadd_pairwise_i8x16_u(part);
    if (sizeof<T>() <= 2) part = i32x4.extadd_pairwise_i16x8_u(part);
    sum = i32x4.add(sum, part);
  }
  return sumOf(sum);
}

function add<T>(a: v128, b: v128): v128 {
  return isFloat<T>() ? i64x2.add(a, b) : v128.add<T>(a, b);
}

function subtract<T>(a: v128, b: v128): v128 {
  return isFloat<T>() ? i64x2.sub(a, b) : v128.sub<T>(a, b);
}

function sumOf(lanes: v128): i32 {
  const pairs = i64x2.add(i64x2.extend_low_i32x4_s(lanes), i64x2.extend_high_i32x4_s(lanes));
  return (i64x2.extract_lane(pairs, 0) + i64x2.extract_lane(pairs, 1)) as i32;
}

/**
 * Looks up one-byte codes in a table of 256 bits: byte i of the first vector has the bits of the codes with the low half i and the high
 * halves 0 to 7, the second vector those of 8 to 15.
 */
export function table8(at: u32, rows: u32, table: u32, within: u32, out: u32): void {
  const lower = v128.load(table);
  const upper = v128.load(table, 16);
  // A constant would be loaded in each iteration.
  const nibble = i8x16.splat(rows == 0 ? 0 : 15);
  for (let row: u32 = 0; row < rows; row += 64) {
    const a = isInTable(v128.load(at), lower, upper, nibble);
    const b = isInTable(v128.load(at, 16), lower, upper, nibble);
    const c = isInTable(v128.load(at, 32), lower, upper, nibble);
    const d = isInTable(v128.load(at, 48), lower, upper, nibble);
    store<u64>(out, load<u64>(within) & bitmask8(a, b, c, d));
    within += 8;
    out += 8;
    at += 64;
  }
}

function isInTable(codes: v128, lower: v128, upper: v128, nibble: v128): v128 {
  const low = v128.and(codes, nibble);
  const zero = i8x16.splat(0);
  const bits = v128.bitselect(i8x16.swizzle(lower, low), i8x16.swizzle(upper, low), i8x16.ge_s(codes, zero));
  const powers = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
  return i8x16.ne(v128.and(bits, i8x16.swizzle(powers, i8x16.shr_u(codes, 4))), zero);
}

export function table16(at: u32, rows: u32, table: u32, within: u32, out: u32): void {
  lookUp<u16>(at, rows, table, within, out);
}

export function table32(at: u32, rows: u32, table: u32, within: u32, out: u32): void {
  lookUp<u32>(at, rows, table, within, out);
}

/** Looks up codes one by one in a table of bytes; 8 of them fill a byte of the bitmap. */
function lookUp<T>(at: u32, rows: u32, table: u32, within: u32, out: u32): void {
  for (let row: u32 = 0; row < rows; row += 8) {
    let mask: u32 = load<u8>(table + load<T>(at));
    mask |= (load<u8>(table + load<T>(at, sizeof<T>())) as u32) << 1;
    mask |= (load<u8>(table + load<T>(at, 2 * sizeof<T>())) as u32) << 2;
    mask |= (load<u8>(table + load<T>(at, 3 * sizeof<T>())) as u32) << 3;
    mask |= (load<u8>(table + load<T>(at, 4 * sizeof<T>())) as u32) << 4;
    mask |= (load<u8>(table + load<T>(at, 5 * sizeof<T>())) as u32) << 5;
    mask |= (load<u8>(table + load<T>(at, 6 * sizeof<T>())) as u32) << 6;
    mask |= (load<u8>(table + load<T>(at, 7 * sizeof<T>())) as u32) << 7;
    store<u8>(out++, load<u8>(within++) & mask);
    at += 8 * sizeof<T>();
  }
}

export function and(out: u32, other: u32, end: u32): void {
  for (; out < end; out += 16, other += 16) v128.store(out, v128.and(v128.load(out), v128.load(other)));
}

export function or(out: u32, other: u32, end: u32): void {
  for (; out < end; out += 16, other += 16) v128.store(out, v128.or(v128.load(out), v128.load(other)));
}

export function andNot(out: u32, other: u32, end: u32): void {
  for (; out < end; out += 16, other += 16) v128.store(out, v128.andnot(v128.load(out), v128.load(other)));
}

/** Sets bytes to zero. In shared memory, `fill` of JavaScript takes six times as long. */
export function clear(at: u32, bytes: u32): void {
  memory.fill(at, 0, bytes);
}

export function popcount(at: u32, end: u32): i32 {
  let sum = i32x4.splat(0);
  for (; at < end; at += 16) {
    const counts = i16x8.extadd_pairwise_i8x16_u(i8x16.popcnt(v128.load(at)));
    sum = i32x4.add(sum, i32x4.extadd_pairwise_i16x8_u(counts));
  }
  return sumOf(sum);
}
