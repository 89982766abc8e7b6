import { StatementError, type SnapshotOptions } from "../../source.ts";
import { canceled, throwIfCanceled } from "../../abort.ts";

/** Longest delay of a timer, in milliseconds. */
const MAX_DELAY = 2 ** 31 - 1;

/**
 * Waits for the reply of a worker. Fails as soon as the signal is aborted or the timeout is over, even if the worker
 * cannot reply yet.
 *
 * @param cancel tells the worker to stop. Called if the wait fails before the reply.
 * @throws StatementError with failure `canceled` or `timeout`; also everything that `request` throws.
 */
export async function interruptible<T>(
  request: () => Promise<T>,
  cancel: () => void,
  { signal, timeout = Infinity }: SnapshotOptions,
): Promise<T> {
  throwIfCanceled(signal);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = () => {};
  const interrupted = new Promise<never>((_, reject) => {
    const fail = (error: StatementError) => {
      cancel();
      reject(error);
    };
    stop = () => fail(canceled(signal));
    signal?.addEventListener("abort", stop, { once: true });
    const failByTimeout = () => fail(new StatementError("timeout", "The statement exceeded its timeout."));
    if (timeout <= MAX_DELAY) timer = setTimeout(failByTimeout, timeout);
  });
  try {
    return await Promise.race([request(), interrupted]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}
