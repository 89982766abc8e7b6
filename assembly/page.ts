/* Kernels that find the rows of a page. */
import { bitmask32, bitmask64, inRange } from "./vectors";

/**
 * Writes a bitmap of the rows of `within` with a code in [low, high] to `out`, and returns the number of those below low. Does not skip
 * groups of rows without a selected one, because that branch would often be mispredicted.
 */
export function split32(at: u32, rows: u32, low: i32, high: i32, within: u32, out: u32): u32 {
  let count: u32 = 0;
  // Inverts the sign bits, so that signed comparisons order the values like unsigned numbers. A constant would be loaded in each iteration.
  const sign = i32x4.splat(rows == 0 ? 0 : i32.MIN_VALUE);
  const from = v128.xor(sign, i32x4.splat(low));
  const to = v128.xor(sign, i32x4.splat(high));
  for (let row: u32 = 0; row < rows; row += 16) {
    const a = v128.xor(sign, v128.load(at));
    const b = v128.xor(sign, v128.load(at, 16));
    const c = v128.xor(sign, v128.load(at, 32));
    const d = v128.xor(sign, v128.load(at, 48));
    const selected: u32 = load<u16>(within);
    const less = bitmask32(
      i32x4.lt_s(a, from),
      i32x4.lt_s(b, from),
      i32x4.lt_s(c, from),
      i32x4.lt_s(d, from),
    );
    const greater = bitmask32(i32x4.gt_s(a, to), i32x4.gt_s(b, to), i32x4.gt_s(c, to), i32x4.gt_s(d, to));
    count += popcnt(selected & less);
    store<u16>(out, selected & ~(less | greater));
    within += 2;
    out += 2;
    at += 64;
  }
  return count;
}

/** Like `split32`, for doubles: keeps those that are not below low and are at most high. */
export function splitNumbers(at: u32, rows: u32, low: f64, high: f64, within: u32, out: u32): u32 {
  let count: u32 = 0;
  const from = f64x2.splat(low);
  const to = f64x2.splat(high);
  for (let row: u32 = 0; row < rows; row += 16) {
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const c = v128.load(at, 32);
    const d = v128.load(at, 48);
    const e = v128.load(at, 64);
    const f = v128.load(at, 80);
    const g = v128.load(at, 96);
    const h = v128.load(at, 112);
    const selected: u32 = load<u16>(within);
    const less = bitmask64(
      f64x2.lt(a, from),
      f64x2.lt(b, from),
      f64x2.lt(c, from),
      f64x2.lt(d, from),
      f64x2.lt(e, from),
      f64x2.lt(f, from),
      f64x2.lt(g, from),
      f64x2.lt(h, from),
    );
    const upToHigh = bitmask64(
      f64x2.le(a, to),
      f64x2.le(b, to),
      f64x2.le(c, to),
      f64x2.le(d, to),
      f64x2.le(e, to),
      f64x2.le(f, to),
      f64x2.le(g, to),
      f64x2.le(h, to),
    );
    count += popcnt(selected & less);
    store<u16>(out, selected & ~less & upToHigh);
    within += 2;
    out += 2;
    at += 128;
  }
  return count;
}

/**
 * Lists the rows of a bitmap in ascending order, and returns the end of the list. Writes four rows for each 64 bits that are not all
 * zero, and keeps as many as there are: a branch for each row would often be mispredicted.
 */
export function listRows(bits: u32, end: u32, out: u32): u32 {
  for (let row: u32 = 0; bits < end; bits += 8, row += 64) {
    let rest = load<u64>(bits);
    if (rest == 0) continue;
    let at = out;
    out += (popcnt(rest) as u32) << 2;
    do {
      store<u32>(at, row + (ctz(rest) as u32));
      rest &= rest - 1;
      store<u32>(at, row + (ctz(rest) as u32), 4);
      rest &= rest - 1;
      store<u32>(at, row + (ctz(rest) as u32), 8);
      rest &= rest - 1;
      store<u32>(at, row + (ctz(rest) as u32), 12);
      rest &= rest - 1;
      at += 16;
    } while (at < out);
  }
  return out;
}

/** The row where the last list of rows ended: the number of rows, or the first row after the list was full. */
export let listedTo: u32 = 0;

/**
 * Lists the rows of `within` from `row` on that have a code in [low, high], until the list passes `stop`. Returns their number. Tests 32
 * rows at once, of which few groups have such a row: the lowest distance of their codes to low is in the range. Bits of `within` from
 * `rows` on are zero.
 */
export function list32(
  at: u32,
  row: u32,
  rows: u32,
  low: i32,
  high: i32,
  within: u32,
  out: u32,
  stop: u32,
): u32 {
  const first = out;
  const from = i32x4.splat(low);
  const to = i32x4.splat(high - low);
  for (; row < rows && out <= stop; row += 32) {
    const a = i32x4.sub(v128.load(at), from);
    const b = i32x4.sub(v128.load(at, 16), from);
    const c = i32x4.sub(v128.load(at, 32), from);
    const d = i32x4.sub(v128.load(at, 48), from);
    const e = i32x4.sub(v128.load(at, 64), from);
    const f = i32x4.sub(v128.load(at, 80), from);
    const g = i32x4.sub(v128.load(at, 96), from);
    const h = i32x4.sub(v128.load(at, 112), from);
    const lowest = i32x4.min_u(
      i32x4.min_u(i32x4.min_u(a, b), i32x4.min_u(c, d)),
      i32x4.min_u(i32x4.min_u(e, f), i32x4.min_u(g, h)),
    );
    if (v128.any_true(i32x4.le_u(lowest, to))) {
      const lower = bitmask32(i32x4.le_u(a, to), i32x4.le_u(b, to), i32x4.le_u(c, to), i32x4.le_u(d, to));
      const upper = bitmask32(i32x4.le_u(e, to), i32x4.le_u(f, to), i32x4.le_u(g, to), i32x4.le_u(h, to));
      out = listBits(load<u32>(within) & (lower | (upper << 16)), row, out);
    }
    within += 4;
    at += 128;
  }
  listedTo = row;
  return (out - first) >> 2;
}

/** Like `list32`, for doubles, 16 rows at once. */
export function listNumbers(
  at: u32,
  row: u32,
  rows: u32,
  low: f64,
  high: f64,
  within: u32,
  out: u32,
  stop: u32,
): u32 {
  const first = out;
  const from = f64x2.splat(low);
  const to = f64x2.splat(high);
  for (; row < rows && out <= stop; row += 16) {
    const a = inRange<f64>(v128.load(at), from, to);
    const b = inRange<f64>(v128.load(at, 16), from, to);
    const c = inRange<f64>(v128.load(at, 32), from, to);
    const d = inRange<f64>(v128.load(at, 48), from, to);
    const e = inRange<f64>(v128.load(at, 64), from, to);
    const f = inRange<f64>(v128.load(at, 80), from, to);
    const g = inRange<f64>(v128.load(at, 96), from, to);
    const h = inRange<f64>(v128.load(at, 112), from, to);
    const some = v128.or(v128.or(v128.or(a, b), v128.or(c, d)), v128.or(v128.or(e, f), v128.or(g, h)));
    if (v128.any_true(some)) out = listBits(load<u16>(within) & bitmask64(a, b, c, d, e, f, g, h), row, out);
    within += 2;
    at += 128;
  }
  listedTo = row;
  return (out - first) >> 2;
}

function listBits(rest: u32, row: u32, out: u32): u32 {
  for (; rest != 0; rest &= rest - 1, out += 4) store<u32>(out, row + ctz(rest));
  return out;
}
