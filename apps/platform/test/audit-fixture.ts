import { expect } from "vitest";
import { ENTRIES } from "../src/audit/entry-catalog.ts";
import { memoryStorage, type Storage } from "../src/storage/storage.ts";
import { connectAll, type Clients } from "./authorization-client.ts";
import { sqliteOpener, type Client } from "./platform-fixture.ts";
import { withPostgresSchema } from "./schema-fixture.ts";

export { connectAll, ENTRIES, type Clients };

/** An entry of the audit trail, as administrators read it. */
export interface Entry {
  readonly id: string;
  readonly timeStamp: string;
  readonly client: string | null;
  readonly user: string | null;
  readonly method: string | null;
  readonly path: string | null;
  readonly family: string;
  readonly resourceUri: string | null;
  readonly kind: string;
  readonly outcome: string;
  readonly entityTagBefore: string | null;
  readonly entityTagAfter: string | null;
  readonly changedMembers: readonly string[];
}

/** Returns all entries, the oldest first. */
export async function entriesOf(admin: Client, query = ""): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (let start = 0; ; start += 500) {
    const { status, json } = await admin.send(`${ENTRIES}?limit=500&start=${start}${query}`);
    expect(status).toBe(200);
    entries.push(...(json.items as Entry[]));
    if (json.items.length < 500) return entries.reverse();
  }
}

/** Runs work, and returns the entries of its changes. */
export async function entriesDuring(admin: Client, work: () => Promise<unknown>): Promise<readonly Entry[]> {
  const before = await entriesOf(admin);
  await work();
  const known = new Set(before.map(({ id }) => id));
  return (await entriesOf(admin)).filter(({ id }) => !known.has(id));
}

/** Each kind of storage. */
export const STORAGES: readonly (readonly [
  string,
  (work: (storage: Storage) => Promise<void>) => Promise<void>,
])[] = [
  ["memory", (work) => work(memoryStorage())],
  ["SQLite", async (work) => work(await sqliteOpener()())],
  ["PostgreSQL", withPostgresSchema],
];
