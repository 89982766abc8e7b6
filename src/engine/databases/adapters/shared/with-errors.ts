/** Waits for a result of a driver. Throws what `convert` returns for its error. */
export async function withErrors<T>(result: Promise<T>, convert: (error: unknown) => unknown): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw convert(error);
  }
}
