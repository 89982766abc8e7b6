/**
 * What keys and comparisons cost, in nanoseconds a character: `node bench/collation.ts`. ICU's own figures for making
 * keys, measured by its authors on other machines, are beside them; `Intl` can be measured only at comparing.
 */
import { readFileSync } from "node:fs";
import { createCollation, loadCollations } from "../src/collation/uca/index.ts";

const ICU: Readonly<Record<string, number | undefined>> = {
  ASCII: 22,
  Latin: 26,
  Cyrillic: 17,
  CJK: 37,
  kana: 44,
};
const ROUNDS = 15;

/** Texts of about thirty characters, drawn from the letters of a script. */
function texts(letters: string, count = 2000): string[] {
  let state = 1;
  const next = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 4294967296;
  const points = Array.from(letters);
  return Array.from({ length: count }, () =>
    Array.from({ length: 30 }, (_, i) =>
      i % 7 === 6 ? " " : points[Math.floor(next() * points.length)]!,
    ).join(""),
  );
}

const range = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));

/** Words of the example data that consist of such characters alone. */
function words(pattern: RegExp): string[] {
  const found = ["places", "rivers", "countries", "languages"]
    .flatMap((name) =>
      readFileSync(new URL(`../examples/data/${name}.ndjson`, import.meta.url), "utf8").split("\n"),
    )
    .flatMap((line) => (line === "" ? [] : Object.values(JSON.parse(line) as Record<string, unknown>)))
    .filter((value) => typeof value === "string")
    .filter((value) => pattern.test(value));
  const distinct = [...new Set(found)];
  return Array.from({ length: 4000 }, (_, i) => distinct[i % distinct.length]!);
}

const SCRIPTS: Readonly<Record<string, string[]>> = {
  ASCII: words(/^[ -~]{6,}$/),
  Latin: words(/^(?=.*[^ -~])[ -~\u00a0-\u024f]{6,}$/),
  Cyrillic: texts("абвгдежзийклмнопрстуфхцчшщыьэюяАБВ"),
  CJK: texts(range(0x4e00, 0x9fa5)),
  kana: texts(range(0x3041, 0x3093) + range(0x30a1, 0x30f3) + "ー"),
  Hangul: texts(range(0xac00, 0xd7a3)),
  Thai: texts(range(0xe01, 0xe2e) + range(0xe40, 0xe4c)),
  "hostile: marks": texts("a\u0301\u0323\u0327\u0308\u0315\u0334"),
  "hostile: Tibetan": texts("\u0f71\u0f72\u0f80\u0fb2ཀ"),
};

/** The median of the rounds, in nanoseconds a character. */
function median(list: readonly string[], work: () => void): number {
  const characters = list.reduce((sum, text) => sum + text.length, 0);
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const start = process.cpuUsage();
    work();
    // The processor's time, not the clock's: others may be at work on the machine.
    const { user, system } = process.cpuUsage(start);
    times.push(((user + system) * 1000) / characters);
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1]!;
}

await loadCollations("und");
const collation = createCollation();
const theirs = new Intl.Collator("en-US");
console.log(
  `Node ${process.versions.node}, ICU ${process.versions["icu"]}; ns a character, medians of ${ROUNDS}`,
);
console.log("script            key  ICU's key  bytes/char  sort    Intl's sort");
for (const [script, list] of Object.entries(SCRIPTS)) {
  let bytes = 0;
  const key = median(list, () => {
    bytes = 0;
    for (const text of list) bytes += collation.sortKey(text).length;
  });
  const ours = median(list, () => [...list].sort((a, b) => collation.compare(a, b)));
  const intl = median(list, () => [...list].sort((a, b) => theirs.compare(a, b)));
  const characters = list.reduce((sum, text) => sum + text.length, 0);
  console.log(
    [
      script.padEnd(16),
      key.toFixed(1).padStart(5),
      String(ICU[script] ?? "").padStart(10),
      (bytes / characters).toFixed(2).padStart(11),
      ours.toFixed(0).padStart(6),
      intl.toFixed(0).padStart(13),
    ].join(""),
  );
}
