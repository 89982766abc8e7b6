import type { HealthStatus } from "../http/health.ts";
import type { PostedSource } from "./shared-source.ts";
import { MessageChannel, type MessagePort, type Transferable } from "node:worker_threads";

/** Settings of a thread that its command line does not have. */
export interface ThreadStart {
  /** Number of the thread, from 1. */
  readonly number: number;
  /** Number of threads. */
  readonly threads: number;
  /** 0: the thread chooses a free port. */
  readonly port: number;
  /** Secret of the cursors of all threads. */
  readonly cursorKey: Uint8Array;
  /** Requests that this thread answers at the same time. */
  readonly concurrency: number;
  /** Connections that this thread accepts. */
  readonly connections: number;
  readonly sources: Sources;
}

/** The sources that threads serve. Sent to them whenever they have changed. */
export interface Sources {
  readonly kind: "sources";
  readonly sources: readonly PostedSource[];
  readonly status: HealthStatus;
}

/** Sent by a thread when it accepts connections. */
export interface Listening {
  readonly kind: "listening";
  readonly url: string;
  readonly port: number;
  readonly collections: readonly { readonly name: string; readonly rows: number | undefined }[];
}

/** A request to the other side: for the metrics of all threads, or for those of one. */
export interface Question {
  readonly kind: "metrics";
  readonly reply: MessagePort;
}

export interface Stop {
  readonly kind: "stop";
}

/** Milliseconds after which a thread that does not answer is left out. */
const ANSWER_TIMEOUT = 2_000;

/** Asks the other side for its metrics. Returns undefined if it ends or does not answer in time. */
export function askForMetrics<T>(thread: {
  readonly postMessage: (message: Question, transfer: readonly Transferable[]) => void;
}): Promise<T | undefined> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timer = setTimeout(() => port1.close(), ANSWER_TIMEOUT);
    port1.once("message", (answer: T) => {
      resolve(answer);
      port1.close();
    });
    port1.once("close", () => {
      clearTimeout(timer);
      resolve(undefined);
    });
    thread.postMessage({ kind: "metrics", reply: port2 }, [port2]);
  });
}
