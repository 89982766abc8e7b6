import { repeatCancel } from "../shared/cancel-order.ts";
import { hasMember } from "../../../../values/own-properties.ts";

/** Cancels a statement of PostgreSQL from another connection, because its own connection is busy. */

export interface CancelingClient {
  query(text: string): Promise<unknown>;
}

export interface CancelingPool {
  connect(): Promise<CancelingClient & { release(destroy?: boolean): void }>;
}

export interface Cancellation {
  /** Stops listening to the signal and waits for a cancellation in progress. */
  readonly end: () => Promise<unknown>;
}

/**
 * Cancels the statement of a server process when the signal is aborted. If the statement ends before the cancellation
 * has a connection, the cancellation is dropped. Otherwise it could wait forever: all connections of the pool may
 * belong to statements that wait to be canceled.
 */
export function cancelOn(
  signal: AbortSignal,
  process: number,
  canceler: CancelingPool | CancelingClient,
): Cancellation {
  const repeated = repeatCancel();
  let sending: Promise<unknown> = Promise.resolve();
  const cancel = async () => {
    const borrowed = await borrowCanceler(canceler);
    sending = repeated
      .repeat(() => borrowed.client.query(`SELECT pg_cancel_backend(${Math.trunc(process)})`))
      .then(
        () => borrowed.release(true),
        () => borrowed.release(false),
      )
      .catch(ignore);
  };
  const listener = () => void cancel().catch(ignore);
  signal.addEventListener("abort", listener, { once: true });
  return {
    end: () => {
      signal.removeEventListener("abort", listener);
      repeated.stop();
      return sending;
    },
  };
}

const ignore = () => undefined;

interface Borrowed {
  readonly client: CancelingClient;
  readonly release: (isClean: boolean) => unknown;
}

interface KnownPool {
  readonly idleCount?: number;
  readonly totalCount?: number;
  readonly options?: { readonly max?: number };
  readonly Client?: new (options: object) => CancelingClient & {
    connect(): Promise<unknown>;
    end(): Promise<unknown>;
    on(event: "error", listener: () => void): unknown;
  };
}

async function borrowCanceler(canceler: CancelingPool | CancelingClient): Promise<Borrowed> {
  if (!isPoolLike(canceler)) return { client: canceler as CancelingClient, release: ignore };
  const pool = canceler as CancelingPool;
  const { idleCount = 1, totalCount = 0, options = {}, Client } = pool as KnownPool;
  const hasSpare = idleCount > 0 || totalCount < (options.max ?? Infinity);
  if (hasSpare || Client === undefined) {
    const client = await pool.connect();
    return { client, release: (isClean) => client.release(!isClean) };
  }
  // Open a new connection: all connections of the pool are in use, perhaps each by a statement that is to be canceled.
  const client = new Client(options);
  client.on("error", ignore);
  await client.connect();
  return { client, release: () => client.end() };
}

/** Returns whether an object is a pool. Clients and pools of `pg` both have `query`, but only pools have `totalCount`. */
export function isPoolLike(connections: object): boolean {
  return !hasMember(connections, "query") || hasMember(connections, "totalCount");
}
