import { describe, expect, it } from "vitest";
import { defineCatalog } from "tamis";
import type { Kernels } from "../../../src/engine/store/kernels/kernels.ts";
import { Budget, MemoryLimitError } from "../../../src/engine/store/kernels/budget.ts";
import { createWithKernels } from "../../../src/engine/store/collections/create-collection.ts";
import { TUNING } from "../../../src/engine/store/tasks/unit-costs.ts";
import { filterOf } from "../../sql/checked-query.ts";
import { KERNELS } from "./tried-kernels.ts";

const catalog = defineCatalog({
  name: "things",
  key: "id",
  members: { id: "integer", state: "string", name: "string", size: "number", at: "dateTime" },
  defaultSort: ["id"],
  defaultLimit: 10_000,
  maximumLimit: 10_000,
});

describe.each(KERNELS)("row indexes, %s kernels", (_name, make) => {
  it("answer searches without a scan of all rows", () => {
    const kernels = make();
    let scans = 0;
    const counted: Kernels = {
      ...kernels,
      codesBetween: (...to) => (scans++, kernels.codesBetween(...to)),
      numbersBetween: (...to) => (scans++, kernels.numbersBetween(...to)),
      countCodes: (...to) => (scans++, kernels.countCodes(...to)),
      find: (...to) => (scans++, kernels.find(...to)),
      countNumbers: (...to) => (scans++, kernels.countNumbers(...to)),
    };
    const rows = Array.from({ length: 10_000 }, (_, id) => ({ id, name: `n${id}`, size: id * 7, at: null }));
    const collection = createWithKernels(rows, { catalog }, counted, {
      ...TUNING,
      // Five counts and five lists.
      placedNumber: 10 * TUNING.columnRow,
      writtenString: 320 * TUNING.columnRow,
      overdueFactor: 1,
      stringSampleRows: 100,
    });
    const ask = (text: string) => {
      const filter = filterOf(text, catalog);
      return [collection.count({ filter }), collection.all({ filter }).length];
    };
    for (let i = 0; i < 5; i++) ask(`lt(size,${i})`);
    expect(scans).toBeGreaterThan(0);
    scans = 0;
    expect(ask("and(ge(size,70),lt(size,140))")).toEqual([10, 10]);
    for (let i = 0; i < 5; i++) ask(`eq(name,'n${i}')`);
    scans = 0;
    expect(ask("eq(name,'n7')")).toEqual([1, 1]);
    expect(ask("and(eq(name,'n7'),ge(size,50))")).toEqual([0, 0]);
    expect(scans).toBe(0);
  });

  it("are built on request, unless memory is missing", async () => {
    const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `n${id}`, size: id * 7 }));
    const tuning = { ...TUNING, stringSampleRows: 100 };
    const indexes = ["name", "size"];
    const free = new Budget();
    let scans = 0;
    const kernels = make(free);
    const counted: Kernels = {
      ...kernels,
      numbersBetween: (...to) => (scans++, kernels.numbersBetween(...to)),
      countNumbers: (...to) => (scans++, kernels.countNumbers(...to)),
    };
    const collection = createWithKernels([...rows], { catalog }, counted, tuning);
    const progress: unknown[] = [];
    await collection.prepareInSlices([], {
      indexes,
      milliseconds: 0,
      onProgress: (each) => progress.push(each),
    });
    expect(progress.at(-1)).toEqual({ prepared: 2, of: 2 });
    const ask = (text: string) => {
      const filter = filterOf(text, catalog);
      return collection.all({ filter }).length;
    };
    scans = 0;
    const range = "and(ge(size,70),lt(size,140))";
    expect(["eq(name,'n7')", range].map(ask)).toEqual([1, 10]);
    expect(scans).toBe(0);
    // They are rebuilt after so many insertions that they were dropped.
    collection.insert(rows.map((row) => ({ ...row, id: row.id + 20_000 })));
    ask(range);
    scans = 0;
    expect(ask(range)).toBe(20);
    expect(scans).toBe(0);
    await expect(collection.prepareInSlices([], { indexes: ["nothing"] })).rejects.toThrow(TypeError);

    const needed = new Budget();
    const other = createWithKernels(rows, { catalog }, make(needed), tuning);
    await other.prepareInSlices([], { indexes: ["size"] });
    const short = createWithKernels(rows, { catalog }, make(new Budget(needed.bytes - 1)), tuning);
    await expect(short.prepareInSlices([], { indexes: ["size"] })).rejects.toThrow(MemoryLimitError);
    expect(short.size).toBe(20_000);
  });

  it("are optional: filters work without memory for them", () => {
    const rows = Array.from({ length: 5_000 }, (_, id) => ({
      id,
      state: `s${id % 500}`,
      size: id,
      at: null,
    }));
    const filter = filterOf("and(eq(state,'s7'),lt(size,2000))", catalog);
    const ask = (budget: Budget) => {
      const collection = createWithKernels(rows, { catalog }, make(budget), {
        ...TUNING,
        placedNumber: 3 * TUNING.columnRow,
        overdueFactor: 1,
      });
      const counts = Array.from({ length: 8 }, () => collection.count({ filter }));
      return { counts: new Set(counts), bytes: budget.bytes };
    };
    const free = ask(new Budget());
    const bound = ask(new Budget(free.bytes - 10_000));
    expect([free.counts, bound.counts]).toEqual([new Set([4]), new Set([4])]);
    expect(bound.bytes).toBeLessThan(free.bytes);
  });
});
