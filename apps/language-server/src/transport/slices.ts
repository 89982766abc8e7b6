import { setImmediate } from "node:timers/promises";
import { LSPErrorCodes, ResponseError, type CancellationToken } from "vscode-languageserver";

/** Milliseconds of work between two turns of the event loop. */
const SLICE = 10;

/**
 * Calls a function for each item and lets the server read messages in between.
 * @throws ResponseError if the client has cancelled the request
 */
export async function inSlices<T>(
  items: Iterable<T>,
  token: CancellationToken,
  work: (item: T) => void,
): Promise<void> {
  let end = performance.now() + SLICE;
  for (const item of items) {
    if (performance.now() >= end) {
      await setImmediate();
      end = performance.now() + SLICE;
    }
    if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, "Cancelled.");
    work(item);
  }
}
