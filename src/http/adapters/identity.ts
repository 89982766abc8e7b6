/**
 * Returns the identity of a caller, or a promise of it. An error becomes a rejected promise, so that the service reports it: no error
 * of the application ends the process.
 */
export function identityOf<R>(identify: (request: R) => unknown, request: R): unknown {
  let identity: unknown;
  try {
    identity = identify(request);
  } catch (error) {
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- passes on any value that the application throws
    identity = Promise.reject(error);
  }
  if (!isThenable(identity)) return identity;
  const promise = Promise.resolve(identity);
  // A busy service answers with 503, and does not read the identity.
  promise.catch(() => undefined);
  return promise;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function"
  );
}
