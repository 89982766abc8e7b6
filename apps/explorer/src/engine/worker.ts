import type { RequestMessage, ResponseMessage } from "../contract/protocol.ts";
import { warmUp } from "./warm-up.ts";
import { Engine } from "./engine.ts";

/** The part of the global scope of a worker that this file uses. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<RequestMessage>) => void) | null;
  postMessage(message: ResponseMessage): void;
}

/** The page sets the port if this file does not run in a worker. */
const global = globalThis as unknown as WorkerScope & { readonly tamisPort?: WorkerScope };
const scope = global.tamisPort ?? global;
const engine = new Engine();
warmUp();

scope.onmessage = ({ data: { id, kind, input } }) => {
  engine.handle(kind, input).then(
    (answer) => scope.postMessage({ id, ok: true, answer }),
    (error: unknown) =>
      scope.postMessage({ id, ok: false, message: error instanceof Error ? error.message : String(error) }),
  );
};
