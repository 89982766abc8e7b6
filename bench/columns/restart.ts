import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, checkSortBy } from "../../src/checker/check.ts";
import { createCollection } from "../../src/engine/store/collections/create-collection.ts";
import { openCollection } from "../../src/engine/store/file/open-collection.ts";
import { saveCollection } from "../../src/engine/store/file/save-collection.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { makeRows, type Row } from "../evaluate/rows.ts";
import { compare, progress, requireEqual, sink, type Contestant } from "../harness.ts";
import type { PartOptions, PartResult } from "../part-result.ts";
import { duration, ratio } from "../numbers.ts";
import { rowCatalog } from "../row-catalog.ts";

const JSON_PARSE = "JSON.parse of the same rows";
const OPEN = "tamis: open the file with all columns";

/** Measures a restart: opening a saved collection, relative to parsing its rows as JSON. */
export async function runRestart({ quick }: PartOptions): Promise<PartResult> {
  const count = quick ? 100_000 : 1_000_000;
  progress(`restart: saving ${count} rows`);
  const folder = mkdtempSync(join(tmpdir(), "tamis-restart-"));
  try {
    const [file, json] = [join(folder, "rows.tamis"), join(folder, "rows.json")];
    const rows = makeRows(count);
    // A million rows exceed the maximum length of a string, so they are written and read in parts.
    const parts = Array.from({ length: Math.ceil(count / ROWS_PER_TEXT) }, (_, i) => `${json}.${i}`);
    for (const [i, part] of parts.entries())
      writeFileSync(part, JSON.stringify(rows.slice(i * ROWS_PER_TEXT, (i + 1) * ROWS_PER_TEXT)));
    await save(rows, file);
    const measured = await compare([parsing(parts, count), opening(file, count)], { rounds: quick ? 3 : 5 });
    const bytes = [parts.reduce((sum, part) => sum + statSync(part).size, 0), statSync(file).size];
    const ours = measured[1]!.ratio.median;
    return {
      tables: [
        {
          name: "restart",
          title: `Restart with ${count.toLocaleString("en")} rows`,
          note: "Time until the first query is answered. The file of the collection was saved with its columns.",
          columns: ["time", "ratio", "file"],
          rows: measured.map((each, i) => ({
            name: each.name,
            ours: i > 0,
            cells: [
              duration(each.milliseconds.median),
              ratio(each.ratio.median),
              `${Math.round(bytes[i]! / 1e6)} MB`,
            ],
            value: each.ratio.median,
          })),
        },
      ],
      goals: [{ name: "restart, against JSON.parse of the rows", reached: ours, atMost: 1, unit: "x" }],
      measured: { restart: measured },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const ROWS_PER_TEXT = 100_000;

const FILTER = check(parseFilter("and(eq(state,'failed'),gt(size,1000000))").expression!, rowCatalog).filter!;
const FILTERS = [
  "contains(description,'risk')",
  "eq(createdBy,'user7')",
  "gt(score,50)",
  "gt(modifiedTimeStamp,2024-01-01T00:00:00Z)",
  "eq(owner.city,'Oslo')",
  "eq(owner.country,'NO')",
  "eq(tags,'sas')",
].map((text) => check(parseFilter(text).expression!, rowCatalog).filter!);
const ORDER = checkSortBy(parseSortBy("name").expression!, rowCatalog).sortBy!;

async function save(rows: readonly Row[], file: string): Promise<void> {
  const collection = createCollection(rows, { catalog: rowCatalog });
  for (const filter of FILTERS) collection.count({ filter });
  collection.page({ filter: FILTER, sortBy: ORDER });
  const result = await saveCollection(collection, file);
  if (!result.ok) throw new Error(result.reason.message);
}

function parsing(parts: readonly string[], count: number): Contestant {
  return {
    name: JSON_PARSE,
    run: async () => {
      const rows: Row[] = [];
      for (const part of parts)
        for (const row of JSON.parse(await readFile(part, "utf8")) as Row[]) rows.push(row);
      requireEqual(JSON_PARSE, count, rows.length);
      sink.value = rows;
    },
  };
}

function opening(file: string, count: number): Contestant {
  return {
    name: OPEN,
    run: async () => {
      const result = await openCollection(file, { catalog: rowCatalog });
      if (!result.ok) throw new Error(result.reason.message);
      requireEqual(OPEN, count, result.collection.size);
      sink.value = result.collection.count({ filter: FILTER });
    },
  };
}
