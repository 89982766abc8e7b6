/**
 * Primary weights of numbers for numeric order, in ICU's encoding: the second byte is the magnitude, the next ones
 * are the value. Large values are encoded in pairs of digits.
 */

/**
 * Passes the primary weights of a sequence of digits to `push`. Ignores leading zeros. Splits the sequence every 254
 * digits.
 */
export function appendNumber(
  leadByte: number,
  digits: readonly number[],
  push: (primary: number) => void,
): void {
  let from = 0;
  do {
    while (from < digits.length - 1 && digits[from] === 0) from++;
    const to = Math.min(digits.length, from + 254);
    appendSegment((leadByte << 24) >>> 0, digits, from, to, push);
    from = to;
  } while (from < digits.length);
}

function appendSegment(
  lead: number,
  digits: readonly number[],
  from: number,
  to: number,
  push: (primary: number) => void,
): void {
  if (to - from <= 7) {
    let value = 0;
    for (let i = from; i < to; i++) value = value * 10 + digits[i]!;
    if (value < 74) {
      push(lead + ((2 + value) << 16));
      return;
    }
    value -= 74;
    if (value < 40 * 254) {
      push(lead + ((76 + Math.floor(value / 254)) << 16) + ((2 + (value % 254)) << 8));
      return;
    }
    value -= 40 * 254;
    if (value < 16 * 254 * 254) {
      const high = 116 + Math.floor(value / (254 * 254));
      push(lead + (high << 16) + ((2 + (Math.floor(value / 254) % 254)) << 8) + 2 + (value % 254));
      return;
    }
  }
  let end = to;
  const pairs = (end - from + 1) >> 1;
  let primary = lead + ((132 - 4 + pairs) << 16);
  while (digits[end - 1] === 0 && digits[end - 2] === 0) end -= 2;
  const isOdd = (end - from) % 2 === 1;
  let pair = 11 + 2 * (isOdd ? digits[from]! : digits[from]! * 10 + digits[from + 1]!);
  let shift = 8;
  for (let i = from + (isOdd ? 1 : 2); i < end; i += 2) {
    if (shift === 0) {
      push(primary + pair);
      primary = lead;
      shift = 16;
    } else {
      primary += pair << shift;
      shift -= 8;
    }
    pair = 11 + 2 * (digits[i]! * 10 + digits[i + 1]!);
  }
  push(primary + ((pair - 1) << shift));
}
