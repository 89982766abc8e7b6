/** Returns the number of bytes of a character by its first byte, which is none of ASCII. */
export function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

/**
 * Returns the number of bytes of a character (Unicode Standard, table 3-7). For invalid bytes, returns the negative number of bytes
 * that one U+FFFD replaces.
 */
export function characterLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return -1;
  const length = sequenceLength(lead);
  let low = 0x80;
  let high = 0xbf;
  if (lead === 0xe0) low = 0xa0;
  else if (lead === 0xed) high = 0x9f;
  else if (lead === 0xf0) low = 0x90;
  else if (lead === 0xf4) high = 0x8f;
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i];
    if (byte === undefined || byte < low || byte > high) return -i;
    low = 0x80;
    high = 0xbf;
  }
  return length;
}
