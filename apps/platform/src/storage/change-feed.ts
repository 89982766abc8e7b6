import type pg from "pg";

/** Milliseconds between two checks of the connection, and the maximum time for each answer. */
const HEARTBEAT = 300;

/** Milliseconds between two attempts to connect. */
const RETRY = 200;

/**
 * Called with the key of a changed row; with undefined if changes can have been missed, or if the key is not known. Resolves once
 * the change is read. Reports its errors before it rejects.
 */
export type ChangeListener = (key: string | undefined) => Promise<void>;

/** Returns a listener that reports its errors. */
export function reported(
  readChange: (key: string | undefined) => Promise<void> | undefined,
  report: (error: unknown) => void,
): ChangeListener {
  return async (key) => {
    try {
      await readChange(key);
    } catch (error) {
      report(error);
      throw error;
    }
  };
}

/**
 * Receives the changes that all processes on a PostgreSQL database make. The connection is checked a few times each second. After a
 * reconnection, all listeners are called, because notifications were lost meanwhile.
 */
export class ChangeFeed {
  readonly #connect: () => pg.Client;
  readonly #listeners = new Map<string, Set<ChangeListener>>();
  #client: pg.Client | undefined;
  #connecting: Promise<void> | undefined;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param connect returns a client that is not connected yet */
  constructor(connect: () => pg.Client) {
    this.#connect = connect;
  }

  /** Resolves once the listener gets all later changes. Rows that are read after that include all earlier ones. */
  async watch(channel: string, listener: ChangeListener): Promise<void> {
    const listeners = this.#listeners.get(channel);
    if (listeners !== undefined) {
      listeners.add(listener);
      return;
    }
    this.#listeners.set(channel, new Set([listener]));
    if (this.#client === undefined) {
      this.#connecting ??= this.#open();
      await this.#connecting;
    }
    // Without a client, the connection is lost. The next one listens to all channels.
    await this.#client?.query(`LISTEN ${quoted(channel)}`);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }

  async #open(): Promise<void> {
    const client = this.#connect();
    client.on("error", () => this.#lose(client));
    client.on("end", () => this.#lose(client));
    client.on("notification", ({ channel, payload }) =>
      this.#report(channel, payload === "" ? undefined : payload),
    );
    try {
      await client.connect();
      for (const channel of this.#listeners.keys()) await client.query(`LISTEN ${quoted(channel)}`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    this.#schedule(HEARTBEAT, () => this.#check(client));
  }

  #report(channel: string, key: string | undefined): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener(key).catch(() => undefined);
  }

  /** Replaces a connection that does not respond: the network can cut it without an event. */
  async #check(client: pg.Client): Promise<void> {
    const answer = client.query("SELECT 1").then(
      () => true,
      () => false,
    );
    const silence = new Promise<boolean>((resolve) => setTimeout(resolve, HEARTBEAT, false).unref());
    if (await Promise.race([answer, silence])) this.#schedule(HEARTBEAT, () => this.#check(client));
    else this.#lose(client);
  }

  #lose(client: pg.Client): void {
    if (this.#isClosed || this.#client !== client) return;
    this.#client = undefined;
    void client.end().catch(() => undefined);
    this.#schedule(0, () => this.#reopen());
  }

  async #reopen(): Promise<void> {
    try {
      await this.#open();
      for (const channel of this.#listeners.keys()) this.#report(channel, undefined);
    } catch {
      // The database is not available. Requests fail with the same error, so it is not reported here, too.
      this.#schedule(RETRY, () => this.#reopen());
    }
  }

  #schedule(milliseconds: number, work: () => Promise<void>): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void work(), milliseconds);
    this.#timer.unref();
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
