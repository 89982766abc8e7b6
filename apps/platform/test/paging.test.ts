import { describe, expect, it } from "vitest";
import { embeddedPool } from "../../../test/sql/engines/postgres.ts";
import { postgresStorage } from "../src/storage/postgres-storage.ts";
import { memoryStorage, type Storage } from "../src/storage/storage.ts";
import { ALL as ANNOTATIONS, create as createAnnotation } from "./annotations-fixture.ts";
import { createDatabase } from "./database-fixture.ts";
import { connectTo, sqliteOpener, startPlatform, type Client } from "./platform-fixture.ts";
import { create as createReport, ALL as REPORTS } from "./reports-fixture.ts";

const database = createDatabase("platform_paging", embeddedPool);

/** A collection whose items a test creates and deletes by their names. */
interface Paged {
  /** Target of the first page. */
  readonly target: string;
  readonly create: (client: Client, name: string) => Promise<{ readonly status: number }>;
}

const COLLECTIONS: Readonly<Record<string, Paged>> = {
  annotations: {
    target: `${ANNOTATIONS}?limit=4`,
    create: (client, name) => createAnnotation(client, { domain: "paging", name }),
  },
  "filtered annotations": {
    target: `${ANNOTATIONS}?limit=4&domain=paging&sortBy=name:descending`,
    create: (client, name) => createAnnotation(client, { domain: "paging", name }),
  },
  reports: {
    target: `${REPORTS}?limit=4&sortBy=name`,
    create: (client, name) => createReport(client, { name }),
  },
  "members of a folder": {
    target: "/folders/folders/public/members?limit=4",
    create: (client, name) => createReport(client, { name }),
  },
};

interface Page {
  readonly items: readonly { readonly name: string; readonly uri?: string; readonly id: string }[];
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}

/** Reads pages until the last one. Calls `meanwhile` after each. */
async function joined(
  { send }: Client,
  first: string,
  meanwhile: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<readonly string[]> {
  const names: string[] = [];
  for (let target: string | undefined = first; target !== undefined;) {
    const { status, json } = await send(target);
    expect([target, status]).toEqual([target, 200]);
    const page = json as Page;
    names.push(...page.items.map(({ name }) => name));
    target = page.links.find(({ rel }) => rel === "next")?.href;
    await meanwhile(page);
  }
  return names;
}

/** Deletes the annotation or the report of an item. */
async function remove({ send }: Client, path: string): Promise<void> {
  const { headers } = await send(path);
  const removed = await send(path, { method: "DELETE", headers: { "if-match": headers["etag"]! } });
  expect(removed.status).toBe(204);
}

async function expectStablePages(storage: Storage): Promise<void> {
  const platform = await startPlatform({ storage, sample: true });
  const client = await connectTo(platform);
  for (const { target, create } of Object.values(COLLECTIONS)) {
    for (let i = 10; i < 34; i++)
      expect((await create(client, `page ${i} ${target.length}`)).status).toBe(201);
    const all = await joined(client, target);
    expect(await joined(client, `${target}&cursor=`)).toEqual(all);
    expect(new Set(all).size).toBe(all.length);
    const removed = new Set<string>();
    let added = 0;
    const pagedNames = await joined(client, `${target}&cursor=`, async ({ items }) => {
      // Deletes the last item of the page, which the cursor names, and creates one before and one after all others.
      const last = items.at(-1);
      if (last === undefined || added > 20) return;
      removed.add(last.name);
      const base = target.startsWith(ANNOTATIONS) ? ANNOTATIONS : REPORTS;
      await remove(client, last.uri ?? `${base}/${last.id}`);
      added++;
      await create(client, `a new ${added} ${target.length}`);
      await create(client, `z new ${added} ${target.length}`);
    });
    expect(removed.size).toBeGreaterThan(3);
    expect(new Set(pagedNames).size).toBe(pagedNames.length);
    expect(pagedNames.filter((name) => all.includes(name))).toEqual(all);
  }
  await platform.close();
}

describe("joined pages by cursor have each item once, whatever is created and deleted meanwhile", () => {
  it("in memory", () => expectStablePages(memoryStorage()));

  it("on SQLite, also after a restart", async () => {
    const open = sqliteOpener();
    const storage = await open();
    await expectStablePages(storage);
    const pageOf = async (reopened: Storage, target: string) => {
      const platform = await startPlatform({ storage: reopened });
      const { send } = await connectTo(platform, `reader ${target.length}`);
      const { status, json } = await send(target);
      expect(status).toBe(200);
      return json as Page;
    };
    const { links } = await pageOf(storage, `${ANNOTATIONS}?limit=4&cursor=`);
    expect((await pageOf(await open(), links.find(({ rel }) => rel === "next")!.href)).items).toHaveLength(4);
  });

  it("on PostgreSQL", async () => {
    const storage = await postgresStorage(database.address!);
    await expectStablePages(storage).finally(storage.close);
  });
});
