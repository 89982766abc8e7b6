import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { sqliteFile } from "../databases/database-files.ts";
import { folder } from "../files.ts";
import { tamis } from "../run-command.ts";

const file = folder();
const path = join(dirname(file("x", "")), "sales.db");
sqliteFile(
  path,
  `
  CREATE TABLE reports (id INTEGER PRIMARY KEY, name TEXT, size INTEGER) STRICT;
  INSERT INTO reports VALUES (1, 'anna', 3), (2, 'Bert', 1), (3, 'zoë', 2), (4, NULL, NULL);
  CREATE TABLE other (id INTEGER PRIMARY KEY) STRICT;
`,
);

const shell = (input: readonly string[], ...args: string[]) =>
  tamis(["shell", path, ...args], { stdin: `${input.join("\n")}\n` });

describe("a session over a database", () => {
  it("gives the same results as one over files", async () => {
    const input = [".limit 2", ".sort size:descending", "gt(size,0)", ".next", ".count", ".minmax size"];
    const options = ["--table", "reports", "--select", "id"];
    const { code, out, err } = await shell([...input, "eq($primary,name,'ZOE')"], ...options);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toBe('{"id":1}\n{"id":3}\n{"id":2}\n3\n{"min":1,"max":3}\n{"id":3}\n');
  });

  it("prints the statements for the current page and for a filter", async () => {
    const { code, out } = await shell(["eq(id,1)", ".explain", ".explain gt(size,2)"], "--table", "reports");
    expect(code).toBe(0);
    expect(out.match(/SELECT/gi)!.length).toBeGreaterThanOrEqual(2);
    expect(out).toContain('"size"');
  });

  it("reports commands that databases do not support, and a missing table", async () => {
    const { code, err } = await shell([".facets name"], "--table", "reports");
    expect({ code, err }).toEqual({
      code: 2,
      err: "tamis: line 1: .facets is not supported for databases.\n",
    });
    expect((await shell([])).err).toContain("Choose a table with --table: other, reports.");
  });
});
