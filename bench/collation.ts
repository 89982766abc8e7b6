/**
 * Measures sort keys and comparisons, in nanoseconds of CPU time per UTF-16 code unit:
 *
 *   node bench/collation.ts               all scripts
 *   node bench/collation.ts kana Thai     only these scripts
 *
 * If a C compiler and ICU's headers are installed (Debian: libicu-dev), ICU's sort keys are measured in the same run on
 * the same strings. The column "published" has figures from ICU's authors, for other machines and strings. `Intl` makes
 * no sort keys, so only its comparisons are measured.
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
const WARM_UP_ROUNDS = 8;

/** Returns random strings of 30 characters, drawn from these letters. */
function randomStrings(letters: string, count = 2000): string[] {
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

/** Returns the strings of the example data that match the pattern. */
function exampleStrings(pattern: RegExp): string[] {
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
  ASCII: exampleStrings(/^[ -~]{6,}$/),
  Latin: exampleStrings(/^(?=.*[^ -~])[ -~\u00a0-\u024f]{6,}$/),
  Cyrillic: randomStrings("абвгдежзийклмнопрстуфхцчшщыьэюяАБВ"),
  CJK: randomStrings(range(0x4e00, 0x9fa5)),
  kana: randomStrings(range(0x3041, 0x3093) + range(0x30a1, 0x30f3) + "ー"),
  Hangul: randomStrings(range(0xac00, 0xd7a3)),
  Thai: randomStrings(range(0xe01, 0xe2e) + range(0xe40, 0xe4c)),
  "hostile: marks": randomStrings("a\u0301\u0323\u0327\u0308\u0315\u0334"),
  "hostile: Tibetan": randomStrings("\u0f71\u0f72\u0f80\u0fb2ཀ"),
  "hostile: long runs": [
    "\u0301\u0323",
    "\u0f71\u0f72\u0f80",
    "\u0fb2\u0f71",
    "\u0438\u0591\u0306",
    "\ufdfa",
  ].map((part) => part.repeat(5_000)),
};

/** Returns the median of the rounds, in nanoseconds per UTF-16 code unit. */
function median(list: readonly string[], work: () => void): number {
  const characters = list.reduce((sum, text) => sum + text.length, 0);
  const times: number[] = [];
  // Warm-up: the CPU time of the JIT compiler's threads would count as well.
  for (let i = 0; i < WARM_UP_ROUNDS; i++) work();
  for (let i = 0; i < ROUNDS; i++) {
    const start = process.cpuUsage();
    work();
    // CPU time instead of wall-clock time: other processes may be running.
    const { user, system } = process.cpuUsage(start);
    times.push(((user + system) * 1000) / characters);
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1]!;
}

/** Compiles icu-keys.c. Returns a function that measures ICU's sort keys, or undefined if compiling fails. */
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
    // icu-keys.c reads short lines, so long strings are split.
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
const platform = new Intl.Collator("en-US");
const folder = mkdtempSync(join(tmpdir(), "collation-"));
const icu = buildIcu(folder);
const wanted = process.argv.slice(2);
console.log(
  `Node ${process.versions.node}, Intl with ICU ${process.versions["icu"]}; ns per UTF-16 code unit, medians of ${ROUNDS} rounds`,
);
if (icu === undefined)
  console.log("ICU itself is not measured: this needs cc, pkg-config and ICU's headers.");
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
  const intl = median(list, () => [...list].sort((a, b) => platform.compare(a, b)));
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
if (icuVersion !== "") console.log(`ICU is version ${icuVersion}, optimized build.`);
const latin = keyTimes.get("Latin");
for (const [script, time] of keyTimes) {
  if (latin !== undefined && script.startsWith("hostile"))
    console.log(
      `Sort keys of ${script} take ${(time / latin).toFixed(1)} times as long per code unit as those of Latin.`,
    );
}
