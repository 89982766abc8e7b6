/** Number of slots: a power of two. */
const slotCount = 64;

/**
 * Direct-mapped cache in front of a lookup by name. Comparing a substring with the word in its slot is faster
 * than computing its hash for a Map.
 */
export class WordCache<T> {
  readonly #find: (word: string) => T | undefined;
  readonly #words: (string | undefined)[] = Array.from({ length: slotCount }, () => undefined);
  readonly #values: (T | undefined)[] = Array.from({ length: slotCount }, () => undefined);

  /** @param find must always return the same value for a word */
  constructor(find: (word: string) => T | undefined) {
    this.#find = find;
  }

  get(word: string): T | undefined {
    const { length } = word;
    const place = (word.charCodeAt(0) * 5 + word.charCodeAt(length - 1) * 3 + length * 17) & (slotCount - 1);
    if (this.#words[place] === word) return this.#values[place];
    const value = this.#find(word);
    // The first word keeps its slot. Two words that replaced each other again and again would cost more than the cache saves.
    if (value !== undefined && this.#words[place] === undefined) {
      this.#words[place] = ownCopy(word);
      this.#values[place] = value;
    }
    return value;
  }
}

/** Copies a substring, so that it does not keep the whole text in memory. */
export function ownCopy(word: string): string {
  return ` ${word}`.slice(1);
}
