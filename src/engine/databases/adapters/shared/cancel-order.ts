/** A cancellation request that is repeated until the statement ends. */
export interface RepeatedCancel {
  /**
   * Calls `send` repeatedly, with a delay in between: a server ignores a cancellation that arrives before the statement
   * starts.
   */
  readonly repeat: (send: () => Promise<unknown>) => Promise<void>;
  /** Stops the repetition, because the statement has ended. */
  readonly stop: () => void;
}

/**
 * Shortest delay between two cancellation requests, in milliseconds. The delay doubles each time, up to the longest.
 */
const FIRST_DELAY = 20;
const LONGEST_DELAY = 1_000;

export function repeatCancel(): RepeatedCancel {
  const { promise: stopped, resolve } = Promise.withResolvers<undefined>();
  let isStopped = false;
  return {
    async repeat(send) {
      for (let delay = FIRST_DELAY; !isStopped; delay = Math.min(2 * delay, LONGEST_DELAY)) {
        await send();
        let timer: ReturnType<typeof setTimeout> | undefined;
        await Promise.race([stopped, new Promise((again) => (timer = setTimeout(again, delay)))]);
        clearTimeout(timer);
      }
    },
    stop() {
      isStopped = true;
      resolve(undefined);
    },
  };
}
