import { AsyncLocalStorage } from "node:async_hooks";

/** The request that causes changes, and who sends it. */
export interface Origin {
  readonly method: string | null;
  /** Path without the query string, which can contain a token. */
  readonly path: string | null;
  readonly client: string | null;
  /** Null if the client acts for itself. */
  readonly user: string | null;
  /** Network address of the sender, if the server knows it. */
  readonly address?: string | undefined;
}

const NOBODY: Origin = { method: null, path: null, client: null, user: null };

const current = new AsyncLocalStorage<{ origin: Origin }>();

/** Runs work, and all asynchronous work that it starts, on behalf of a request. */
export function runAs<T>(origin: Origin, work: () => T): T {
  return current.run({ origin }, work);
}

/** Runs work that no request causes. Queues use it: otherwise the request that started a queue would be the origin of all its work. */
export function runAsNobody<T>(work: () => T): T {
  return runAs(NOBODY, work);
}

/** Sets who sends the current request, once its token has been checked. */
export function identifyOrigin({ client, user }: Pick<Origin, "client" | "user">): void {
  const store = current.getStore();
  if (store !== undefined) store.origin = { ...store.origin, client, user };
}

/** Returns the request that causes the current work. */
export function currentOrigin(): Origin {
  return current.getStore()?.origin ?? NOBODY;
}
