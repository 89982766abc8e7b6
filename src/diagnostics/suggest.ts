import { requireArray, requireIterable, requireText } from "./require-argument.ts";

/**
 * Returns similar names, to mention in a message. A fix writes fewer of them: see `isProbablyMeant`. The order is:
 *
 * 1. names that differ only in case
 * 2. names within a Damerau-Levenshtein distance of a third of the word's length, rounded down (at least 1, at most 3 edits)
 * 3. longer names that begin with the word, shortest first, unless a name differs only in case
 *
 * Words of up to three letters are more often abbreviations than misspelled, so for them group 3 comes before group 2.
 *
 * @param most maximum number of names
 * @example suggest("nmae", ["name", "id"]) // ["name"]
 * @example suggest("pop", ["top", "pop_est"]) // ["pop_est", "top"]
 */
export function suggest(word: string, names: Iterable<string>, most = 3): string[] {
  requireText(word, "word");
  requireIterable(names, "names");
  if (word.length > 64) return [];
  const folded = word.toLowerCase();
  const maximum = Math.min(3, Math.max(1, Math.floor(word.length / 3)));
  const candidates: { name: string; rank: number; length: number }[] = [];
  for (const name of names) {
    const begins = isBeginning(word, name);
    const isNear = Math.abs(name.length - word.length) <= maximum;
    if (!isNear && !begins) continue;
    const distance = isNear ? editDistance(folded, name.toLowerCase(), maximum) : maximum + 1;
    if (distance > maximum) {
      if (begins) candidates.push({ name, rank: BEGINNING, length: name.length });
    } else {
      const isAbbreviation = word.length <= maxAbbreviation && distance > 0 && !begins;
      candidates.push({ name, rank: isAbbreviation ? BEGINNING + distance : distance, length: 0 });
    }
  }
  const isExact = candidates.some(({ rank }) => rank === 0);
  return candidates
    .filter(({ rank }) => !isExact || rank < BEGINNING)
    .sort((a, b) => a.rank - b.rank || a.length - b.length || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({ name }) => name);
}

/** Rank of names that begin with the word: after all names of a similar spelling. */
const BEGINNING = 4;
/** Maximum number of letters of a word that is rather an abbreviation than misspelled. */
const maxAbbreviation = 3;

/**
 * Returns whether a longer name begins with a word, in any case. Two letters must be followed by another word of the name, as
 * in `idNumber`; a single letter begins too many names.
 */
export function isBeginning(word: string, name: string): boolean {
  requireText(word, "word");
  requireText(name, "name");
  if (word.length < 2 || name.length <= word.length) return false;
  if (name.slice(0, word.length).toLowerCase() !== word.toLowerCase()) return false;
  return word.length > 2 || /^[^a-z]/.test(name.slice(word.length));
}

/**
 * Returns whether a fix may write a name in place of a word: they differ only in case, or by at most one edit per four
 * characters of the longer one (at most 3 edits). Edits that add or
 * remove a negation or an operator are not allowed, because they change the meaning.
 *
 * @example isProbablyMeant("nmae", "name") // true
 * @example isProbablyMeant("now", "not") // false: one edit makes many short words from others
 * @example isProbablyMeant("!open", "open") // false: the opposite
 */
export function isProbablyMeant(word: string, name: string): boolean {
  const longer = Math.max(word.length, name.length);
  if (longer > 64) return word === name;
  const maximum = Math.min(3, Math.floor(longer / 4));
  const [a, b] = [word.toLowerCase(), name.toLowerCase()];
  if (a === b) return true;
  const distance = maximum === 0 ? Infinity : editDistance(a, b, maximum);
  if (distance > maximum || hasOperator(a, b)) return false;
  return !negates(a, b, distance, ["n", "and", "or", ...NEGATIONS]) && !negates(b, a, distance, NEGATIONS);
}

/** Returns whether a word has a sign or the operator of a comparison, and the name has none. */
function hasOperator(word: string, name: string): boolean {
  const operator = /^[-+]|[!<>=~]/;
  return operator.test(word) && !operator.test(name);
}

const NEGATIONS = ["no", "not", "non", "un", "in", "dis"] as const;

/** Returns whether a word without a prefix that negates or joins is more similar to a name, as `inactive` is to `active`. */
function negates(word: string, name: string, distance: number, prefixes: readonly string[]): boolean {
  return prefixes.some(
    (prefix) =>
      word.startsWith(prefix) &&
      !name.startsWith(prefix) &&
      editDistance(word.slice(prefix.length), name, distance) < distance,
  );
}

/** @example alternatives(["a", "b", "c"]) // "a, b or c" */
export function alternatives(words: readonly string[]): string {
  requireArray(words, "words");
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)!}`;
}

/** Returns the optimal string alignment distance. Results above `maximum` are inexact. */
function editDistance(a: string, b: string, maximum: number): number {
  let twoBack: number[] = [];
  let back = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let smallest = i;
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min(back[j]! + 1, row[j - 1]! + 1, back[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, twoBack[j - 2]! + 1);
      row.push(cost);
      smallest = Math.min(smallest, cost);
    }
    if (smallest > maximum) return maximum + 1;
    twoBack = back;
    back = row;
  }
  return back[b.length]!;
}
