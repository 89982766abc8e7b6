import { setTimeout as sleep } from "node:timers/promises";
import type { Scope } from "../../command/command.ts";
import { note } from "../../command/report.ts";
import { CONNECTION_LIMITS } from "../http/start-server.ts";
import { createMerge } from "../metrics/merge-metrics.ts";
import type { ServeSettings } from "../serve-settings.ts";
import type { Listening, Sources } from "./messages.ts";
import { ServeThread, type ThreadOptions } from "./serve-thread.ts";

/** Milliseconds that a thread must have run for its end to be a single event. */
const SHORT_LIFE = 10_000;
/** Milliseconds before a thread is replaced, for each thread before it that ended soon. */
const DELAY = 500;
const MAX_DELAY = 10_000;

/** Threads that answer requests on one port. A thread that ends is replaced. */
export class ServeThreads {
  readonly #threads: ServeThread[] = [];
  readonly #scope: Scope;
  readonly #settings: ServeSettings;
  readonly #count: number;
  readonly #options: ThreadOptions;
  #port: number;
  #isStopping = false;
  #sources: Sources;

  private constructor(scope: Scope, settings: ServeSettings, count: number, sources: Sources, merge: Merge) {
    this.#scope = scope;
    this.#settings = settings;
    this.#count = count;
    this.#sources = sources;
    this.#port = settings.port;
    this.#options = {
      argv: ["serve", ...scope.args.given],
      env: scope.io.env,
      log: (text) => scope.io.stderr.write(text),
      allMetrics: async () => {
        const reports = await Promise.all(this.#threads.map((thread) => thread.metrics()));
        return merge(reports.filter((report) => report !== undefined));
      },
    };
  }

  /**
   * Starts the threads, one before the others: it chooses the port, and reports what is wrong with the sources.
   * @returns the exit code if a thread cannot start, after its messages
   * @throws InputError if the metrics need a package that is missing
   */
  static async start(
    scope: Scope,
    settings: ServeSettings,
    count: number,
    sources: Sources,
  ): Promise<{ readonly threads: ServeThreads; readonly listening: Listening } | number> {
    const merge: Merge = scope.args.flag("metrics") ? await createMerge() : () => Promise.resolve("");
    const threads = new ServeThreads(scope, settings, count, sources, merge);
    const stop = () => void threads.stop();
    scope.signal.addEventListener("abort", stop, { once: true });
    try {
      const first = threads.#open(0);
      const listening = await first.listening;
      scope.io.stderr.write(first.startMessages);
      if (listening === undefined) return (await first.ended).code;
      threads.#port = listening.port;
      const otherThreads = Array.from({ length: count - 1 }, (_, i) => threads.#open(i + 1));
      for (const thread of otherThreads) {
        if ((await thread.listening) !== undefined) continue;
        scope.io.stderr.write(thread.startMessages);
        await threads.stop();
        return (await thread.ended).code;
      }
      for (const index of threads.#threads.keys()) void threads.#keep(index);
      return { threads, listening };
    } finally {
      scope.signal.removeEventListener("abort", stop);
    }
  }

  /** Lets all threads serve other sources, also those that take the place of others. */
  replace(sources: Sources): void {
    this.#sources = sources;
    for (const thread of this.#threads) thread.replace(sources);
  }

  /** Waits for the running requests, and ends the threads. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#threads.map((thread) => thread.stop()));
  }

  #open(index: number): ServeThread {
    const count = this.#count;
    return (this.#threads[index] = new ServeThread(
      {
        number: index + 1,
        threads: count,
        port: this.#port,
        cursorKey: this.#settings.cursorKey,
        concurrency: shareOf(this.#settings.concurrency, index, count),
        sources: this.#sources,
        connections: shareOf(CONNECTION_LIMITS.maximumConnections, index, count),
      },
      this.#options,
    ));
  }

  /** Replaces a thread whenever it ends. */
  async #keep(index: number): Promise<void> {
    for (let ends = 0; ;) {
      const thread = this.#threads[index]!;
      const begin = performance.now();
      const isStarted = (await thread.listening) !== undefined;
      const { code, reason } = await thread.ended;
      if (!this.#isRunning()) return;
      if (!isStarted) this.#scope.io.stderr.write(thread.startMessages);
      const why = reason ?? `exit code ${code}`;
      note(this.#scope, `thread ${index + 1} ended (${why}). A new one takes its place.`);
      if (performance.now() - begin > SHORT_LIFE) ends = 0;
      await sleep(Math.min(DELAY * ends++, MAX_DELAY), undefined, { ref: false });
      if (this.#isRunning()) this.#open(index);
    }
  }

  #isRunning(): boolean {
    return !this.#isStopping;
  }
}

type Merge = (reports: readonly object[][]) => Promise<string>;

/**
 * Returns the part of a limit of the process that one thread has, which is at least 1.
 * @example [0, 1, 2].map((index) => shareOf(8, index, 3)) // [3, 3, 2]
 */
export function shareOf(limit: number, index: number, count: number): number {
  return Math.max(1, Math.floor(limit / count) + (index < limit % count ? 1 : 0));
}
