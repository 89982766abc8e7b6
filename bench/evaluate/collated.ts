import { check } from "../../src/checker/check.ts";
import { compilePredicate } from "../../src/evaluator/predicate.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { compare, progress, requireEqual, sink, type Contestant, type Measured } from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import type { PartResult, Table } from "../part-result.ts";
import { counting, type Counter } from "./contestants.ts";
import type { Row } from "./rows.ts";

interface CollatedQuery {
  readonly name: string;
  readonly text: string;
  /** The same test with Intl.Collator, which compares whole strings and cannot search in them. */
  readonly collator?: (row: Row) => boolean;
  readonly fold: (row: Row) => boolean;
}

/** Returns a string in lower-case base letters, a common substitute for a collation. For these rows the results are the same. */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

const base = new Intl.Collator("en", { sensitivity: "base" });

/** Measures filters at primary strength, relative to hand-written case and accent folding. */
export async function measureCollated(rows: readonly Row[], rounds: number): Promise<PartResult> {
  const measured: Record<string, readonly Measured[]> = {};
  const cells: Table["rows"][number][] = [];
  const ratios: number[] = [];
  for (const query of queries(rows[500]!.name)) {
    progress(`evaluate: ${query.name}`);
    const { filter } = check(parseFilter(query.text).expression!);
    const contestants = [entry("normalize and lower-case each row", query.fold, rows)];
    const expected = await contestants[0]!.count(rows);
    const ours = entry("tamis", compilePredicate(filter!, { locale: "en" }), rows);
    contestants.push(ours);
    if (query.collator !== undefined)
      contestants.push(entry("Intl.Collator for each row", query.collator, rows));
    for (const { name, count } of contestants)
      requireEqual(`${query.name}: ${name}`, expected, await count(rows));
    const results = await compare(contestants, { rounds });
    measured[query.name] = results;
    for (const each of results) {
      cells.push({
        name: `${query.name}: ${each.name}`,
        ours: each.name === "tamis",
        cells: [duration(each.milliseconds.median), ratio(each.ratio.median), String(expected)],
      });
    }
    ratios.push(results[1]!.ratio.median);
  }
  return {
    tables: [
      {
        name: "collated",
        title: `Filter ${rows.length.toLocaleString("en")} plain objects at primary strength`,
        note: "Ratio to hand-written folding of each row's string. Intl.Collator compares whole strings and cannot search in them.",
        columns: ["time", "ratio", "matches"],
        rows: cells,
      },
    ],
    goals: [
      {
        name: "slowest filter at primary strength, against hand-written folding",
        reached: Math.max(...ratios),
        atMost: 1,
        unit: "x",
      },
    ],
    measured,
  };
}

function queries(name: string): CollatedQuery[] {
  const plain = fold(name).replaceAll("'", "''");
  const folded = fold(name);
  return [
    {
      name: "eq($primary,name,…)",
      text: `eq($primary,name,'${plain}')`,
      collator: (row) => base.compare(row.name, folded) === 0,
      fold: (row) => fold(row.name) === folded,
    },
    {
      name: "startsWith($primary,name,'zoe')",
      text: "startsWith($primary,name,'zoe')",
      fold: (row) => fold(row.name).startsWith("zoe"),
    },
    {
      name: "contains($primary,description,'resume naive')",
      text: "contains($primary,description,'resume naive')",
      fold: (row) => fold(row.description).includes("resume naive"),
    },
  ];
}

function entry(
  name: string,
  test: (row: Row) => boolean,
  rows: readonly Row[],
): Contestant & { count: Counter } {
  const count = counting(test);
  return {
    name,
    count,
    run: (times) => {
      for (let i = 0; i < times; i++) sink.value = count(rows);
    },
  };
}
