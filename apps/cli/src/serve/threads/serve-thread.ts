import { Worker } from "node:worker_threads";
import { CONNECTION_LIMITS } from "../http/start-server.ts";
import { askForMetrics, type Listening, type Question, type Sources, type ThreadStart } from "./messages.ts";
import { START } from "./thread-task.ts";

export interface ThreadOptions {
  /** Command line, from the name of the command. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Receives lines for standard error. */
  readonly log: (text: string) => void;
  /** Returns the metrics of all threads as text. */
  readonly allMetrics: () => Promise<string>;
}

export interface ThreadEnd {
  readonly code: number;
  /** Error that ended the thread, such as one of its memory. */
  readonly reason: string | undefined;
}

/** Additional milliseconds that a thread has to stop, before it is ended. */
const STOP_MARGIN = 2_000;

/** A thread that runs the program with the same command line. */
export class ServeThread {
  /** Resolves with undefined if the thread ends before it listens. */
  readonly listening: Promise<Listening | undefined>;
  readonly ended: Promise<ThreadEnd>;
  /** Messages before the thread listened. Those of the first thread are shown; the others repeat them. */
  startMessages = "";
  readonly #worker: Worker;
  #isListening = false;

  constructor(start: ThreadStart, { argv, env, log, allMetrics }: ThreadOptions) {
    // The program in `dist/program` is two folders below that of the package.
    const program = import.meta.url.endsWith(".ts") ? "../../../../../bin/tamis.cjs" : "../../bin/tamis.cjs";
    const worker = new Worker(new URL(program, import.meta.url), {
      name: `tamis-serve-${start.number}`,
      argv: [...argv],
      // Without the prototype of the program, which a thread cannot receive.
      env: { ...env } as Record<string, string>,
      workerData: { [START]: start },
      stderr: true,
      // The options of the process, such as --import, are about its own program.
      execArgv: [],
    });
    this.#worker = worker;
    let reason: string | undefined;
    worker.on("error", (error) => (reason = (error as Error).message));
    worker.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (this.#isListening) log(text);
      else this.startMessages += text;
    });
    const exited = new Promise<number>((resolve) => worker.once("exit", resolve));
    const closed = new Promise((resolve) => worker.stderr.once("close", resolve));
    this.ended = Promise.all([exited, closed]).then(([code]) => ({ code, reason }));
    this.listening = new Promise((resolve) => {
      worker.on("message", (message: Listening | Question) => {
        if (message.kind === "metrics")
          return void allMetrics().then((text) => message.reply.postMessage(text));
        this.#isListening = true;
        resolve(message);
      });
      void this.ended.then(() => {
        this.#isListening = false;
        resolve(undefined);
      });
    });
  }

  /** Returns the metrics of this thread. Undefined if it does not listen. */
  metrics(): Promise<object[] | undefined> {
    return this.#isListening ? askForMetrics<object[]>(this.#worker) : Promise.resolve(undefined);
  }

  /** Lets the thread serve other sources. */
  replace(sources: Sources): void {
    this.#worker.postMessage(sources);
  }

  /** Waits for the running requests, and ends the thread. */
  async stop(): Promise<void> {
    if (this.#isListening) this.#worker.postMessage({ kind: "stop" });
    else void this.#worker.terminate();
    const timer = setTimeout(
      () => void this.#worker.terminate(),
      CONNECTION_LIMITS.drainTimeout + STOP_MARGIN,
    );
    await this.ended;
    clearTimeout(timer);
  }
}
