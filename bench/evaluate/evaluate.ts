import { Matrix } from "../columns/comparison.ts";
import { progress } from "../harness.ts";
import { atMost, type PartOptions, type PartResult } from "../part-result.ts";
import { CEL, JSON_LOGIC, loadEngines, TAMIS, TAMIS_ON_PLAIN_ROWS } from "./contestants.ts";
import { makeQueries } from "./queries.ts";
import { makeRows, type Row } from "./rows.ts";

const LOOP = "loop written by hand";

/** Counts the matches of ten filters in up to a million plain objects. */
export async function runEvaluate({ quick }: PartOptions): Promise<PartResult> {
  const count = quick ? 100_000 : 1_000_000;
  progress(`evaluate: generating ${count} rows`);
  const rows = makeRows(count);
  const engines = await loadEngines();
  const matrix = new Matrix();
  for (const { name, condition, loop } of makeQueries(rows)) {
    const byHand = () => loop(rows);
    const entrants = engines.map((engine) => ({
      name: engine.name,
      query: counting(rows, engine.compile(condition)),
    }));
    const reference = { name: LOOP, work: byHand };
    await matrix.run(
      { title: name, expected: byHand(), textOf: String, reference, entrants },
      { rounds: quick ? 3 : 7 },
    );
  }
  const [ours, onPlainRows] = [matrix.meanRatio(TAMIS), matrix.meanRatio(TAMIS_ON_PLAIN_ROWS)];
  return {
    tables: [
      matrix.table({
        name: "evaluate",
        title: `Filter ${count.toLocaleString("en")} plain objects`,
        note:
          "Time and ratio to a loop written by hand in the same round; the last column is the geometric mean of the ratios. " +
          `${JSON_LOGIC} generates code at run time, which a content security policy forbids.`,
        chart: {
          title: `Time to filter ${count.toLocaleString("en")} objects, ten filters`,
          unit: "× loop written by hand",
        },
      }),
    ],
    goals: [
      atMost("ten filters, against the loop written by hand", ours, 2),
      atMost("ten filters, rows known to be plain, against the loop written by hand", onPlainRows, 1.7),
      atMost("ten filters, against the fastest peer that generates no code", ours / matrix.meanRatio(CEL), 1),
      atMost(
        "ten filters, rows known to be plain, against json-logic-engine, which generates code",
        onPlainRows / matrix.meanRatio(JSON_LOGIC),
        1.1,
      ),
    ],
  };
}

/** Returns a closure of its own for each test, so that the engine can inline the test. */
function counting(rows: readonly Row[], test: (row: Row) => unknown): () => number {
  return () => {
    let count = 0;
    for (let i = 0; i < rows.length; i++) if (test(rows[i]!) === true) count++;
    return count;
  };
}
