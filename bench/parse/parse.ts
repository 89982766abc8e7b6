import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { parseFilter } from "../../src/parser/parse.ts";
import { progress, randomNumbers, type Measured } from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import type { PartOptions, PartResult, Table, TableRow } from "../part-result.ts";
import { parseReference } from "../reference-parser.ts";
import type { ParseMeasured } from "./child.ts";
import { PARSE_CONTESTANTS } from "./contestants.ts";
import { filters, SIZES, writeOurs, type Size } from "./filter-texts.ts";

const PARSED = "tamis: parseFilter";
const CHECKED = "tamis: parse and check with a catalog";
const REPEATED = "tamis: a text parsed before (cache)";

/** Measures parsing, relative to a hand-written parser of the same grammar. */
export function runParse({ quick }: PartOptions): PartResult {
  progress(`parse: ${requireSameTrees()} texts give the same tree as the reference`);
  const found = new Map<string, readonly ParseMeasured[]>();
  for (const { name } of PARSE_CONTESTANTS) {
    progress(`parse: ${name}`);
    const measured = measure(name, quick ? 5 : 25);
    if (measured !== undefined) found.set(name, measured);
  }
  const all = [...found.values()].flat();
  const of = (name: string, size: Size) => found.get(name)?.find((each) => each.size === size)?.measured;
  return {
    tables: [table(found)],
    goals: [
      ...(["160 B", "2.1 KB"] as const).flatMap((size) => [
        {
          name: `parse ${size}, against the reference parser`,
          reached: of(PARSED, size)?.ratio.median ?? NaN,
          atMost: 4.5,
          unit: "x",
        },
        {
          name: `parse and check ${size}, against the reference parser`,
          reached: of(CHECKED, size)?.ratio.median ?? NaN,
          atMost: 5.5,
          unit: "x",
        },
      ]),
      {
        name: "a text of 160 B parsed before (cache)",
        reached: (of(REPEATED, "160 B")?.milliseconds.median ?? NaN) * 1000,
        atMost: 1,
        unit: " µs",
      },
    ],
    measured: Object.fromEntries(
      SIZES.map((size): [string, readonly Measured[]] => [
        `parse ${size}`,
        all.filter((each) => each.size === size).map(({ measured }) => measured),
      ]),
    ),
  };
}

function measure(name: string, rounds: number): readonly ParseMeasured[] | undefined {
  const child = fileURLToPath(new URL("child.ts", import.meta.url));
  try {
    const output = execFileSync(process.execPath, [child, name, String(rounds)], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    return JSON.parse(output.toString()) as ParseMeasured[];
  } catch (error) {
    progress(`  skipped: ${error instanceof Error ? error.message.slice(0, 500) : String(error)}`);
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
