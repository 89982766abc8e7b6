import { sqlCollection } from "../../../src/engine/databases/sql-collection.ts";
import { compileComparator } from "../../../src/evaluator/comparator.ts";
import { compilePredicate } from "../../../src/evaluator/predicate.ts";
import { optionsOf, sameMembers, type Disagreement } from "../against-memory.ts";
import type { AskedPage, EngineUnderTest, StoredRow } from "../engines/engine-under-test.ts";

/** Compares the sorted rows of a table without a key, whose ties have no order: any order of ties is right. */
export async function wrongWithoutKey(
  engine: EngineUnderTest,
  { filter, sortBy, locale }: AskedPage,
  rows: readonly StoredRow[],
): Promise<Disagreement | undefined> {
  const { source, identity } = engine;
  const catalog = filter.catalog!;
  const collection = sqlCollection({ source, catalog, table: engine.tableOf(catalog) });
  const stream = await collection.stream({ filter, sortBy }, optionsOf(locale));
  if (!stream.ok) return undefined;
  const actual: string[] = [];
  for await (const row of stream.rows) actual.push(String(row[identity!]));
  const expected = rows
    .filter(compilePredicate(filter, optionsOf(locale)))
    .toSorted(compileComparator(sortBy, optionsOf(locale)));
  const ids = expected.map((row) => String(row[identity!]));
  const byId = new Map(rows.map((row) => [String(row[identity!]), row]));
  const compare = compileComparator(sortBy, optionsOf(locale));
  const isSame =
    sameMembers(ids, actual) && expected.every((row, i) => compare(row, byId.get(actual[i]!)) === 0);
  return isSame
    ? undefined
    : { engine: engine.name, what: "order without a key", expected: ids, actual, text: "" };
}
