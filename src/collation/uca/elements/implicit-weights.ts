/**
 * Returns the primary weight of a code point without collation data: above all others, in code point order, as in
 * ICU.
 */
export function implicitPrimary(c: number): number {
  let rest = c + 1;
  const fourth = 2 + (rest % 18) * 14;
  rest = Math.floor(rest / 18);
  const third = 2 + (rest % 254);
  rest = Math.floor(rest / 254);
  return ((0xfe << 24) | ((4 + (rest % 251)) << 16) | (third << 8) | fourth) >>> 0;
}
