import { describe, expect, it } from "vitest";
import { compileSortBy, defineCatalog } from "tamis";
import { createCollection } from "../../../src/engine/store/collections/create-collection.ts";
import { UNITS_PER_STEP } from "../../../src/engine/store/tasks/task.ts";
import { MAX_MATCH_VISITS } from "../../../src/pattern/pattern-work.ts";
import { workDone } from "../../../src/values/work.ts";
import { checking } from "../../sql/checked-query.ts";
import { largestTurn } from "./largest-turn.ts";

/*
 * Counts the work of each turn of the event loop while a request runs in slices of one step. A turn may exceed
 * `UNITS_PER_STEP` by the work on one value, or by one pass over a column or one batch of rows.
 */

const catalog = defineCatalog({
  name: "steps",
  members: {
    id: "integer",
    name: "string",
    state: "string",
    note: "string",
    size: "number",
    tags: { type: "list", items: "string" },
  },
  key: "id",
});

const { filterOf } = checking(catalog);

const sortBy = compileSortBy("name:descending:primary,id", { catalog }).sortBy!;

const ROWS = 40_000;

let seed = 7;
const random = (below: number) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};
const word = (length: number) => Array.from({ length }, () => "ab x-c"[random(6)]).join("");

const rows = Array.from({ length: ROWS }, (_, id) => ({
  id,
  name: word(30),
  state: `s${random(20_000)}`,
  note: id % 5_000 === 0 ? word(20_000) : word(5),
  size: random(1000),
  tags: [word(3), word(3)],
}));

const optional = "(?:(?:\\b|\\B)?.?){120}a(?:\\b?.?){120}x";
const joined = (name: "and" | "or", count: number, condition: (i: number) => string) =>
  `${name}(${Array.from({ length: count }, (_, i) => condition(i)).join(",")})`;
const COMPARISONS = joined("and", 400, (i) => `gt(size,${i}.5)`);
const WORST: Readonly<Record<string, string>> = {
  "a pattern of optional parts": `match(name,'${optional}')`,
  "a pattern over a dictionary": `match(state,'${optional}')`,
  "a pattern over lists": `match(tags,'${optional}')`,
  "a pattern over long strings": "match(note,'.*x.{0,90}[bc]')",
  "400 comparisons": COMPARISONS,
  "400 inequalities": joined("and", 400, (i) => `ne(size,${i})`),
  "400 conditions on elements of lists": joined("and", 400, (i) => `ne(tags,'a${i}')`),
  "100 searches": joined("or", 100, (i) => `contains(name,'${"abxc".charAt(i % 4)}${i}')`),
  "100 searches for strings that do not occur": joined("or", 100, (i) => `contains(name,'ab x${i}')`),
  "20 conditions on two members": joined("or", 20, (i) => `eq(name,substr(note,${i},30))`),
  "20 collated inequalities": joined("and", 20, (i) => `ne($primary,state,'s${i}')`),
  "a collated search": "contains($primary,name,'ab x')",
  "a collated comparison": "gt($primary,name,'x')",
};

