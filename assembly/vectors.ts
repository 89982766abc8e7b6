/** Returns the value that `inRange` compares with: the distance to `low` for codes, `high` itself for doubles. */
export function rangeEnd<V>(low: V, high: V): V {
  return isFloat<V>() ? high : ((high - low) as V);
}

/** Tests whether lanes are in a range. Codes are, if their unsigned distance to the low end is at most that of the high end. */
export function inRange<T>(values: v128, from: v128, to: v128): v128 {
  if (isFloat<T>()) return v128.and(v128.ge<T>(values, from), v128.le<T>(values, to));
  return v128.le<T>(v128.sub<T>(values, from), to);
}

/** Returns a bit for each of 16 lanes of 32 bits. */
export function bitmask32(a: v128, b: v128, c: v128, d: v128): u32 {
  return i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(a, b), i16x8.narrow_i32x4_s(c, d)));
}

/** Returns a bit for each of 16 lanes of 64 bits. */
export function bitmask64(a: v128, b: v128, c: v128, d: v128, e: v128, f: v128, g: v128, h: v128): u32 {
  return bitmask32(halves(a, b), halves(c, d), halves(e, f), halves(g, h));
}

/** Combines two masks of two lanes to one of four, by taking half of each lane. */
function halves(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27);
}

/** Returns a bit for each of 64 bytes of four vectors. */
export function bitmask8(a: v128, b: v128, c: v128, d: v128): u64 {
  return bits16(a) | (bits16(b) << 16) | (bits16(c) << 32) | (bits16(d) << 48);
}

function bits16(lanes: v128): u64 {
  return i8x16.bitmask(lanes) as u32 as u64;
}
