/**
 * Yields the rows of a driver's stream. If the consumer stops early, reads and drops the remaining rows: the connection
 * sends them before the result of its next statement.
 */
export async function* drainedRows<T>(stream: AsyncIterable<T>): AsyncGenerator<T, void> {
  const rows = stream[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (;;) {
      const next = await rows.next();
      isDone = next.done === true;
      if (next.done === true) return;
      yield next.value;
    }
  } catch (error) {
    isDone = true;
    throw error;
  } finally {
    while (!isDone) isDone = (await rows.next()).done === true;
  }
}
