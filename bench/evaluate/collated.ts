import { check } from "../../src/checker/check.ts";
import { compilePredicate } from "../../src/evaluator/predicate.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { compare, progress, requireEqual, sink, type Contestant, type Measured } from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import type { PartResult, Table } from "../parts.ts";
import { counting, type Counter } from "./contestants.ts";
import type { Row } from "./rows.ts";

interface CollatedQuery {
  readonly name: string;
  readonly text: string;
  /** Intl.Collator where it can do it at all: it compares whole texts, and cannot search. */
  readonly collator?: (row: Row) => boolean;
  readonly fold: (row: Row) => boolean;
}

/** Base letters in lower case: what most do by hand. Not the same as a collation, but the same for these rows. */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

const base = new Intl.Collator("en", { sensitivity: "base" });

/** Filters at primary strength, beside what one would write by hand. */
export async function measureCollated(rows: readonly Row[], rounds: number): Promise<PartResult> {
  const measured: Record<string, readonly Measured[]> = {};
  const cells: Table["rows"][number][] = [];
  const ratios: number[] = [];
  for (const query of queries(rows[500]!.name)) {
    progress(`evaluate: ${query.name}`);
    const { filter } = check(parseFilter(query.text).expression!);
    const contestants = [entry("NFD and lower case for each row", query.fold, rows)];
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
        note: "Against folding each row's text by hand. A collator of the platform compares whole texts and cannot search in them.",
        columns: ["time", "ratio", "matches"],
        rows: cells,
      },
    ],
    goals: [
      {
        name: "filters at primary strength, against folding by hand, the worst",
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
