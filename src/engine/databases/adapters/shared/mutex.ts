/**
 * Creates a mutex for one connection, which has one transaction at a time: calls run one after the other, in call order.
 * Work must not wait for another call of the same mutex.
 */
export function createMutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
