import { expect, it } from "vitest";
import { sqliteFile } from "../databases/database-files.ts";
import { folder } from "../files.ts";
import { tamis } from "../run-command.ts";

const file = folder();

/** Columns that JavaScript would move to the front, in other orders than theirs. */
const COLUMNS = ["Country Name", "1961", "code", "1960"];
const ROW = '{"Country Name":"Aruba","1961":55,"code":"ABW","1960":54}';
const SOURCES = {
  "t.csv": "Country Name,1961,code,1960\nAruba,55,ABW,54\n",
  "t.tsv": "Country Name\t1961\tcode\t1960\nAruba\t55\tABW\t54\n",
  "t.ndjson": `${ROW}\n`,
  "t.json": `[${ROW}]`,
};

function sqlite(): string {
  const path = file("t.sqlite", "");
  return sqliteFile(
    path,
    `CREATE TABLE t ("Country Name" TEXT PRIMARY KEY NOT NULL, "1961" INT, code TEXT, "1960" INT);
    INSERT INTO t VALUES ('Aruba', 55, 'ABW', 54)`,
  );
}

async function saved(name: keyof typeof SOURCES): Promise<string> {
  const path = file(`saved-${name}.tamis`, "");
  const { code, err } = await tamis(["save", file(name, SOURCES[name]), "-o", path, "--force"]);
  expect({ code, err }).toMatchObject({ code: 0 });
  return path;
}

it.each([
  ...Object.entries(SOURCES).map(([name, text]) => [name, () => file(name, text)] as const),
  ["rows saved from CSV", () => saved("t.csv")] as const,
  ["rows saved from NDJSON", () => saved("t.ndjson")] as const,
  ["a table of SQLite", sqlite] as const,
])("columns of %s whose names are whole numbers keep their place", async (_name, open) => {
  const path = await open();
  const query = async (...args: string[]) => (await tamis(["query", path, ...args])).out;
  for (const args of [[], ["--sortBy", "code"], ["--filter", "eq(_1960,54)"]]) {
    expect(await query("-o", "ndjson", ...args)).toBe(`${ROW}\n`);
    expect(await query("-o", "json", ...args)).toBe(`[\n${ROW}\n]\n`);
    expect(await query("-o", "csv", ...args)).toBe(`${COLUMNS.join()}\nAruba,55,ABW,54\n`);
    expect((await query("-o", "table", ...args)).split("\n")[0]!.split(/ {2,}/)).toEqual(COLUMNS);
  }
  expect(await query("-o", "ndjson", "--select", "code,_1960")).toBe('{"code":"ABW","1960":54}\n');
  expect((await tamis(["shell", path, "-o", "csv"], { stdin: "eq(_1960,54)\n" })).out).toContain(
    COLUMNS.join(),
  );
});

it("names inside objects keep their place, also in selections", async () => {
  const row = '{"b":{"z":1,"7":[{"y":null,"3":9007199254740993}]},"a":1}';
  const { out } = await tamis(["query", file("nested.ndjson", `${row}\n`), "-o", "ndjson", "--select", "b"]);
  expect(out).toBe('{"b":{"z":1,"7":[{"y":null,"3":9007199254740993}]}}\n');
});
