import { StatementError } from "../../source.ts";

/** @throws StatementError with failure `canceled` if the signal is aborted. */
export function throwIfCanceled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true)
    throw new StatementError("canceled", "The statement was canceled.", signal.reason);
}
