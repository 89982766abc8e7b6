/**
 * Runs what is asked of one connection one after the other, in the order it was asked: a connection has one transaction
 * at a time. What runs must not wait for something that it asks for itself.
 */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
