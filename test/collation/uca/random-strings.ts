/** Random strings to compare: words of many languages, and hostile strings. Reproducible from a seed. */
import { readFileSync } from "node:fs";

export type Random = () => number;

/** Returns a generator of numbers in [0, 1), reproducible from a seed. */
export function random(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

export function pick<T>(next: Random, values: readonly T[]): T {
  return values[Math.floor(next() * values.length)]!;
}

const example = (name: string): string =>
  readFileSync(new URL(`../../../examples/data/${name}`, import.meta.url), "utf8");

/** Names of places, rivers, countries and languages in many scripts. */
export const WORDS: readonly string[] = [
  ...new Set(
    ["places.ndjson", "rivers.ndjson", "countries.ndjson", "languages.ndjson"]
      .flatMap((name) => example(name).split("\n"))
      .filter((line) => line !== "")
      .flatMap((line) => Object.values(JSON.parse(line) as Record<string, unknown>))
      .filter((value): value is string => typeof value === "string" && value.length < 40),
  ),
];

/** Ranges of code points for hostile strings, in hexadecimal, inclusive. */
const RANGES = [
  ..."0-7f 61-7a a0-24f 300-36f 370-52f 591-6ff 900-97f 980-dff e00-eff f00-fff 1000-11ff".split(" "),
  ..."1a00-1cff 1e00-1fff 2000-20ff 2100-2bff 3000-31ff 4e00-9fff ac00-d7a3 d800-dfff".split(" "),
  ..."f900-ffff 10000-11fff 1f300-1faff 20000-32000 0-10ffff".split(" "),
].map((range) => range.split("-").map((point) => parseInt(point, 16)) as [number, number]);

/** Characters in contractions, prefix contexts, expansions and reorderings of some language. */
const PARTS = [
  ...["ch", "dzs", "ddzs", "aa", "ll", "ng", "rr", "lj", "dž", "\u0301", "\u0308", "\u0327", "\u0323"],
  ...["\u030a", "-", " ", "A", "c", "h", "H", "1", "10", "ß", "æ", "ー", "ッ", "か", "カ", "ガ", "\u3099"],
  ...["\u0f71", "\u0f72", "\u0fb2", "เ", "ก", "\u0e4d", "\u1100", "\u1161", "\u11a8", "\ufffe", "\u200d"],
  ...["👍🏽", "🇩🇪", "2️⃣", "l·l", "\0", "\u00ad"],
];

export function hostileText(next: Random, most = 7): string {
  let text = "";
  for (let left = 1 + Math.floor(next() * most); left > 0; left--) {
    if (next() < 0.35) text += pick(next, PARTS);
    else {
      const [first, last] = pick(next, RANGES);
      text += String.fromCodePoint(first + Math.floor(next() * (last - first + 1)));
    }
  }
  return text;
}

/** Returns a string that differs slightly from another: such pairs reveal most errors. */
export function neighbor(next: Random, text: string): string {
  const points = Array.from(text);
  const at = Math.floor(next() * (points.length + 1));
  switch (Math.floor(next() * 7)) {
    case 0:
      points.splice(at, 0, hostileText(next, 1));
      break;
    case 1:
      points.splice(at, 1, hostileText(next, 1));
      break;
    case 2:
      return text.normalize(pick(next, ["NFC", "NFD", "NFKC", "NFKD"]));
    case 3:
      return text.toUpperCase();
    case 4:
      points.reverse();
      break;
    case 5:
      return text.toLowerCase();
    default:
      points.splice(at, 1);
  }
  return points.join("");
}

/** Returns two strings, often similar ones. */
export function pairOfTexts(next: Random): readonly [string, string] {
  const draw = (): string => (next() < 0.4 ? pick(next, WORDS) : hostileText(next));
  const text = draw();
  return [text, next() < 0.7 ? neighbor(next, text) : draw()];
}

/** Shows the code points of a string. */
export function spell(text: string): string {
  return Array.from(text, (c) => c.codePointAt(0)!.toString(16)).join(" ");
}
