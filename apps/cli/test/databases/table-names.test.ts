import { execFileSync } from "node:child_process";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { findDatabase } from "../../src/databases/database-address.ts";
import { findSavedCollection } from "../../src/memory/find-saved-collection.ts";
import { duckdbFile, sqliteFile } from "./database-files.ts";
import { folder } from "../files.ts";
import { failure, output } from "../outcomes.ts";

const TABLES = `CREATE TABLE "Orders" (id INTEGER PRIMARY KEY); CREATE TABLE "a.b.c" (id INTEGER PRIMARY KEY);
  INSERT INTO "Orders" VALUES (1); INSERT INTO "a.b.c" VALUES (2)`;

const file = folder();
const root = dirname(file("readme.txt", ""));

describe.each([
  { name: "SQLite", create: () => sqliteFile(join(root, "names.db"), TABLES) },
  { name: "DuckDB", create: () => duckdbFile(join(root, "names.duckdb"), TABLES) },
])("--table for $name", ({ create }) => {
  it("finds a table in any letter case, and with its schema", async () => {
    const path = await create();
    for (const [table, id] of [
      ["Orders", 1],
      ["oRDERS", 1],
      ["main.orders", 1],
      ["MAIN.Orders", 1],
      ["a.b.c", 2],
      ["A.B.C", 2],
      ["main.a.B.c", 2],
    ] as const)
      expect(await output(["query", path, "--table", table])).toBe(`{"id":${id}}\n`);
    for (const table of ["Order", "other.orders", "b.c", ".Orders", "Orders.", ""])
      expect(await failure(2, ["query", path, "--table", table])).toContain(`has no table '${table}'.`);
  });
});

describe("a named pipe", () => {
  it("is not opened to detect its format, because that would end its writer", async () => {
    const pipe = join(root, "rows.ndjson");
    execFileSync("mkfifo", [pipe]);
    // Opening a pipe waits for a writer. This one comes too late for a program that never opens it.
    const writer = new Promise<void>((resolve, reject) => {
      setTimeout(() => {
        open(pipe, constants.O_RDWR)
          .then((handle) => handle.close())
          .then(resolve, reject);
      }, 200);
    });
    let hasWriter = false;
    void writer.then(() => (hasWriter = true));
    expect(findDatabase([pipe])).toBeUndefined();
    expect(findSavedCollection([pipe])).toBeUndefined();
    expect(hasWriter).toBe(false);
    await writer;
  });
});
