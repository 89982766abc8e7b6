import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { fromNodeSqlite } from "tamis/databases";
import { DIALECTS } from "tamis/sql";
import { folder } from "../files.ts";
import { failure, output } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

const file = folder();
const DIALECT_NAMES = DIALECTS.map(({ name }) => name);
const catalog = file(
  "things.json",
  JSON.stringify({
    name: "things",
    members: { id: { type: "integer", nullable: false }, name: "string", size: "number" },
    key: "id",
  }),
);

describe("tamis sql", () => {
  it.each(DIALECT_NAMES)("prints the statement for %s with its parameters", async (dialect) => {
    const out = await output([
      ...["sql", "-d", dialect, "-c", catalog, "-t", "shop.things"],
      ...["-f", "and(gt(size,10),eq(name,'O''Brien'))", "-s", "size:descending", "-n", "5"],
    ]);
    expect(out).toMatch(
      /^The database alone executes the query\.\npage\n {2}SELECT .* FROM .shop.\..things. AS t WHERE /,
    );
    expect(out).toContain(`text "O'Brien"`);
    expect(out).not.toMatch(/WHERE.*O'/);
  });

  it("prints the plan as JSON, with the reasons for evaluation in memory", async () => {
    const out = await output(["sql", "-d", "mariadb", "-c", catalog, "--json", "-f", "eq(upCase(name),'É')"]);
    expect(JSON.parse(out)).toMatchObject({
      verdict: "superset",
      filteredBy: "both",
      reasons: [{ of: "filter", node: "upCase(name)" }],
    });
  });

  it("guesses the types of members from the values they are compared with, and prints a note", async () => {
    const { code, out, err } = await tamis([
      ...["sql", "-d", "sqlite", "-t", "events"],
      ...["-f", "and(gt(at,2020-01-31),le(size,1.5),active,contains(owner.name,'x'))", "-s", "rank"],
    ]);
    expect(code).toBe(0);
    expect(err).toContain(
      "id integer, active boolean, at date, size number, owner.name string, rank string, with the key id",
    );
    expect(out).toContain('FROM "events" AS t');
  });

  it("prints statements that SQLite can run", async () => {
    const out = await output(["sql", "ddl", "-d", "sqlite", "-c", catalog]);
    const path = file("made.db", "");
    const database = new DatabaseSync(path);
    // An index on sort keys uses a function of tamis.
    await fromNodeSqlite(database).prepare({ locales: [] });
    database.exec(out);
    database.exec("INSERT INTO things (id, name, size) VALUES (1, 'a', 2.5), (2, NULL, NULL)");
    database.close();
    const outcome = await tamis(["query", path, "-f", "gt(size,1)"]);
    expect(outcome).toEqual({ code: 0, out: '{"id":1,"name":"a","size":2.5}\n', err: "" });
  });

  it.each(DIALECT_NAMES)(
    "creates a table for %s, with indexes for languages if the dialect supports them",
    async (dialect) => {
      const args = ["sql", "ddl", "-d", dialect, "-c", catalog, "-t", "stock"];
      const statements = await output([...args, "--locales", "de,sv"]);
      expect(statements).toMatch(/^CREATE [^]*stock[^]*;\n$/);
      const { out: list } = await tamis([...args, "--json", "--locales", "de,sv"]);
      expect((JSON.parse(list) as string[]).map((statement) => `${statement};\n`).join("")).toBe(statements);
    },
  );

  it.each([
    [["sql"], 2, "--dialect is missing"],
    [["sql", "-d", "oracle"], 2, "--dialect must be one of"],
    [["sql", "dll", "-d", "sqlite"], 2, "Did you mean ddl?"],
    [["sql", "ddl", "-d", "sqlite"], 2, "--catalog or --family is missing"],
    [["sql", "ddl", "-d", "sqlite", "-c", catalog, "--locales", "qqq"], 2, "--locales 'qqq'"],
    [["sql", "-d", "sqlite", "-f", "eq("], 3, "error["],
    [["sql", "-d", "sqlite", "-c", catalog, "-f", "eq(nmae,'x')"], 3, "Did you mean 'name'"],
    [["sql", "-d", "sqlite", "-c", catalog, "-t", "a..b"], 2, "--table must be a name"],
    [["sql", "-d", "sqlite", "-n", "x"], 2, "--limit must be an integer"],
  ] as const)("reports the error of %j", async (args, code, words) => {
    expect(await failure(code, args)).toContain(words);
  });
});
