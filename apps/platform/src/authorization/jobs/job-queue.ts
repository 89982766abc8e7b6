import { setImmediate } from "node:timers/promises";
import { failRequest, type RowStore, type StoreKey } from "tamis/http";
import { runAs, runAsNobody, type Origin } from "../../audit/origin.ts";
import { isOneOf, listRows } from "../../storage/read-rows.ts";
import type { Row } from "../../storage/storage.ts";
import { JOBS_PATH, type JobOperation, type JobRow, type JobState } from "./job-record.ts";

/** Maximum number of jobs that wait or run. More are refused. */
export const MAX_WAITING = 100;

/** Number of operations after which the progress is stored. A restart repeats at most this many. */
const STORED_EVERY = 50;

/** An operation of a job, with what is needed to repeat it safely. */
export interface JobStep {
  readonly operation: JobOperation;
  /** Id of the rule that the operation creates: the same whenever it runs. */
  readonly newId: string;
  /** Whether the operation may have run before the last restart. */
  readonly isRepeated: boolean;
  readonly user: string | null;
}

/** Runs a step. Returns a sentence if it fails, otherwise undefined. */
export type RunStep = (step: JobStep) => Promise<string | undefined>;

export interface JobQueueOptions {
  readonly run: RunStep;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/**
 * Runs jobs one by one in the background. The state of a job is stored, so a restart continues where the last one ended. A
 * failed operation does not stop its job.
 */
export class JobQueue {
  /** The jobs as a resource reads and changes them. */
  readonly rows: RowStore<Row>;
  readonly #stored: RowStore<Row>;
  readonly #options: JobQueueOptions;
  readonly #waiting: string[] = [];
  /** Ids of jobs that a restart may have interrupted. */
  readonly #interrupted = new Set<string>();
  #running: string | undefined;
  #worker: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** Opens the queue, and continues jobs that have not ended. */
  static async open(stored: RowStore<Row>, options: JobQueueOptions): Promise<JobQueue> {
    const queue = new JobQueue(stored, options);
    const unfinished = (await listRows(stored, isOneOf("state", ["pending", "running"]))) as JobRow[];
    unfinished.sort((a, b) => (String(a.creationTimeStamp) < String(b.creationTimeStamp) ? -1 : 1));
    for (const { id } of unfinished) {
      queue.#interrupted.add(id);
      queue.#start(id);
    }
    return queue;
  }

  private constructor(stored: RowStore<Row>, options: JobQueueOptions) {
    this.#stored = stored;
    this.#options = options;
    this.rows = {
      ...stored,
      createAll: undefined,
      create: async (row, createOptions) => {
        if (this.#isClosed || this.#waiting.length >= MAX_WAITING)
          failRequest(503, "Too many rule jobs are waiting.", { headers: { "retry-after": "5" } });
        const outcome = await stored.create(row, createOptions);
        if (outcome.kind === "created") this.#start((outcome.stored.row as JobRow).id);
        return outcome;
      },
      delete: (key, condition) => this.#delete(key, condition),
    };
  }

  /** Resolves when no job waits or runs. */
  async idle(): Promise<void> {
    await this.#worker;
  }

  /** Stops after the current operation. The next start continues. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker;
  }

  #start(id: string): void {
    this.#waiting.push(id);
    if (this.#waiting.length === 1 && this.#running === undefined)
      this.#worker = runAsNobody(() => this.#work());
  }

  async #work(): Promise<void> {
    for (let id = this.#waiting[0]; id !== undefined && !this.#isClosed; id = this.#waiting[0]) {
      this.#running = this.#waiting.shift();
      try {
        await this.#runJob(id);
      } catch (error) {
        this.#options.onError(error);
        await this.#fail(id);
      }
      this.#running = undefined;
    }
  }

  async #runJob(id: string): Promise<void> {
    const stored = await this.#stored.read(id);
    if (stored === undefined) return;
    let job = stored.row as JobRow;
    const mayRepeat = this.#interrupted.delete(id) && job.state === "running";
    const repeatedUntil = mayRepeat ? Number(job.done) + STORED_EVERY : 0;
    job = await this.#store({ ...job, state: "running", startTimeStamp: job.startTimeStamp ?? this.#time() });
    const errors = [...(job.errors ?? [])];
    for (let i = Number(job.done); i < job.operations.length; i++) {
      await setImmediate();
      if (this.#isClosed) {
        await this.#store({ ...job, done: i, failed: errors.length, errors });
        return;
      }
      const step: JobStep = {
        operation: job.operations[i]!,
        newId: `${id}-${i}`,
        isRepeated: i < repeatedUntil,
        user: job.createdBy,
      };
      const message = await runAs(originOf(job), () => this.#options.run(step));
      if (message !== undefined) errors.push({ index: i, message });
      if ((i + 1) % STORED_EVERY === 0)
        job = await this.#store({ ...job, done: i + 1, failed: errors.length, errors: [...errors] });
    }
    const { length } = job.operations;
    const state: JobState =
      errors.length === 0 ? "completed" : errors.length < length ? "completedWithErrors" : "failed";
    await this.#store({
      ...job,
      state,
      done: length,
      failed: errors.length,
      errors,
      stopTimeStamp: this.#time(),
    });
  }

  /** The server could not run the job. Details are for its log. */
  async #fail(id: string): Promise<void> {
    try {
      const stored = await this.#stored.read(id);
      if (stored === undefined) return;
      const job = stored.row as JobRow;
      const errors = [...(job.errors ?? []), { index: null, message: "The server failed to run the job." }];
      await this.#store({ ...job, state: "failed", errors, stopTimeStamp: this.#time() });
    } catch (error) {
      this.#options.onError(error);
    }
  }

  async #store(job: JobRow): Promise<JobRow> {
    const row = { ...job, modifiedTimeStamp: this.#time() };
    await this.#stored.replace(job.id, row, "any");
    return row;
  }

  #time(): string {
    return new Date(this.#options.now()).toISOString();
  }

  async #delete(key: StoreKey, condition: "any" | readonly string[]) {
    if (this.#running === String(key)) failRequest(409, "The job is running. Delete it when it has ended.");
    const outcome = await this.#stored.delete(key, condition);
    const place = this.#waiting.indexOf(String(key));
    if (outcome.kind === "deleted" && place >= 0) this.#waiting.splice(place, 1);
    return outcome;
  }
}

/** Returns the origin of the changes of a job for the audit trail: its creator. */
function originOf({ id, createdBy }: JobRow): Origin {
  const path = `${JOBS_PATH}/${encodeURIComponent(id)}`;
  return { method: "POST", path, client: null, user: createdBy };
}
