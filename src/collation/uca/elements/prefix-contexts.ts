import type { Context } from "../tables/collation-table.ts";

/**
 * Returns the CE32 word of a character whose weights depend on the characters before it, such as the Japanese length
 * mark. The longest matching prefix decides.
 */
export function matchPrefixContext(context: Context, text: string, start: number): number {
  let { fallback: word, suffixes: node } = context;
  for (let i = start; i > 0;) {
    let c = text.charCodeAt(--i);
    if (c >= 0xdc00 && c < 0xe000 && i > 0) {
      const codePoint = text.codePointAt(i - 1)!;
      if (codePoint > 0xffff) {
        c = codePoint;
        i--;
      }
    }
    const next = node.next.get(c);
    if (next === undefined) break;
    node = next;
    word = node.word ?? word;
  }
  return word;
}
