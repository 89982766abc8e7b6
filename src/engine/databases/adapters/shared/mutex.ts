/**
 * Creates a mutex for a connection, which can have only one transaction at a time. Work runs one after the other, in
 * call order. Work must not await another call of the same mutex: that would be a deadlock.
 */
export function createMutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
