import { isDeepStrictEqual } from "node:util";
import { parseFilter } from "../../src/parser/parse.ts";
import { runChild } from "../child-process.ts";
import { progress, randomNumbers, type Measured } from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import { atMost, type PartOptions, type PartResult, type Table, type TableRow } from "../part-result.ts";
import { parseReference } from "../reference-parser.ts";
import type { ParseMeasured } from "./child.ts";
import { PARSE_CONTESTANTS } from "./contestants.ts";
import { filters, SIZES, writeOurs, type Size } from "./filter-texts.ts";

const PARSED = "tamis: parseFilter";
const CHECKED = "tamis: parse and check with a catalog";
const REPEATED = "tamis: a text parsed before (cache)";

/** Measures parsing, relative to a hand-written parser of the same grammar. */
export async function runParse({ quick }: PartOptions): Promise<PartResult> {
  progress(`parse: ${requireSameTrees()} texts give the same tree as the reference`);
  const found = new Map<string, readonly ParseMeasured[]>();
  for (const { name } of PARSE_CONTESTANTS) {
    progress(`parse: ${name}`);
    const measured = await measure(name, quick ? 5 : 25);
    if (measured !== undefined) found.set(name, measured);
  }
  const all = [...found.values()].flat();
  const of = (name: string, size: Size) => found.get(name)?.find((each) => each.size === size)?.measured;
  return {
    tables: [table(found)],
    goals: [
      ...(["160 B", "2.1 KB"] as const).flatMap((size) => [
        atMost(`parse ${size}, against the reference parser`, of(PARSED, size)?.ratio.median ?? NaN, 4.5),
        atMost(
          `parse and check ${size}, against the reference parser`,
          of(CHECKED, size)?.ratio.median ?? NaN,
          5.5,
        ),
      ]),
      atMost(
        "a text of 160 B parsed before (cache)",
        (of(REPEATED, "160 B")?.milliseconds.median ?? NaN) * 1000,
        1,
        " µs",
      ),
    ],
    measured: Object.fromEntries(
      SIZES.map((size): [string, readonly Measured[]] => [
        `parse ${size}`,
        all.filter((each) => each.size === size).map(({ measured }) => measured),
      ]),
    ),
  };
}

async function measure(name: string, rounds: number): Promise<readonly ParseMeasured[] | undefined> {
  try {
    return await runChild<ParseMeasured[]>(new URL("child.ts", import.meta.url), { name, rounds }, 2048);
  } catch (error) {
    progress(`  skipped: ${(error as Error).message}`);
    return undefined;
  }
}

function table(found: ReadonlyMap<string, readonly ParseMeasured[]>): Table {
  const rows = [...found].map(([name, sizes]): TableRow => {
    const middle = sizes.find(({ size }) => size === "160 B")!.measured;
    return {
      name,
      ours: name.startsWith("tamis"),
      cells: sizes.flatMap(({ measured }) => [
        duration(measured.milliseconds.median),
        `${ratio(measured.ratio.median)} (${ratio(measured.ratio.min)}..${ratio(measured.ratio.max)})`,
      ]),
      value: middle.ratio.median,
    };
  });
  return {
    name: "parse",
    title: "Parse",
    note:
      "Each contestant runs in its own process, together with a hand-written parser of the same grammar that makes the same trees (1x). " +
      "Peers parse an equivalent filter in their own language. Ratios are medians over the rounds, with the range in parentheses.",
    columns: SIZES.flatMap((size) => [size, "ratio"]),
    rows: rows.toSorted((a, b) => a.value! - b.value!),
    chart: { title: "Time to parse a filter of 160 bytes", unit: "× hand-written parser" },
  };
}

/**
 * Checks that both parsers return the same trees, or both undefined, for the measured texts and for random ones.
 *
 * @returns the number of texts
 */
function requireSameTrees(): number {
  const texts = [...SIZES.flatMap((size) => filters(size).map(writeOurs)), ...randomTexts(600)];
  for (const text of texts) {
    const { expression, diagnostics } = parseFilter(text);
    const expected = diagnostics.length === 0 ? expression : undefined;
    if (isDeepStrictEqual(parseReference(text), expected)) continue;
    throw new Error(`parseReference and parseFilter return different trees for ${text}`);
  }
  return texts.length;
}

const FRAGMENTS = [
  ..."(),.-$ \n\t§",
  ..."and( or( not( eq( in( f( )) ,'x') ,1) name owner.city été true false 'it''s' \"x\" 'a'b' ' $primary, $none".split(
    " ",
  ),
  ..."0 -1 1.5e3 01 .5 5. 1e400 9007199254740993 2020-01-31 2020-02-30 24:00:00".split(" "),
  ...["10:00:00 02:00", "2020-01-01T00:00:00.5+02:00"],
];

/** Returns random texts: half of them trees of calls, half of them concatenated fragments. */
function randomTexts(count: number): string[] {
  const next = randomNumbers(9);
  const pick = (from: readonly string[]) => from[Math.floor(next() * from.length)]!;
  const values = FRAGMENTS.filter((piece) => !/^[\s(),.$-]$|\($|^[,)]/.test(piece));
  const tree = (depth: number): string => {
    if (depth === 0 || next() < 0.3) return pick(values);
    const args = Array.from({ length: 1 + Math.floor(next() * 3) }, () => tree(depth - 1));
    return `${pick(["and", "or", "eq", "in", "f"])}(${next() < 0.2 ? "$primary, " : ""}${args.join(pick([",", ", "]))})`;
  };
  return Array.from({ length: count }, (_, i) =>
    i % 2 === 0
      ? tree(4)
      : Array.from({ length: 1 + Math.floor(next() * 8) }, () => pick(FRAGMENTS)).join(""),
  );
}
