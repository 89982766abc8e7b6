import { insisting } from "../shared/cancel-order.ts";

/** How a statement of PostgreSQL is canceled: from another connection, since its own is busy while it runs. */

interface Client {
  query(text: string): Promise<unknown>;
}

interface Pool {
  connect(): Promise<Client & { release(destroy?: boolean): void }>;
}

/** An order to cancel what a connection runs, which a signal gives. */
export interface Cancellation {
  /** Stops listening, and waits for an order that is on its way. */
  readonly end: () => Promise<unknown>;
}

/**
 * Cancels what the server's process runs when the signal says so. An order that has not found a connection by the end is
 * not given any more: all that the pool has may be waiting for one like it.
 */
export function cancelOn(signal: AbortSignal, process: number, canceler: Pool | Client): Cancellation {
  const insistence = insisting();
  let given: Promise<unknown> = Promise.resolve();
  const cancel = async () => {
    const helper = await borrowHelper(canceler);
    given = insistence
      .until(() => helper.client.query(`SELECT pg_cancel_backend(${Math.trunc(process)})`))
      .then(
        () => helper.giveBack(true),
        () => helper.giveBack(false),
      )
      .catch(ignore);
  };
  const listener = () => void cancel().catch(ignore);
  signal.addEventListener("abort", listener, { once: true });
  return {
    end: () => {
      signal.removeEventListener("abort", listener);
      insistence.end();
      return given;
    },
  };
}

const ignore = () => undefined;

interface Helper {
  readonly client: Client;
  readonly giveBack: (isClean: boolean) => unknown;
}

/** What a pool of `pg` tells of itself, beyond what its types do. */
interface KnownPool {
  readonly idleCount?: number;
  readonly totalCount?: number;
  readonly options?: { readonly max?: number };
  readonly Client?: new (options: object) => Client & {
    connect(): Promise<unknown>;
    end(): Promise<unknown>;
    on(event: "error", listener: () => void): unknown;
  };
}

async function borrowHelper(canceler: Pool | Client): Promise<Helper> {
  if (!lends(canceler)) return { client: canceler as Client, giveBack: ignore };
  const pool = canceler as Pool;
  const { idleCount = 1, totalCount = 0, options = {}, Client } = pool as KnownPool;
  const hasSpare = idleCount > 0 || totalCount < (options.max ?? Infinity);
  if (hasSpare || Client === undefined) {
    const client = await pool.connect();
    return { client, giveBack: (isClean) => client.release(!isClean) };
  }
  // All connections are lent, perhaps each to a statement that is to be canceled.
  const client = new Client(options);
  client.on("error", ignore);
  await client.connect();
  return { client, giveBack: () => client.end() };
}

/** Whether it lends clients. A client has `query`; a pool of the driver has it too, and counts. */
export function lends(connections: object): boolean {
  return !("query" in connections) || "totalCount" in connections;
}
