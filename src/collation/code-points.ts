/** Order, length and parts of texts by code points, not by UTF-16 units. */

/** Code point order. Surrogates stand above all other units in UTF-16's place of them: they are moved up. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    let x = a.charCodeAt(i);
    let y = b.charCodeAt(i);
    if (x === y) continue;
    if (x >= 0xd800 && y >= 0xd800) {
      x = x >= 0xe000 ? x - 0x800 : x + 0x2000;
      y = y >= 0xe000 ? y - 0x800 : y + 0x2000;
    }
    return x - y;
  }
  return a.length - b.length;
}

export function codePointLength(text: string): number {
  let count = text.length;
  for (let i = 0; i + 1 < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00) {
      const next = text.charCodeAt(i + 1);
      if (next >= 0xdc00 && next < 0xe000) {
        count--;
        i++;
      }
    }
  }
  return count;
}

export function codePointSlice(text: string, start: number, length: number): string {
  const points = [...text];
  const from = Math.min(points.length, start < 0 ? Math.max(0, points.length + start) : start);
  return points.slice(from, Math.min(points.length, from + length)).join("");
}
