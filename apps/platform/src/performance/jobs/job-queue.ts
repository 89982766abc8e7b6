import type { StoredRow } from "tamis/http";
import type { Row } from "../../storage/storage.ts";
import { runAsNobody } from "../../audit/origin.ts";
import { JobFailure } from "../data/job-failure.ts";
import type { Measured } from "../measures/measure.ts";
import { readCode, type JobSettings } from "../contract/job-code.ts";
import { stateOf, type JobStore } from "./job-store.ts";

export interface JobQueueOptions {
  readonly store: JobStore;
  /** Computes the report data of a job. Throws the reason of the signal if it is aborted. */
  readonly measure: (settings: JobSettings, signal: AbortSignal) => Promise<Measured>;
  /** Maximum number of jobs that run at the same time. */
  readonly workers: number;
  /** Maximum number of jobs that wait. */
  readonly capacity: number;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/**
 * Runs jobs in the order of their creation. The store has their states: a process that ends leaves queued and running jobs, and
 * the next one runs them again.
 */
export class JobQueue {
  readonly #options: JobQueueOptions;
  /** Ids of waiting jobs, the oldest first. */
  readonly #waiting = new Set<string>();
  readonly #running = new Map<string, { readonly abort: AbortController; readonly end: Promise<void> }>();
  #isClosed = false;

  constructor(options: JobQueueOptions) {
    this.#options = options;
  }

  get isFull(): boolean {
    return this.#waiting.size >= this.#options.capacity;
  }

  /** Continues with the jobs that an earlier process has left. */
  async load(): Promise<void> {
    const { store, now } = this.#options;
    for (const row of await store.unfinished()) {
      const id = row["id"] as string;
      if (stateOf(row) === "running") {
        const stored = await store.jobs.read(id);
        if (stored !== undefined) await store.change(stored, "queued", { startTime: null }, now());
      }
      this.add(id);
    }
  }

  /** Adds a stored job. */
  add(id: string): void {
    this.#waiting.add(id);
    this.#start();
  }

  /** Forgets a deleted job, and stops it. */
  cancel(id: string): void {
    this.#waiting.delete(id);
    this.#running.get(id)?.abort.abort();
  }

  /** Stops all jobs. The next process runs them again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { abort } of this.#running.values()) abort.abort();
    await Promise.all([...this.#running.values()].map(({ end }) => end));
  }

  #start(): void {
    const { workers, onError } = this.#options;
    for (const id of this.#waiting) {
      if (this.#isClosed || this.#running.size >= workers) return;
      this.#waiting.delete(id);
      const abort = new AbortController();
      const end = runAsNobody(() => this.#run(id, abort.signal))
        .catch(onError)
        .finally(() => {
          this.#running.delete(id);
          this.#start();
        });
      this.#running.set(id, { abort, end });
    }
  }

  async #run(id: string, signal: AbortSignal): Promise<void> {
    const { store, now } = this.#options;
    const queued = await store.jobs.read(id);
    if (queued === undefined || stateOf(queued.row) !== "queued") return;
    // Undefined if another process took the job, or a request deleted it.
    const running = await store.change(queued, "running", { startTime: iso(now()) }, now());
    if (running === undefined) return;
    const ended = await this.#measure(running, signal);
    if (ended === undefined) return;
    const { data, ...members } = ended;
    if (data !== undefined) await store.saveData(id, data);
    const state = data === undefined ? "failed" : "completed";
    const stored = await store.change(running, state, { ...members, stopTime: iso(now()) }, now());
    if (stored === undefined && (await store.jobs.read(id)) === undefined) await store.deleteData(id);
  }

  /** Returns undefined if the job was stopped. */
  async #measure({ row }: StoredRow<Row>, signal: AbortSignal) {
    try {
      const { dataTable, data } = await this.#options.measure(readCode(String(row["code"])), signal);
      return signal.aborted ? undefined : { dataTable, data };
    } catch (error) {
      if (signal.aborted) return undefined;
      if (error instanceof JobFailure) return { failure: error.message };
      this.#options.onError(error);
      return { failure: "The server failed." };
    }
  }
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
