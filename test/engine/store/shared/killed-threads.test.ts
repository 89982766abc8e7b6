import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterAll, expect, it } from "vitest";
import { Directory } from "../../../../src/engine/store/shared/directory.ts";
import { Arena } from "../../../../src/engine/store/kernels/wasm/arena.ts";
import type { WasmMemory } from "../../../../src/wasm/instantiate.ts";
import { attachCollection, createCollection, shareCollection, type SharedCollection } from "tamis/store";
import { typedCatalog } from "../../../properties/typed-catalog.ts";
import { countOf } from "../../../effort.ts";
import { largeTable } from "../large.ts";
import { succeeded } from "../../../succeeded.ts";
import { answersOf, type Answers, type Question, type Row } from "./reading-thread.ts";

const ROWS = 12_000;
const KILLS_PER_ROUND = 4;
/** Maximum number of milliseconds between the begin of building a column and the end of the thread. */
const MAX_DELAY = 20;

const rows = largeTable(11, ROWS).map((row, stamp) => ({ ...row, stamp }));
const options = { catalog: { ...typedCatalog, maximumLimit: 100_000 } };
/** Without columns, so that threads build them. */
const collection = createCollection<Row>([...rows], options);
const asked = createCollection<Row>([...rows], options);

/** Questions that need columns of each kind. */
const QUESTIONS = [
  ["contains(s,'a')", "s"],
  ["or(gt(n,5),startsWith(s,'b'))", "n:descending"],
  ["eq(tags,'a')", "id"],
  ["or(eq(m.x,'a'),gt(length(tags),1))", "s:descending"],
].map(([filter, sortBy], id): Question => ({
  id,
  filter: filter!,
  sortBy: sortBy!,
  locale: "de",
  start: 5,
  limit: 30,
}));

const running = new Set<Worker>();
afterAll(() => Promise.all([...running].map((each) => each.terminate())));

class Thread {
  readonly #number: number;
  readonly #shared: SharedCollection;
  #worker: Worker | undefined;
  readonly answers = new Map<number, Answers>();
  error: unknown;
  #onAnswer: () => void = () => undefined;

  constructor(number: number, shared: SharedCollection) {
    this.#number = number;
    this.#shared = shared;
    this.start();
  }

  start(): void {
    const worker = new Worker(new URL("reading-thread.ts", import.meta.url), {
      argv: ["reading"],
      execArgv: [],
    });
    worker.on("message", ({ id, answers }: { readonly id: number; readonly answers: Answers }) => {
      this.answers.set(id, answers);
      this.#onAnswer();
    });
    worker.on("error", (error) => {
      this.error = error;
      this.#onAnswer();
    });
    worker.postMessage({ version: 0, thread: this.#number, shared: this.#shared });
    for (const each of QUESTIONS) worker.postMessage(each);
    running.add(worker);
    this.#worker = worker;
  }

  async replace(): Promise<void> {
    running.delete(this.#worker!);
    await this.#worker!.terminate();
    this.start();
  }

  get isFinished(): boolean {
    return this.answers.size === QUESTIONS.length || this.error !== undefined;
  }

  /** Resolves when all questions are answered, or the thread has failed. */
  async finish(): Promise<void> {
    while (!this.isFinished) await new Promise<void>((resolve) => (this.#onAnswer = resolve));
    running.delete(this.#worker!);
    await this.#worker!.terminate();
  }
}

async function share(): Promise<SharedCollection> {
  const result = succeeded(await shareCollection(collection, { unsavable: "leave out" }));
  return result.shared;
}

const sizeOf = ({ memory }: SharedCollection) =>
  (memory as { readonly buffer: SharedArrayBuffer }).buffer.byteLength;

/** Resolves after a random time in which a thread builds a column. */
async function building(shared: SharedCollection, threads: readonly Thread[]): Promise<void> {
  const directory = new Directory(new Arena(shared.memory as WasmMemory));
  const isBuilding = () => [...directory.entries()].some(({ builder }) => builder !== 0);
  while (!isBuilding() && threads.some(({ isFinished }) => !isFinished)) await sleep(1);
  await sleep(Math.random() * MAX_DELAY);
}

it("answers of threads are right while threads that build the same columns are killed, and the memory does not grow", async () => {
  const expected = QUESTIONS.map((question) => answersOf(asked, question));
  const unhurt = await share();
  const alone = succeeded(await attachCollection<Row>(unhurt));
  for (const question of QUESTIONS) answersOf(alone.collection, question);
  const rounds = countOf("engine/store/shared/killed-threads: kills") / KILLS_PER_ROUND;
  for (let round = 0; round < rounds; round++) {
    const shared = await share();
    const threads = [new Thread(0, shared), new Thread(1, shared)];
    for (let kill = 0; kill < KILLS_PER_ROUND; kill++) {
      await building(shared, threads);
      await threads[kill % 2]!.replace();
    }
    for (const each of threads) {
      await each.finish();
      expect(each.error).toBeUndefined();
      expect([...each.answers].sort(([a], [b]) => a - b).map(([, answers]) => answers)).toEqual(expected);
    }
    expect(sizeOf(shared)).toBeLessThanOrEqual(2 * sizeOf(unhurt));
  }
}, 3_600_000);
