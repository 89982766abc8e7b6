import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { afterAll, describe, expect, it, vi } from "vitest";
import { print, sortBy, sortKey } from "tamis/ast";
import { attachCollection, createCollection, loadText, shareCollection } from "tamis/store";
import { publishCollection } from "../../../../src/engine/store/shared/publish-collection.ts";
import { MAX_STRUCTURE_BYTES, SharedColumns } from "../../../../src/engine/store/shared/shared-columns.ts";
import { slabOver } from "../../../../src/engine/store/kernels/shared-structures.ts";
import { asTask, runNow } from "../../../../src/engine/store/tasks/task.ts";
import { Directory } from "../../../../src/engine/store/shared/directory.ts";
import { storeOf } from "../../../../src/engine/store/collections/collection-of-store.ts";
import { Arena } from "../../../../src/engine/store/kernels/wasm/arena.ts";
import { arenaKernels } from "../../../../src/engine/store/kernels/wasm/wasm-kernels.ts";
import { Budget } from "../../../../src/engine/store/kernels/budget.ts";
import { noSharedMemory } from "../../../../src/engine/store/shared/shared-memory.ts";
import { EFFORT } from "../../../effort.ts";
import { changed, changesOf, historiesOf, keptOf, catalog, type Asked, type Row } from "../histories.ts";
import { filterOf, sortByOf } from "../../../sql/checked-query.ts";
import { succeeded } from "../../../succeeded.ts";
import type { Answers, Question } from "./reading-thread.ts";

const isProof = EFFORT === "proof";
const THREADS = isProof ? 4 : 2;

interface Answered {
  readonly id: number;
  readonly version: number;
  readonly answers: Answers;
}

const running = new Set<Worker>();

function startThread(onAnswer: (answered: Answered) => void, onError: (error: unknown) => void): Worker {
  const worker = new Worker(new URL("reading-thread.ts", import.meta.url), {
    argv: ["reading"],
    execArgv: [],
  });
  worker.on("message", onAnswer).on("error", onError);
  running.add(worker);
  return worker;
}

afterAll(() => Promise.all([...running].map((each) => each.terminate())));

/** The rows, and the answers of the row predicate and the comparator. */
const answersByRows = (rows: readonly Row[], asked: Asked) => {
  const kept = keptOf(rows, asked).map(({ stamp }) => stamp);
  const [from, end] = [asked.start, asked.start + asked.limit];
  return {
    page: kept.slice(from, end),
    count: kept.length,
    all: kept,
    after: kept.slice(end, end + asked.limit),
  };
};

