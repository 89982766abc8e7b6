/**
 * Reads all strings and values from a string trie (UCharsTrie) of ICU. Tries contain the suffixes of contractions and the prefixes
 * of characters in context.
 */
export function readStringTrie(units: Uint16Array, start: number): Map<string, number> {
  const found = new Map<string, number>();
  const at = (i: number): number => units[i]!;

  const value = (i: number, lead: number): { value: number; next: number } => {
    if (lead < 0x4000) return { value: lead, next: i };
    if (lead < 0x7fff) return { value: ((lead - 0x4000) << 16) | at(i), next: i + 1 };
    return { value: (at(i) << 16) | at(i + 1), next: i + 2 };
  };

  const branch = (first: number, units_: number, text: string): void => {
    let i = first;
    let length = units_;
    while (length > 5) {
      i++;
      let delta = at(i++);
      if (delta >= 0xfc00) {
        if (delta === 0xffff) {
          delta = (at(i) << 16) | at(i + 1);
          i += 2;
        } else delta = ((delta - 0xfc00) << 16) | at(i++);
      }
      branch(i + delta, length >> 1, text);
      length -= length >> 1;
    }
    for (; length > 1; length--) {
      const longer = text + String.fromCharCode(at(i++));
      const lead = at(i++);
      const read = value(i, lead & 0x7fff);
      i = read.next;
      if ((lead & 0x8000) !== 0) found.set(longer, read.value >>> 0);
      else node(i + read.value, longer);
    }
    node(i + 1, text + String.fromCharCode(at(i)));
  };

  const node = (first: number, text: string): void => {
    let i = first;
    let lead = at(i++);
    if (lead >= 0x40) {
      if ((lead & 0x8000) !== 0) {
        found.set(text, value(i, lead & 0x7fff).value >>> 0);
        return;
      }
      if (lead < 0x4040) found.set(text, (lead >> 6) - 1);
      else if (lead < 0x7fc0) found.set(text, ((((lead & 0x7fc0) - 0x4040) << 10) | at(i++)) >>> 0);
      else {
        found.set(text, ((at(i) << 16) | at(i + 1)) >>> 0);
        i += 2;
      }
      lead &= 0x3f;
    }
    if (lead < 0x30) branch(lead === 0 ? i + 1 : i, (lead === 0 ? at(i) : lead) + 1, text);
    else {
      const length = lead - 0x2f;
      node(i + length, text + String.fromCharCode(...units.subarray(i, i + length)));
    }
  };

  node(start, "");
  return found;
}
