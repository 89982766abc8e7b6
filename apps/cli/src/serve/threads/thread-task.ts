import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import {
  askForMetrics,
  type Listening,
  type Question,
  type Sources,
  type Stop,
  type ThreadStart,
} from "./messages.ts";

/** Property of the data of a thread that serves. Other programs can run this one in their threads. */
export const START = "tamisServe";

/** The part of `tamis serve` that one of several threads has. */
export interface ThreadTask extends ThreadStart {
  readonly reportListening: (listening: Omit<Listening, "kind">) => void;
  /** Calls `stop` when the server ends. */
  readonly onStop: (stop: () => void) => void;
  /** Calls `replace` when the sources have changed. */
  readonly onSources: (replace: (sources: Sources) => void) => void;
  /** Returns the metrics of all threads as text. */
  readonly allMetrics: () => Promise<string>;
  /** Answers questions for the metrics of this thread. */
  readonly onMetrics: (report: () => Promise<unknown>) => void;
}

/** Returns the task of this thread. Undefined in the thread that the user started. */
export function threadTask(): ThreadTask | undefined {
  const data = workerData as unknown;
  if (parentPort === null || typeof data !== "object" || data === null || !Object.hasOwn(data, START))
    return undefined;
  return taskOf((data as { readonly [START]: ThreadStart })[START], parentPort);
}

function taskOf(start: ThreadStart, port: MessagePort): ThreadTask {
  type Message = Stop | Question | Sources;
  return {
    ...start,
    reportListening: (listening) => port.postMessage({ kind: "listening", ...listening }),
    onStop: (stop) => port.on("message", ({ kind }: Message) => kind === "stop" && stop()),
    onSources: (replace) =>
      port.on("message", (message: Message) => message.kind === "sources" && replace(message)),
    allMetrics: async () => (await askForMetrics<string>(port)) ?? "",
    onMetrics: (report) =>
      port.on("message", (message: Message) => {
        if (message.kind === "metrics") void report().then((metrics) => message.reply.postMessage(metrics));
      }),
  };
}
