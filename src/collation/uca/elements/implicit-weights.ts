/**
 * Returns the primary weight of a code point without collation data: above all others, in code point order, as in
 * ICU.
 */
export function implicitPrimary(c: number): number {
  let remainder = c + 1;
  const fourth = 2 + (remainder % 18) * 14;
  remainder = Math.floor(remainder / 18);
  const third = 2 + (remainder % 254);
  remainder = Math.floor(remainder / 254);
  return ((0xfe << 24) | ((4 + (remainder % 251)) << 16) | (third << 8) | fourth) >>> 0;
}
