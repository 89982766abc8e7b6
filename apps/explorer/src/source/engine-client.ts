import type { DataSource, EngineRequests, RequestMessage, ResponseMessage } from "../contract/protocol.ts";
import { scriptUrl } from "./scripts.ts";
import type { Source } from "./source.ts";

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
    return new Worker(scriptUrl("engine.js"));
  } catch {
    const { port1, port2 } = new MessageChannel();
    Object.defineProperty(globalThis, PORT, { value: port2 });
    const script = document.createElement("script");
    script.src = scriptUrl("engine.js");
    document.head.append(script);
    return port1;
  }
}

/** Sends requests to the worker. It starts with the first request. */
export class EngineClient {
  #worker: Worker | MessagePort | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;

  #start(): Worker | MessagePort {
    const worker = startEngine();
    worker.onmessage = ({ data }: MessageEvent<ResponseMessage>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.ok) waiting?.resolve(data.answer as never);
      else waiting?.reject(new Error(data.message));
    };
    if (worker instanceof Worker)
      worker.onerror = () => {
        for (const { reject } of this.#waiting.values())
          reject(new Error("The engine has stopped. Reload the page."));
        this.#waiting.clear();
      };
    return worker;
  }

  /** @throws Error with a message for the user */
  ask<K extends keyof EngineRequests>(kind: K, input: EngineRequests[K][0]): Promise<EngineRequests[K][1]> {
    const worker = (this.#worker ??= this.#start());
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, kind, input } satisfies RequestMessage);
    });
  }
}

/**
 * Opens rows in the worker of the page.
 *
 * @throws Error with a message for the user
 */
export async function openInTab(engine: EngineClient, data: DataSource, title: string): Promise<Source> {
  const { definition, total, notes } = await engine.ask("open", data);
  return {
    title,
    total,
    notes,
    hasClock: true,
    columns: Object.entries(definition.members).map(([name, memberDefinition]) => {
      const member = typeof memberDefinition === "string" ? { type: memberDefinition } : memberDefinition;
      const property = "property" in member ? member.property : undefined;
      return {
        name,
        property: property ?? name,
        type: member.type,
        isSortable: isSortableType(member.type),
        isNullable: true,
      };
    }),
    readCatalog: ({ defineCatalog }) => defineCatalog(definition),
    ask: (kind, input) => engine.ask(kind, input),
    save: async (request) => {
      const answer = await engine.ask("export", request);
      return answer.ok ? { ok: true, value: new Response(answer.value) } : answer;
    },
  };
}

function isSortableType(type: string): boolean {
  return type !== "list" && type !== "map" && type !== "object";
}
