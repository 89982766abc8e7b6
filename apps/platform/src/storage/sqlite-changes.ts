import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import type { ChangeListener } from "./change-feed.ts";

/** Maximum number of kept changes. A process that has missed more reads its tables again. */
export const MAX_CHANGES = 1_000;

const TABLE = "platform_changes";

/** Milliseconds between two attempts to get the lock for writing, and until the last one. */
const RETRY = 10;
const MAX_WAIT = 5_000;

interface Change {
  readonly id: number;
  readonly name: string;
  readonly key: string;
}

/**
 * Receives the changes that all programs make in a SQLite file. Triggers of watched tables write the keys of changed rows into a table,
 * in the transaction of the change. Each request looks whether the file has changed, which takes 2 µs, and only then for new keys.
 */
export class SqliteChanges {
  readonly #database: DatabaseSync;
  readonly #readVersion: StatementSync;
  readonly #listeners = new Map<string, ChangeListener>();
  #readChanges: StatementSync | undefined;
  /** Version of the file up to which changes were read. */
  #version: number;
  /** Id of the last change that was read. */
  #last = 0;
  /** Whether a listener has failed, so that all tables have to be read again. */
  #isLost = false;
  /** The listeners that still read. All requests wait for them. */
  #running: Promise<void> | undefined;
  #count = 0;

  constructor(path: string) {
    this.#database = new DatabaseSync(path, { timeout: 50 });
    this.#readVersion = this.#database.prepare("PRAGMA data_version");
    this.#version = this.#currentVersion();
  }

  /**
   * Returns a number that changes with each change of the file, also by other programs, when `catchUp` is called. Each request calls it
   * first, so a kept page is never older than its request.
   */
  readonly revision = (): number => this.#version;

  /**
   * Resolves once the listener gets all later changes of a table. Rows that are read after that include all earlier ones.
   *
   * @param key name of the column with the key, a string
   */
  async watch(table: string, key: string, listener: ChangeListener): Promise<void> {
    await this.#create(table, key);
    this.#listeners.set(table, listener);
    if (this.#readChanges !== undefined) return;
    const { last } = this.#database.prepare(`SELECT max(id) AS last FROM ${TABLE}`).get()!;
    this.#last = (last as number | null) ?? 0;
    this.#readChanges = this.#database.prepare(`SELECT id, name, key FROM ${TABLE} WHERE id > ? ORDER BY id`);
  }

  /** Resolves once the listeners know all changes that were committed before; undefined if they know them already. */
  catchUp(): Promise<void> | undefined {
    const version = this.#currentVersion();
    if (version === this.#version && !this.#isLost) return this.#running;
    const changes = (this.#readChanges?.all(this.#last) ?? []) as unknown as readonly Change[];
    this.#version = version;
    if (changes.length > 0 || this.#isLost) this.#running = this.#follow(changes, this.#running);
    return this.#running;
  }

  #currentVersion(): number {
    return this.#readVersion.get()!["data_version"] as number;
  }

  close(): void {
    this.#database.close();
  }

  async #follow(changes: readonly Change[], before: Promise<void> | undefined): Promise<void> {
    this.#count++;
    const isComplete = !this.#isLost && (changes.length === 0 || changes[0]!.id === this.#last + 1);
    this.#last = changes.at(-1)?.id ?? this.#last;
    this.#isLost = false;
    try {
      // An error of the listeners before has ended their requests.
      await before?.catch(() => undefined);
      if (isComplete) await this.#report(changes);
      else for (const listener of this.#listeners.values()) await listener(undefined);
    } catch (error) {
      this.#isLost = true;
      throw error;
    } finally {
      if (--this.#count === 0) this.#running = undefined;
    }
  }

  async #report(changes: readonly Change[]): Promise<void> {
    for (const [table, listener] of this.#listeners) {
      const keys = new Set(changes.flatMap(({ name, key }) => (name === table ? key : [])));
      for (const key of keys) await listener(key);
    }
  }

  /** Creates the triggers. Waits for other writers without blocking the thread: one of them can be in the same process. */
  async #create(table: string, key: string): Promise<void> {
    const triggers = Object.entries({ INSERT: "NEW", UPDATE: "NEW", DELETE: "OLD" }).map(
      ([event, row]) =>
        `CREATE TRIGGER IF NOT EXISTS "${table}_${event}" AFTER ${event} ON "${table}"
         BEGIN INSERT INTO ${TABLE} (name, key) VALUES ('${table}', ${row}."${key}"); END;`,
    );
    const until = performance.now() + MAX_WAIT;
    for (;;) {
      try {
        this.#database.exec("BEGIN IMMEDIATE");
        break;
      } catch (error) {
        if (performance.now() > until || !/locked|busy/.test((error as Error).message)) throw error;
        await pause(RETRY);
      }
    }
    try {
      // The ids have no gaps: a transaction that is rolled back takes none.
      this.#database.exec(
        `CREATE TABLE IF NOT EXISTS ${TABLE}
           (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, key TEXT NOT NULL);
         CREATE TRIGGER IF NOT EXISTS ${TABLE}_limit AFTER INSERT ON ${TABLE}
           BEGIN DELETE FROM ${TABLE} WHERE id <= NEW.id - ${MAX_CHANGES}; END;
         ${triggers.join("\n")}
         COMMIT`,
      );
    } catch (error) {
      this.#database.exec("ROLLBACK");
      throw error;
    }
  }
}