describe("a request in slices", () => {
  const collection = createCollection(rows, { catalog }).asCollection({ milliseconds: 0 });

  it.each(Object.entries(WORST))("does little work in each turn of the event loop: %s", async (_, filter) => {
    let most = 0;
    for (const query of [{ filter: filterOf(filter) }, { filter: filterOf(filter), sortBy }]) {
      const { units, turns } = await largestTurn(async () => {
        const page = await collection.page(query, { count: true });
        expect(page.ok).toBe(true);
      });
      expect(units).toBeLessThan(2 * UNITS_PER_STEP);
      most = Math.max(most, turns);
    }
    expect(most).toBeGreaterThan(1);
  });

  it("does little work in each turn of the event loop: random filters, orders and verbs", async () => {
    const strings = ["name", "state", "note"];
    const word3 = () => `'${word(1 + random(3)).trim()}'`;
    const leaf = () => {
      const member = strings[random(3)]!;
      const strength = ["", "$primary,", "$tertiary,"][random(3)]!;
      return [
        `${["eq", "ne", "gt", "le"][random(4)]!}(size,${random(1000)})`,
        `${["eq", "ne", "gt", "le"][random(4)]!}(${strength}${member},${word3()})`,
        `${["contains", "startsWith", "endsWith"][random(3)]!}(${strength}${member},${word3()})`,
        `in(${member},${word3()},${word3()},${word3()})`,
        `eq(tags,${word3()})`,
        `gt(length(${member}),length(tags))`,
        `eq(upCase(${member}),${word3()})`,
        `match(${member},'${["a.*", ".*[bc] x", "(?:.?b?){40}"][random(3)]!}')`,
      ][random(8)]!;
    };
    const condition = (depth: number): string =>
      depth === 0
        ? leaf()
        : `${["and", "or"][random(2)]!}(${condition(depth - 1)},not(${condition(random(depth))}),${leaf()})`;
    const orders = ["name", "note:descending:primary", "size,state", "length(name),id", "upCase(state)"];
    for (let round = 0; round < 40; round++) {
      const fresh = round % 8 === 0 ? createCollection(rows, { catalog }) : undefined;
      const target = fresh?.asCollection({ milliseconds: 0 }) ?? collection;
      const query = {
        filter: filterOf(condition(random(3))),
        sortBy: compileSortBy(orders[random(orders.length)]!, { catalog }).sortBy!,
        start: random(3) === 0 ? random(ROWS) : 0,
      };
      const { units } = await largestTurn(async () => {
        switch (random(4)) {
          case 0:
            return target.facets(["name", "tags", "size"][random(3)]!, query);
          case 1:
            return target.minMax(["name", "note", "size"][random(3)]!, query);
          default:
            return target.page(query, { count: true });
        }
      });
      expect(units, JSON.stringify(query.start)).toBeLessThan(2 * UNITS_PER_STEP);
    }
  }, 120_000);

  it("makes the rows of its result in several turns", async () => {
    const groups = (limit: number) =>
      largestTurn(() => collection.aggregate({}, { by: ["id"], maximumGroups: ROWS, limit }));
    await groups(1);
    expect((await groups(ROWS)).turns).toBeGreaterThan((await groups(1)).turns);
    let reads = 0;
    const traps = {
      getOwnPropertyDescriptor: (row: object, name: string) => (
        reads++,
        Reflect.getOwnPropertyDescriptor(row, name)
      ),
    };
    const proxies = rows.map((row) => new Proxy({ ...row, size: "?" }, traps));
    const unreadable = await createCollection(proxies, { catalog }).unreadableInSlices({ milliseconds: 0 });
    const before = reads;
    expect([...unreadable].length).toBe(ROWS);
    expect([before > ROWS, reads]).toEqual([true, before]);
  });

  it.each([
    ["a pattern", () => ({ filter: filterOf(`match(name,'${optional.replaceAll("120", "119")}')`) })],
    ["conditions", () => ({ filter: filterOf(COMPARISONS.replaceAll(".5", ".25")) })],
    ["a filter of two members", () => ({ filter: filterOf("ne(substr(name,1,9),substr(note,1,9))") })],
    ["building columns and ranks", () => ({ sortBy, start: ROWS / 2 })],
    ["collated comparisons", () => ({ filter: filterOf("gt($primary,name,'xx')"), sortBy })],
  ])("ends soon after its signal or timeout: %s", async (_, query) => {
    for (const signal of ["signal", "timeout"] as const) {
      const fresh = createCollection(rows, { catalog }).asCollection({ milliseconds: 0 });
      const controller = new AbortController();
      const options = signal === "signal" ? { signal: controller.signal } : { timeout: 1 };
      const ended = expect(fresh.page(query(), { ...options, count: true })).rejects.toMatchObject(
        signal === "signal" ? { message: "enough" } : { name: "TimeoutError" },
      );
      const before = workDone();
      // Timers run only if the request yields to the event loop.
      if (signal === "signal") setImmediate(() => setImmediate(() => controller.abort(new Error("enough"))));
      else await new Promise((resolve) => setTimeout(resolve, 2));
      await ended;
      if (signal === "signal") expect(workDone() - before).toBeLessThan(8 * UNITS_PER_STEP);
    }
  });

  it("searches few long strings in each turn of the event loop", async () => {
    const long = createCollection(
      Array.from({ length: 256 }, (_, id) => ({ id, name: word(80).repeat(1000), note: `${id}` })),
      { catalog },
    ).asCollection({ milliseconds: 0 });
    // Builds the columns. Sorting compares several long strings in a step.
    await long.count({ filter: filterOf("and(contains(name,'zz'),contains(note,'7'))") });
    for (let i = 0; i < 12; i++) {
      const filter = filterOf(`and(contains(name,'zz${i}'),contains(note,'7'))`);
      const { units, turns } = await largestTurn(() => long.count({ filter }));
      expect(units).toBeLessThan(2 * UNITS_PER_STEP);
      expect(turns).toBeGreaterThan(2);
    }
  });

  it("ends with a typed error if one match visits too many states", async () => {
    const long = createCollection([{ id: 1, name: word(300_000) }], { catalog }).asCollection({
      milliseconds: 0,
    });
    const filter = filterOf("match(name,'.*x.{0,900}[yz]')");
    await expect(long.count({ filter })).rejects.toMatchObject({
      name: "PatternWorkError",
      code: "pattern-work",
      limit: MAX_MATCH_VISITS,
    });
  });
});
