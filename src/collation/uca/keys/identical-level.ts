import type { ByteBuffer } from "./byte-buffer.ts";

/**
 * Appends each code point plus 2 as UTF-8, so that all bytes are above 01 and their order is that of the code points.
 */
export function writeCodePoints(out: ByteBuffer, text: string): void {
  out.reserve(text.length * 3 + 8);
  for (let i = 0; i < text.length; i++) {
    const c = text.codePointAt(i)! + 2;
    if (c > 0x10001) i++;
    if (c < 0x80) out.add(c);
    else if (c < 0x800) {
      out.add(0xc0 | (c >> 6));
      out.add(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
      out.add(0xe0 | (c >> 12));
      out.add(0x80 | ((c >> 6) & 0x3f));
      out.add(0x80 | (c & 0x3f));
    } else {
      out.add(0xf0 | (c >> 18));
      out.add(0x80 | ((c >> 12) & 0x3f));
      out.add(0x80 | ((c >> 6) & 0x3f));
      out.add(0x80 | (c & 0x3f));
    }
  }
}
