/**
 * What keys and comparisons cost, in nanoseconds of the processor a UTF-16 unit:
 *
 *   node bench/collation.ts               all scripts
 *   node bench/collation.ts kana Thai     some of them
 *
 * Where a C compiler and ICU's headers are at hand (Debian: libicu-dev), ICU's own keys are measured in the same run, on
 * the same texts. The figures that ICU's authors publish, of other machines and texts, are beside them. `Intl` makes no
 * keys and can be measured only at comparing.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createCollation, loadCollations } from "../src/collation/uca/index.ts";

const PUBLISHED: Readonly<Record<string, number | undefined>> = {
  ASCII: 22,
  Latin: 26,
  Cyrillic: 17,
  CJK: 37,
  kana: 44,
};
const ROUNDS = 15;
const WARMING = 8;

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
  "hostile: long runs": [
    "\u0301\u0323",
    "\u0f71\u0f72\u0f80",
    "\u0fb2\u0f71",
    "\u0438\u0591\u0306",
    "\ufdfa",
  ].map((part) => part.repeat(5_000)),
};

/** The median of the rounds, in nanoseconds a character. */
function median(list: readonly string[], work: () => void): number {
  const characters = list.reduce((sum, text) => sum + text.length, 0);
  const times: number[] = [];
  // The time of the compiler's threads counts as well, so it gets some rounds first.
  for (let i = 0; i < WARMING; i++) work();
  for (let i = 0; i < ROUNDS; i++) {
    const start = process.cpuUsage();
    work();
    // The processor's time, not the clock's: others may be at work on the machine.
    const { user, system } = process.cpuUsage(start);
    times.push(((user + system) * 1000) / characters);
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1]!;
}

/** A function that measures ICU's own keys; undefined where it cannot be built. */
function buildIcu(
  folder: string,
): ((list: readonly string[]) => { time: number; version: string }) | undefined {
  const program = join(folder, "icu-keys");
  try {
    const flags = execFileSync("pkg-config", ["--cflags", "--libs", "icu-i18n", "icu-uc"], { stdio: "pipe" });
    const source = fileURLToPath(new URL("icu-keys.c", import.meta.url));
    execFileSync("cc", ["-O2", "-o", program, source, ...flags.toString().trim().split(/\s+/)], {
      stdio: "pipe",
    });
  } catch {
    return undefined;
  }
  return (list) => {
    // Its lines are short ones: long texts are cut.
    const lines = list.flatMap((text) => text.match(/.{1,4000}/gu) ?? []);
    const input = `${lines.join("\n")}\n`;
    const [time, version] = execFileSync(program, { input, maxBuffer: 1 << 20 })
      .toString()
      .trim()
      .split(" ");
    return { time: Number(time), version: version! };
  };
}

await loadCollations("und");
const collation = createCollation();
const theirs = new Intl.Collator("en-US");
const folder = mkdtempSync(join(tmpdir(), "collation-"));
const icu = buildIcu(folder);
const wanted = process.argv.slice(2);
console.log(
  `Node ${process.versions.node}, its Intl on ICU ${process.versions["icu"]}; ns a unit, medians of ${ROUNDS} rounds`,
);
if (icu === undefined) console.log("ICU itself is not measured: it takes cc, pkg-config and ICU's headers.");
console.log("                             key    key into                        ICU's                sort");
console.log(
  "script                as array    a buffer       ICU   ratio  published  bytes   ours   Intl   ratio",
);
const buffer = new Uint8Array(1 << 20);
const keyTimes = new Map<string, number>();
let icuVersion = "";
for (const [script, list] of Object.entries(SCRIPTS)) {
  if (wanted.length > 0 && !wanted.some((name) => script.includes(name))) continue;
  let bytes = 0;
  const key = median(list, () => {
    for (const text of list) collation.sortKey(text);
  });
  const into = median(list, () => {
    bytes = 0;
    for (const text of list) bytes += collation.writeSortKey(text, buffer);
  });
  const reference = icu?.(list);
  icuVersion = reference?.version ?? icuVersion;
  const ours = median(list, () => [...list].sort((a, b) => collation.compare(a, b)));
  const intl = median(list, () => [...list].sort((a, b) => theirs.compare(a, b)));
  const characters = list.reduce((sum, text) => sum + text.length, 0);
  keyTimes.set(script, into);
  const ratio = (time: number, other: number | undefined): string =>
    other === undefined ? "" : (time / other).toFixed(2);
  console.log(
    [
      script.padEnd(20),
      key.toFixed(1).padStart(10),
      into.toFixed(1).padStart(12),
      (reference?.time.toFixed(1) ?? "").padStart(10),
      ratio(into, reference?.time).padStart(8),
      String(PUBLISHED[script] ?? "").padStart(11),
      (bytes / characters).toFixed(2).padStart(7),
      ours.toFixed(0).padStart(7),
      intl.toFixed(0).padStart(7),
      ratio(ours, intl).padStart(8),
    ].join(""),
  );
}
rmSync(folder, { recursive: true });
if (icuVersion !== "") console.log(`ICU itself is ${icuVersion}, with its optimized build.`);
const plain = keyTimes.get("Latin");
for (const [script, time] of keyTimes) {
  if (plain !== undefined && script.startsWith("hostile"))
    console.log(
      `A key of ${script} takes ${(time / plain).toFixed(1)} times as long a unit as one of Latin.`,
    );
}
