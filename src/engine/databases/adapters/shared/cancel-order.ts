/** An order to a server to stop a statement, given again until the statement has ended. */
export interface Insistence {
  /** Gives an order, and again after a while: one that comes before its statement has begun is lost. */
  readonly until: (order: () => Promise<unknown>) => Promise<void>;
  /** The statement has ended: no order is given any more. */
  readonly end: () => void;
}

/** Milliseconds after which an order is given again: the first time, and at most. */
const FIRST = 20;
const LONGEST = 1_000;

export function insisting(): Insistence {
  const { promise: ended, resolve } = Promise.withResolvers<undefined>();
  let isOver = false;
  return {
    async until(order) {
      for (let wait = FIRST; !isOver; wait = Math.min(2 * wait, LONGEST)) {
        await order();
        let timer: ReturnType<typeof setTimeout> | undefined;
        await Promise.race([ended, new Promise((again) => (timer = setTimeout(again, wait)))]);
        clearTimeout(timer);
      }
    },
    end() {
      isOver = true;
      resolve(undefined);
    },
  };
}
