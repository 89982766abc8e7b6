/** A power of two. */
const PLACES = 64;

/**
 * Finds what a word stands for, mostly without hashing it: a word that was just cut out of a text has no hash yet, and
 * to compute one takes longer than to compare it with the word that was found at its place before.
 */
export class Words<T> {
  readonly #find: (word: string) => T | undefined;
  readonly #words: (string | undefined)[] = Array.from({ length: PLACES }, () => undefined);
  readonly #values: (T | undefined)[] = Array.from({ length: PLACES }, () => undefined);

  /** `find` gives the same answer each time for a word that stands for something. */
  constructor(find: (word: string) => T | undefined) {
    this.#find = find;
  }

  get(word: string): T | undefined {
    const { length } = word;
    const place = (word.charCodeAt(0) * 5 + word.charCodeAt(length - 1) * 3 + length * 17) & (PLACES - 1);
    if (this.#words[place] === word) return this.#values[place];
    const value = this.#find(word);
    // The first word keeps its place: two that take turns would cost more than they save.
    if (value !== undefined && this.#words[place] === undefined) {
      this.#words[place] = ownCopy(word);
      this.#values[place] = value;
    }
    return value;
  }
}

/** A word that does not keep alive the text that it was cut out of. */
export function ownCopy(word: string): string {
  return ` ${word}`.slice(1);
}
