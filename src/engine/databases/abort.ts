import { StatementError } from "./source.ts";

/**
 * Checks the signal. Call it between two statements, too: adapters check it only while a statement runs.
 *
 * @throws StatementError with failure `canceled` if the signal is aborted.
 */
export function throwIfCanceled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw canceled(signal);
}

/** Returns the error of a statement that an aborted signal ended. */
export function canceled(signal: AbortSignal | undefined): StatementError {
  return new StatementError("canceled", "The statement was canceled.", signal?.reason);
}
