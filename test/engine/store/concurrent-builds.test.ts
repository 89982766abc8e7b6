import { expect, it } from "vitest";
import { type CheckedFilter, compilePredicate, defineCatalog } from "tamis";
import { createCollection } from "../../../src/engine/store/collections/create-collection.ts";
import { randomNumbers } from "../../../bench/harness.ts";
import { countOf, SEED as seed } from "../../effort.ts";
import { checking } from "../../sql/checked-query.ts";
import { words } from "../../words.ts";

const scenarios = countOf("engine/store/concurrent-builds: scenarios");

const catalog = defineCatalog({
  name: "things",
  members: {
    id: "integer",
    name: "string",
    code: "string",
    size: "number",
    time: "dateTime",
    isOpen: "boolean",
    owner: { type: "object", members: { name: "string", age: "integer" } },
    tags: { type: "list", items: "string" },
    items: { type: "list", items: { type: "object", members: { code: "string", count: "integer" } } },
    notes: { type: "map", values: "string" },
  },
});
const CONDITIONS = words(`
  lt(id,50) contains(name,'7') startsWith(code,'c1') ge(size,3) gt(time,2001-01-01T00:00:00Z) isOpen
  eq(owner.name,'o1') gt(owner.age,2) eq(tags,'t2') eq(items.code,'i1') gt(items.count,5) eq(length(tags),2)
  match(notes,'k','v1') eq(notes.k,'v2') isNull(notes) isNull(name)
`);

const { filterOf } = checking(catalog);

it(
  `columns are equal to the rows whichever requests build them (seed ${seed})`,
  { timeout: 600_000 },
  async () => {
    for (let scenario = 0; scenario < scenarios; scenario++)
      await runScenario(randomNumbers(seed + scenario));
  },
);

/** Sends requests, cancels some of them, and inserts rows, while columns are built in slices. */
async function runScenario(next: () => number): Promise<void> {
  const below = (end: number) => Math.floor(next() * end);
  const pick = <T>(from: readonly T[]) => from[below(from.length)]!;
  const newRow = rowMaker(next);
  const rows = Array.from({ length: pick([10, 600, 3000, 9000]) }, newRow);
  const collection = createCollection([...rows], { catalog, kernels: pick(["plain", "wasm"] as const) });
  const slices = collection.asCollection({ milliseconds: 0 });
  const expectCount = (filter: CheckedFilter) =>
    expect(collection.count({ filter })).toBe(rows.filter(compilePredicate(filter)).length);
  const someFilter = () => {
    const conditions = Array.from({ length: 2 + below(9) }, () => pick(CONDITIONS));
    return filterOf(`${pick(["or", "and"])}(${conditions.join(",")})`);
  };
  const [waiting, sent]: [Promise<unknown>[], CheckedFilter[]] = [[], []];
  for (let step = 0; step < 6; step++) {
    const chance = next();
    if (chance < 0.5) {
      const canceled = new AbortController();
      sent.push(someFilter());
      const counted = slices.count({ filter: sent.at(-1)! }, { signal: canceled.signal });
      waiting.push(
        counted.catch((error: unknown) => {
          if ((error as Error).name !== "AbortError") throw error;
        }),
      );
      if (next() < 0.3) setImmediate(() => canceled.abort());
    } else if (chance < 0.7) {
      const added = Array.from({ length: below(700) }, newRow);
      rows.push(...added);
      collection.insert(added);
    } else if (chance < 0.85) expectCount(someFilter());
    for (let turns = below(4); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(waiting);
  for (const filter of sent) expectCount(filter);
  collection.close();
}

/** Returns a function that makes rows with wrong types, missing members, long strings, and getters that throw. */
function rowMaker(next: () => number): () => object {
  const below = (end: number) => Math.floor(next() * end);
  const pick = <T>(from: readonly T[]) => from[below(from.length)]!;
  const maxLength = next() < 0.3 ? 2000 : 20;
  const distinct = pick([5, 200, 100_000]);
  const WRONG = [undefined, null, "s", 5, true, [1], { a: 1 }, [[1]], new Date(1e12), NaN];
  const some = (value: unknown) => (next() < 0.85 ? value : pick(WRONG));
  const list = (length: number, make: () => unknown) =>
    Array.from({ length: below(length) }, () => some(make()));
  let ids = 0;
  return () => {
    const row = {
      id: some(ids++),
      name: some(`${below(distinct)}`.padEnd(below(maxLength), "n")),
      code: some(`c${below(distinct)}`),
      size: some(below(10) / 2),
      time: some(new Date(9e11 + below(1e12)).toISOString()),
      isOpen: some(next() < 0.5),
      owner: some({ name: some(`o${below(3)}`), age: some(below(5)) }),
      tags: some(list(4, () => `t${below(4)}`)),
      items: some(list(3, () => ({ code: some(`i${below(3)}`), count: some(below(9)) }))),
      notes: some({ k: some(`v${below(4)}`) }),
    };
    if (next() < 0.02) {
      const get = () => {
        throw new Error("a getter of a row ran");
      };
      Object.defineProperty(row, pick(Object.keys(row)), { get, enumerable: true });
    }
    return row;
  };
}