describe("threads that share the rows of a collection", () => {
  it("answer like the rows of the version that they name, while one thread writes and others are killed", async () => {
    const [seed, histories] = [isProof ? Date.now() : 48, isProof ? 60 : 3];
    const wrong: object[] = [];
    let answered = 0;
    let receive: (answered: Answered) => void = () => undefined;
    const onAnswer = (each: Answered) => receive(each);
    const onError = (error: unknown) => void wrong.push({ seed, error: String(error) });
    const threads = Array.from({ length: THREADS }, () => startThread(onAnswer, onError));
    for (const { first, steps } of fc.sample(historiesOf(20), { numRuns: histories, seed })) {
      let rows: readonly Row[] = first;
      const collection = createCollection<Row>([...first], { catalog });
      const versions: (readonly Row[])[] = [];
      const waiting = new Map<number, () => void>();
      const asked: Asked[] = [];
      const questions: Question[] = [];
      receive = ({ id, version, answers }) => {
        waiting.get(id)?.();
        answered++;
        const { after, ...expected } = answersByRows(versions[version]!, asked[id]!);
        const due = { ...expected, streamed: expected.all, after: answers.after && after };
        const { least, ...found } = answers;
        if (JSON.stringify(sorted(found)) !== JSON.stringify(sorted(due)))
          wrong.push({ seed, version, question: questions[id], found, due });
        if ((least === undefined) !== !versions[version]!.some(() => due.count > 0))
          wrong.push({ seed, least });
      };
      const publish = async () => {
        const result = succeeded(await shareCollection(collection, { unsavable: "leave out" }));
        const message = { version: versions.push(rows) - 1, shared: result.shared };
        for (const each of threads) each.postMessage(message);
        return message;
      };
      let current = await publish();
      for (const [i, step] of steps.entries()) {
        if (step.kind === "change") {
          rows = collection.change(changesOf(step)).ok ? changed(rows, step)! : rows;
          // Some changes are not published: threads must not see them.
          if (i % 3 > 0) current = await publish();
        } else if (step.kind === "ask" || step.kind === "watch") {
          const { filter, sortBy: order, locale, start, limit } = step.asked;
          const id = asked.push(step.asked) - 1;
          const texts = { filter: print(filter.expression), sortBy: print(expressionOf(order)) };
          questions.push({ id, ...texts, locale, start, limit });
          const done = new Promise<void>((resolve) => waiting.set(id, resolve));
          threads[i % THREADS]!.postMessage(questions[id]);
          if (i % 2 === 0) await done;
        } else if (step.kind === "end") {
          const place = step.which % THREADS;
          running.delete(threads[place]!);
          await threads[place]!.terminate();
          threads[place] = startThread(onAnswer, onError);
          threads[place].postMessage(current);
        }
      }
      // Each thread answers the last question by the last version.
      for (const each of threads) {
        if (asked.length === 0) break;
        const id = asked.push(asked.at(-1)!) - 1;
        questions.push({ ...questions.at(-1)!, id });
        const done = new Promise<void>((resolve) => waiting.set(id, resolve));
        each.postMessage(questions[id]);
        await done;
      }
      expect(wrong.slice(0, 1)).toEqual([]);
    }
    expect(answered).toBeGreaterThan(histories);
  }, 120_000);

  it("cannot change the rows, and keep their version when the collection changes", async () => {
    expect(noSharedMemory()).toBeUndefined();
    const collection = createCollection([{ stamp: 1 }, { stamp: 2 }], { locale: "de" });
    const result = succeeded(await shareCollection(collection));
    const attached = succeeded(await attachCollection<{ stamp: number }>(result.shared));
    expect(attached.collection).not.toHaveProperty("insert");
    expect(attached.collection).not.toHaveProperty("watch");
    collection.insert([{ stamp: 3 }]);
    expect(attached.collection.all({})).toEqual([{ stamp: 1 }, { stamp: 2 }]);
    expect(attached.collection.explain({})).toMatchObject({ count: 2, order: { path: "source-order" } });
  });

  it("report wrong arguments and rows that cannot be shared, without words about files", async () => {
    const result = succeeded(await shareCollection(createCollection([{ stamp: 1 }])));
    const { shared } = result;
    await expect(attachCollection({} as typeof shared)).rejects.toThrow("of a result of shareCollection");
    await expect(attachCollection({ ...shared, memory: {} })).rejects.toThrow(
      "of a result of shareCollection",
    );
    await expect(attachCollection(shared, { thread: -1 })).rejects.toThrow(
      "thread must be an integer from 0",
    );
    await expect(shareCollection({} as ReturnType<typeof createCollection>)).rejects.toThrow(
      "shareCollection expects a collection",
    );
    const refused = await shareCollection(createCollection<object>([{ stamp: () => 1 }], { catalog }));
    expect(refused.ok ? "" : refused.reason.message).toMatch(/cannot be shared .* Nothing was shared\.$/);
  });

  it("read the cells of CSV like the thread that has loaded it", async () => {
    const csv = [
      "id;at;size;note",
      '1;2024/1/5;1,5;"a;b"',
      "2;;x;",
      ...Array<string>(1_000).fill('3;Jan 6, 2024;7;"""q"""'),
    ];
    const bytes = new TextEncoder().encode(csv.join("\r\n"));
    const text = await loadText(bytes, { format: "csv" });
    const collection = createCollection(text);
    const result = succeeded(await shareCollection(collection));
    const rows = structuredClone(result.shared.rows);
    const attached = succeeded(await attachCollection({ ...result.shared, rows }));
    expect(attached.collection.all({})).toEqual([...text]);
    expect([...attached.collection.unreadable()]).toEqual([...collection.unreadable()]);
    for (const member of collection.catalog.members.byName.keys())
      expect(attached.collection.minMax(member, {})).toEqual(collection.minMax(member, {}));
    const broken = await attachCollection({ ...result.shared, rows: {} as typeof rows });
    expect(broken).toMatchObject({ ok: false, reason: { code: "impossible" } });
  });

  it("have sorted indexes in common, up to a limit of bytes", async () => {
    const rows = Array.from({ length: 3_000 }, (_, stamp) => ({ stamp, name: `n${(stamp * 7) % 1_000}` }));
    const collection = createCollection(rows);
    const result = succeeded(await shareCollection(collection));
    const attach = async () => {
      const attached = succeeded(await attachCollection<(typeof rows)[number]>(result.shared));
      return attached.collection;
    };
    const [first, second] = [await attach(), await attach()];
    const queryOf = ({ catalog: own }: { readonly catalog: typeof first.catalog }) => {
      const order = sortByOf("name:primary,stamp", own);
      return { sortBy: order, start: 2_000, limit: 3 };
    };
    first.prepare(queryOf(first));
    const query = queryOf(second);
    expect(second.explain(query).order.path).toBe("sorted-index");
    expect(second.explain(query, { locale: "de" }).order.path).not.toBe("sorted-index");
    expect(second.page(query).items).toEqual(collection.page(queryOf(collection)).items);

    const arena = Arena.create()!;
    const owner = arena.addOwner();
    const kernels = arenaKernels(arena.memory, arena.regionsOf(owner), new Budget(undefined))!;
    const { structures } = new SharedColumns(arena, kernels, owner);
    const count = MAX_STRUCTURE_BYTES / 4 / 2;
    for (const name of ["a", "b", "c"])
      runNow(
        structures.build(
          name,
          asTask(() => ({ state: name, slabs: [slabOver(new Uint32Array(count).fill(7))] })),
        ),
      );
    expect(structures.find("b")).toMatchObject({ state: "b" });
    expect(structures.find("b")?.slabs[0]?.u32()[count - 1]).toBe(7);
    expect(structures.find("c")).toBeUndefined();
    // Another thread that builds an order is waited for, but not one that has ended.
    const entry = new Directory(arena).findOrAdd("structure d")!;
    entry.replaceBuilder(0, arena.addOwner());
    vi.useFakeTimers();
    expect(structures.isBuilding("d")).toBe(true);
    vi.advanceTimersByTime(900);
    expect(structures.isBuilding("d")).toBe(true);
    vi.advanceTimersByTime(200);
    expect(structures.isBuilding("d")).toBe(false);
    entry.advance();
    expect(structures.isBuilding("d")).toBe(true);
    vi.useRealTimers();
  });

  it("have indexes, ranks and case-folded copies in common", async () => {
    const rows = Array.from({ length: 20_000 }, (_, stamp) => ({
      stamp,
      group: `g${stamp % 50}`,
      name: `Straße number ${(stamp * 7919) % 20_000} of a long road`,
    }));
    const collection = createCollection(rows, { locale: "de" });
    const result = succeeded(await shareCollection(collection));
    const attach = async () => {
      const attached = succeeded(await attachCollection<(typeof rows)[number]>(result.shared));
      return attached.collection;
    };
    const [first, second] = [await attach(), await attach()];
    const filters = [
      "le(100,stamp,120)",
      "eq(group,'g7')",
      "lt(group,'g2')",
      "eq($identical,name,'Straße number 5 of a long road')",
      "contains($identical,name,'number 1234')",
      "contains($primary,name,'STRASSE NUMBER 777')",
    ];
    const queryOf = ({ catalog: own }: { readonly catalog: typeof first.catalog }, text: string) => ({
      filter: filterOf(text, own),
      limit: 20,
    });
    const requested = filters.map((text) => queryOf(first, text));
    const indexes = ["stamp", "group", "name"];
    await first.prepareInSlices(requested, { indexes });
    // Each search is another one, because the rows of a repeated condition are cached.
    for (let round = 0; round < 150; round++) {
      first.count(queryOf(first, `contains($identical,name,'number ${round}')`));
      first.count(queryOf(first, `contains($primary,name,'NUMBER ${round}')`));
    }
    const ordered = ({ catalog: own }: { readonly catalog: typeof first.catalog }) => ({
      sortBy: sortByOf("group", own),
      start: 9_000,
      limit: 2,
    });
    first.prepare(ordered(first));
    const arena = new Arena(result.shared.memory as ConstructorParameters<typeof Arena>[0]);
    const sharedNames = () =>
      [...new Directory(arena).entries()].flatMap(({ key, image }) =>
        image !== 0 && key.startsWith("structure ")
          ? [/(?:^structure |\] )(\w+(?: of rows)?)/.exec(key)?.[1]]
          : [],
      );
    const built = sharedNames();
    expect(built.toSorted()).toEqual(["folded", "index", "index", "order", "ranks", "ranks of rows"]);
    const { bytes } = storeOf(second as never)!.state.columns.kernels.budget;
    await second.prepareInSlices(
      filters.map((text) => queryOf(second, text)),
      { indexes },
    );
    expect(second.page(ordered(second)).items).toEqual(collection.page(ordered(collection)).items);
    for (const text of filters) {
      const query = queryOf(second, text);
      expect(second.count(query)).toBe(collection.count(queryOf(collection, text)));
      expect(second.page(query).items).toEqual(collection.page(queryOf(collection, text)).items);
    }
    expect(sharedNames()).toEqual(built);
    // A sorted index is counted in each thread. Any further structure would take as much again.
    const counted = storeOf(second as never)!.state.columns.kernels.budget.bytes - bytes;
    expect(counted).toBeLessThan(2 * rows.length * 4);
  });

  it("switch to a published version together, and keep running requests on theirs", async () => {
    const rowOf = (stamp: number) => ({ id: stamp, stamp });
    const collection = createCollection([1, 2].map(rowOf));
    const { publication } = succeeded(await publishCollection(collection));
    const worker = startThread(
      () => undefined,
      (error) => expect(error).toBeUndefined(),
    );
    const answered = (id: number) =>
      new Promise<Answers>((resolve) =>
        worker.on("message", (each: Answered) => each.id === id && resolve(each.answers)),
      );
    const ask = (id: number) => {
      const answers = answered(id);
      worker.postMessage({
        id,
        filter: "gt(stamp,0)",
        sortBy: "stamp",
        locale: undefined,
        start: 0,
        limit: 9,
      });
      return answers;
    };
    worker.postMessage({ version: 0, shared: publication.shared });
    expect((await ask(1)).all).toEqual([1, 2]);
    const { collection: own } = succeeded(await attachCollection<{ stamp: number }>(publication.shared));
    const served = own.asCollection();
    const [stream, snapshot, revision] = [
      own.stream({})[Symbol.iterator](),
      own.snapshot(),
      served.revision(),
    ];
    stream.next();
    const request = storeOf(own as never)!.consistent({}, {}, function* (state) {
      yield;
      return state.size;
    });
    request.next();
    collection.change({ insert: [rowOf(3)] });
    expect(own.count({})).toBe(2);
    expect(await publication.publish()).toMatchObject({ ok: true, rows: 3 });
    expect(own.all({}).map(({ stamp }) => stamp)).toEqual([1, 2, 3]);
    expect(await served.count({})).toMatchObject({ ok: true, count: 3 });
    expect(served.revision()).not.toBe(revision);
    expect([stream.next().value, stream.next().done]).toEqual([rowOf(2), true]);
    expect(snapshot.count({})).toBe(2);
    expect(runNow(request)).toBe(2);
    expect((await ask(2)).all).toEqual([1, 2, 3]);

    // A thread that has ended delays a version, but does not stop it. A later thread gets the last version.
    running.delete(worker);
    await worker.terminate();
    const early = publication.shared;
    collection.insert([rowOf(4)]);
    expect(await publication.publish()).toMatchObject({ ok: true, rows: 4 });
    expect(own.size).toBe(4);
    for (const shared of [publication.shared, early]) {
      const late = succeeded(await attachCollection<{ stamp: number }>(shared));
      if (shared !== early) expect(late.collection.size).toBe(4);
      while (late.collection.size < 4) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    // Versions between two requests of a thread are passed one after another.
    for (const stamp of [5, 6]) {
      collection.insert([rowOf(stamp)]);
      await publication.publish();
    }
    expect(own.size).toBe(6);
    publication.close();
  });

  it("have columns of their own without WebAssembly", async () => {
    const result = succeeded(await shareCollection(createCollection([{ stamp: 2 }, { stamp: 1 }])));
    const attached = succeeded(
      await attachCollection<{ stamp: number }>(result.shared, { kernels: "plain" }),
    );
    expect(attached.collection.minMax("stamp", {})).toMatchObject({ min: 1, max: 2 });
  });
});

/** Returns an order that a thread checks to the same result. */
function expressionOf({ keys }: Asked["sortBy"]) {
  return sortBy(
    keys.map(({ expression, direction, comparison }) =>
      sortKey(expression, direction, comparison === "codePoint" ? undefined : comparison),
    ),
  );
}

function sorted(answers: object): object {
  return Object.fromEntries(Object.entries(answers).sort(([a], [b]) => (a < b ? -1 : 1)));
}
