import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ALL, TYPE } from "./annotations-fixture.ts";
import { backUp, restore } from "../src/backup/sqlite-backup.ts";
import { AuditTrail } from "../src/audit/audit-trail.ts";
import { readRows } from "../src/storage/read-rows.ts";
import { readConfiguration } from "../src/configuration.ts";
import { withFolder } from "./detection-fixture.ts";
import { registration, startPlatform, type TestPlatform, tokenOf, valuesOf } from "./platform-fixture.ts";
import { sqliteStorage } from "../src/storage/sqlite-storage.ts";
import { isBuilt } from "./process-fixture.ts";

async function open(path: string): Promise<TestPlatform> {
  return startPlatform({ storage: sqliteStorage(path) });
}

let template: Uint8Array | undefined;

/** Writes the database of a platform that has ended, with a client. */
async function writeDatabase(file: string): Promise<void> {
  if (template === undefined) {
    const platform = await open(file);
    await platform.tokens.addClient(registration("c"));
    await platform.close();
    // The copy has all changes, unlike the file next to its log.
    await backUp(file, `${file}.template`);
    template = readFileSync(`${file}.template`);
  } else writeFileSync(file, template);
}

describe("a backup", () => {
  it("of a platform that runs has the state of one moment, and is restored with its clients and rows", async () => {
    await withFolder(async (path) => {
      const platform = await open(path("platform.db"));
      await platform.tokens.addClient(registration("c"));
      const token = await tokenOf(platform, "c");
      const create = (name: string) => platform.send(ALL, { token, type: TYPE, json: { name } });
      await create("before");
      // Changes during the copy are in it as a whole, or not at all.
      const [, ...changes] = await Promise.all([
        backUp(path("platform.db"), path("copy")),
        ...Array.from({ length: 50 }, (_, i) => create(`during ${i}`)),
      ]);
      expect(changes.every(({ status }) => status === 201)).toBe(true);
      await create("after");
      await platform.close();
      await restore(path("copy"), path("restored.db"));
      const restored = await open(path("restored.db"));
      const page = await restored.send(`${ALL}?limit=1000`, { token: await tokenOf(restored, "c") });
      const names = valuesOf(page, "name");
      expect(names).toContain("before");
      expect(names).not.toContain("after");
      const trail = await AuditTrail.open(sqliteStorage(path("restored.db")), { now: Date.now });
      const uris: unknown[] = [];
      for await (const row of readRows(trail.entries)) uris.push(row["resourceUri"]);
      for (const { id } of page.json.items as readonly { readonly id: string }[])
        expect(uris).toContain(`${ALL}/${id}`);
      await restored.close();
    });
  });

  it("can be read only by its owner, and leaves no other file", async () => {
    await withFolder(async (path) => {
      const platform = await open(path("platform.db"));
      await backUp(path("platform.db"), path("copy"));
      await platform.close();
      expect(statSync(path("copy")).mode & 0o777).toBe(0o600);
      await restore(path("copy"), path("restored.db"));
      expect(statSync(path("restored.db")).mode & 0o777).toBe(0o600);
      expect(readdirSync(path(".")).filter((name) => /^(?:copy|restored)/.test(name))).toEqual([
        "copy",
        "restored.db",
      ]);
    });
  });

  it("never replaces a file", async () => {
    await withFolder(async (path) => {
      await writeDatabase(path("platform.db"));
      writeFileSync(path("copy"), "mine");
      await expect(backUp(path("platform.db"), path("copy"))).rejects.toThrow("exists");
      expect(readFileSync(path("copy"), "utf8")).toBe("mine");
      await expect(backUp(path("none.db"), path("other"))).rejects.toThrow("There is no database");
      expect(existsSync(path("none.db"))).toBe(false);
    });
  });
});

describe("a restoration", () => {
  it("refuses files that are no intact backup", async () => {
    await withFolder(async (path) => {
      await writeDatabase(path("platform.db"));
      await backUp(path("platform.db"), path("copy"));
      const bytes = readFileSync(path("copy"));
      writeFileSync(path("cut"), bytes.subarray(0, bytes.length / 2));
      writeFileSync(path("text"), "no database\n".repeat(1_000));
      writeFileSync(path("empty"), "");
      const other = new DatabaseSync(path("other"));
      other.exec("CREATE TABLE t (a)");
      other.close();
      for (const file of ["cut", "text", "empty", "other"]) {
        await expect(restore(path(file), path("restored.db")), file).rejects.toThrow(/damaged|no database/);
        expect(existsSync(path("restored.db"))).toBe(false);
      }
      await expect(restore(path("none"), path("restored.db"))).rejects.toThrow("There is no file");
    });
  });

  it("never replaces a database or the log of one", async () => {
    await withFolder(async (path) => {
      await writeDatabase(path("platform.db"));
      await backUp(path("platform.db"), path("copy"));
      await expect(restore(path("copy"), path("platform.db"))).rejects.toThrow("exists");
      writeFileSync(path("gone.db-wal"), "");
      await expect(restore(path("copy"), path("gone.db"))).rejects.toThrow("gone.db-wal exists");
    });
  });
});

describe("the commands", () => {
  it.each([
    [["backup"], "backup takes the name of one file"],
    [["backup", "a", "b"], "backup takes the name of one file"],
    [["dump", "a"], "The commands are backup and restore, got dump"],
    [["restore", "a", "--database", "postgres://localhost/x"], "pg_dump and pg_restore"],
    [["backup", "a", "--database", ":memory:"], "is for SQLite files"],
  ])("%j is refused", (args, message) => {
    expect(readConfiguration(args)).toEqual({ kind: "error", message: expect.stringContaining(message) });
  });

  it.skipIf(!isBuilt)("print what they did, and end with 1 if they fail", async () => {
    await withFolder(async (path) => {
      await writeDatabase(path("platform.db"));
      const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
      const run = (...args: string[]) => {
        const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: "utf8" });
        return { status, stdout, stderr: stderr.replaceAll(path("."), "") };
      };
      const args = ["backup", path("copy"), "--database", path("platform.db")];
      expect(run(...args)).toMatchObject({ status: 0, stdout: `backed up to ${path("copy")}\n` });
      expect(run(...args)).toMatchObject({ status: 1, stderr: expect.stringContaining("exists") });
      expect(run("restore", path("copy"), "--database", path("new.db"))).toMatchObject({ status: 0 });
      const missing = run("backup", path("no/folder/copy"), "--database", path("platform.db"));
      expect([missing.status, missing.stderr.split("\n").length]).toEqual([1, 2]);
    });
  });
});
