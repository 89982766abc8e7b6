import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { fromNodeSqlite } from "../../../../src/engine/databases/adapters/sqlite/node-sqlite.ts";
import { findTable } from "../../../../src/engine/databases/introspect/find-table.ts";
import type { Catalog } from "../../../../src/catalog/types.ts";
import { insertRows, sqliteFile } from "./database-files.ts";
import { folder, lines } from "../files.ts";
import { tamis } from "../run-command.ts";

/** The same strings in a CSV file, an NDJSON file and a TEXT column of SQLite. */

const file = folder();

const DATE_TIMES = [
  ...["2024-05-01 10:00:00", "2024-05-01 10:00", "2024-05-01T10:00", "2024-05-01 10:00:00.123456789"],
  ...["2024-05-01 12:00:00 +02:00", "2024-05-01 12:00+02", "2024-05-01 10:00:00 Z", "2024-04-30 24:00:00"],
];

interface Sources {
  readonly csv: string;
  readonly ndjson: string;
  readonly sqlite: string;
}

let folders = 0;

/** Writes the strings as the member `v`, with a key. */
function written(strings: readonly string[]): Sources {
  const rows = strings.map((v, i) => ({ id: i + 1, v }));
  const name = (ending: string) => `${folders}/t.${ending}`;
  folders++;
  return {
    csv: file(name("csv"), `id,v\n${rows.map(({ id, v }) => `${id},${v}\n`).join("")}`),
    ndjson: file(name("ndjson"), lines(rows)),
    sqlite: sqliteFile(
      file(name("db"), ""),
      `CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT); ${insertRows("t", rows)}`,
    ),
  };
}

const inferred = async (path: string) => {
  const { code, out } = await tamis(["catalog", "infer", path]);
  expect(code).toBe(0);
  return (JSON.parse(out) as Catalog["definition"]).members["v"];
};

const typeOf = (member: unknown) =>
  typeof member === "string" ? member : (member as { readonly type: string }).type;

describe("dates and times in CSV, NDJSON and SQLite", () => {
  it.each<[string, readonly string[], string?, string?]>([
    ["dateTime", DATE_TIMES],
    ["date", ["2024-05-01", "2024-02-29"]],
    ["time", ["10:00", "12:00:00.5 +02:00", "12:00+02"]],
    // More strings of files are read as dates and times.
    ["string", ["2024-05-01 10:00:00", "2024-05-01"], "dateTime"],
    ["string", ["2024-05-01 10:00:00", "soon"]],
    ["string", ["2024-02-30 10:00:00"]],
    ["string", ["2024-05-01 10:00:00 UTC"], "dateTime", "dateTime"],
  ])("are inferred as %s alike: %j", async (type, strings, inCsv = type, inJson = type) => {
    const { csv, ndjson, sqlite } = written(strings);
    const database = new DatabaseSync(sqlite, { readOnly: true });
    const { catalog } = await findTable(fromNodeSqlite(database), "t");
    database.close();
    expect({
      csv: typeOf(await inferred(csv)),
      ndjson: typeOf(await inferred(ndjson)),
      sqlite: catalog.members.byName.get("v")!.type,
    }).toEqual({ csv: inCsv, ndjson: inJson, sqlite: type });
  });

  it.each([
    ["eq(v,2024-05-01T10:00:00Z)", [1, 2, 3, 5, 6, 7]],
    ["gt(v,2024-05-01T10:00:00Z)", [4]],
    ["le(v,2024-05-01)", [8]],
    ["isNull(v)", []],
  ] as const)("are selected alike by %s", async (filter, expected) => {
    const { csv, ndjson, sqlite } = written(DATE_TIMES);
    const catalog = file("t.catalog.json", (await tamis(["catalog", "infer", ndjson])).out);
    for (const source of [csv, ndjson, sqlite].flatMap((path) => [[path], [path, "--catalog", catalog]])) {
      const args = ["query", ...source, "-f", filter, "-s", "id", "--select", "id", "-o", "csv"];
      const out = ["id", ...expected].map((line) => `${line}\n`).join("");
      expect([source, await tamis(args)]).toEqual([source, { code: 0, err: "", out }]);
    }
  });

  it("are ordered alike", async () => {
    const { csv, ndjson, sqlite } = written(DATE_TIMES);
    const catalog = file("ordered.catalog.json", (await tamis(["catalog", "infer", ndjson])).out);
    for (const source of [[csv, "-c", catalog], [ndjson, "-c", catalog], [sqlite]]) {
      const { out } = await tamis(["query", ...source, "-s", "v,id", "--select", "id", "-o", "csv"]);
      expect([source, out.trim().split("\n").join()]).toEqual([source, "id,8,1,2,3,5,6,7,4"]);
    }
  });
});
