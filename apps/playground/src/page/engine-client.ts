import type { RequestKind, RequestMessage, Requests, ResponseMessage } from "../contract/protocol.ts";

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/** Name of the global variable by which `engine.js` finds its port if it does not run in a worker. */
const PORT = "tamisPort";

/**
 * Starts the engine in a worker. Browsers refuse workers to a page that is opened from a folder (`file:`). The engine then runs in
 * the page itself.
 */
function startEngine(): Worker | MessagePort {
  try {
    return new Worker("engine.js");
  } catch {
    const { port1, port2 } = new MessageChannel();
    Object.defineProperty(globalThis, PORT, { value: port2 });
    const script = document.createElement("script");
    script.src = "engine.js";
    document.head.append(script);
    return port1;
  }
}

/** Sends requests to the worker that holds the data. */
export class EngineClient {
  readonly #worker = startEngine();
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<ResponseMessage>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.ok) waiting?.resolve(data.answer as never);
      else waiting?.reject(new Error(data.message));
    };
    if (this.#worker instanceof Worker)
      this.#worker.onerror = () => {
        for (const { reject } of this.#waiting.values())
          reject(new Error("The engine has stopped. Reload the page."));
        this.#waiting.clear();
      };
  }

  /** @throws Error with a message for the user */
  ask<K extends RequestKind>(kind: K, input: Requests[K][0]): Promise<Requests[K][1]> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, kind, input } satisfies RequestMessage);
    });
  }
}
