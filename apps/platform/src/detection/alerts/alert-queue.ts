import { setTimeout as wait } from "node:timers/promises";
import { RejectedAlert, type Alert, type AlertSink } from "./alert.ts";

export interface AlertQueueOptions {
  /** Undefined to keep alerts in the store only. */
  readonly sink: AlertSink | undefined;
  /** Maximum number of waiting alerts. */
  readonly capacity: number;
  /** Maximum number of attempts to deliver an alert. */
  readonly attempts: number;
  /** Milliseconds before the second attempt. Each further pause is twice as long, up to {@link LONGEST_PAUSE}. */
  readonly pause: number;
  /** Stores that the alerts of messages were delivered, or cannot be. */
  readonly settle: (ids: readonly number[], state: "delivered" | "failed") => Promise<void>;
  readonly onDelivery: (status: "success" | "retry" | "failure") => void;
  readonly onError: (error: unknown) => void;
}

/** Longest pause between two attempts in milliseconds. */
const LONGEST_PAUSE = 60_000;

/**
 * Delivers stored alerts in their order, one batch at a time. An alert is delivered at least once: a process that ends between
 * the delivery and the note in the store delivers it again.
 */
export class AlertQueue {
  readonly #options: AlertQueueOptions;
  readonly #stop = new AbortController();
  /** By the key of the stored message, the oldest first. */
  readonly #entries = new Map<number, readonly Alert[]>();
  #pending = 0;
  #reserved = 0;
  #failed = 0;
  #running: Promise<void> | undefined;

  constructor(options: AlertQueueOptions) {
    this.#options = options;
  }

  /** Number of alerts that wait for their delivery. */
  get pending(): number {
    return this.#pending;
  }

  /** Number of alerts that could not be delivered since the start. */
  get failed(): number {
    return this.#failed;
  }

  get description(): string {
    return this.#options.sink?.description ?? "stored only";
  }

  get limits(): Pick<AlertQueueOptions, "capacity" | "attempts"> {
    const { capacity, attempts } = this.#options;
    return { capacity, attempts };
  }

  get hasSink(): boolean {
    return this.#options.sink !== undefined;
  }

  /** Reserves room for alerts that are about to be stored. Returns false if the queue is full. */
  reserve(count: number): boolean {
    if (!this.hasSink || count === 0) return true;
    if (this.#pending + this.#reserved + count > this.#options.capacity) return false;
    this.#reserved += count;
    return true;
  }

  /** Gives up a reservation. */
  release(count: number): void {
    if (this.hasSink) this.#reserved -= count;
  }

  /** Adds alerts that are stored. Reserved room must be released before. */
  add(id: number, alerts: readonly Alert[]): void {
    if (!this.hasSink || alerts.length === 0) return;
    this.#entries.set(id, alerts);
    this.#pending += alerts.length;
    this.#start();
  }

  /** Forgets the number of failed alerts, which are about to be added again. */
  forgetFailed(): void {
    this.#failed = 0;
  }

  /** Stops the deliveries. Alerts that still wait stay in the store. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await this.#options.sink?.close();
  }

  #start(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      // Alerts can arrive between the last look at the queue and this line.
      if (this.#entries.size > 0 && !this.#isClosed()) this.#start();
    });
  }

  async #run(): Promise<void> {
    // Callers must not wait for the first delivery.
    await Promise.resolve();
    while (this.#entries.size > 0 && !this.#isClosed()) {
      const batch = this.#first(this.#options.sink!.batch);
      const outcome = await this.#deliver(batch.flatMap(([, alerts]) => alerts));
      if (outcome === undefined) return;
      const ids = batch.map(([id]) => id);
      await this.#options.settle(ids, outcome).catch(this.#options.onError);
      for (const [id, alerts] of batch) {
        this.#pending -= alerts.length;
        if (outcome === "failed") this.#failed += alerts.length;
        this.#entries.delete(id);
      }
    }
  }

  #isClosed(): boolean {
    return this.#stop.signal.aborted;
  }

  #first(count: number): readonly (readonly [id: number, alerts: readonly Alert[]])[] {
    const batch: [number, readonly Alert[]][] = [];
    for (const entry of this.#entries) if (batch.push(entry) >= count) break;
    return batch;
  }

  /** Returns undefined if the queue was closed meanwhile. */
  async #deliver(alerts: readonly Alert[]): Promise<"delivered" | "failed" | undefined> {
    const { sink, attempts, pause, onDelivery, onError } = this.#options;
    const { signal } = this.#stop;
    for (let attempt = 1; ; attempt++) {
      try {
        await sink!.deliver(alerts, signal);
        onDelivery("success");
        return "delivered";
      } catch (error) {
        if (this.#isClosed()) return undefined;
        if (error instanceof RejectedAlert || attempt >= attempts) {
          onDelivery("failure");
          onError(error);
          return "failed";
        }
        onDelivery("retry");
      }
      const milliseconds = Math.min(pause * 2 ** (attempt - 1), LONGEST_PAUSE);
      await wait(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
      if (this.#isClosed()) return undefined;
    }
  }
}
