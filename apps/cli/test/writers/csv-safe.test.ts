import { expect, it } from "vitest";
import { parse } from "csv-parse/sync";
import { folder, lines } from "../files.ts";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { tamis } from "../run-command.ts";

const file = folder();
const FORMULAS = [
  ...["=1+1", "+1+1", "-1+1", "@SUM(1)", "\t=1+1", "\r=1+1", "\n=1+1", "  =1+1", "＝1+1", "-", "+49 30 1"],
  ...["--5", "-5;=1+1", '=HYPERLINK("http://example.com","x")', "=cmd|' /C calc'!A0"],
];
const HARMLESS = ["a=1", "5", "-5", "-0.25", "-1e-7", "1-1", "", "a@b", "'", "[1]"];

/** Returns the cells of the first column, without the header. */
function cellsOf(text: string, delimiter: string): string[] {
  return parse(text, { delimiter, relax_column_count: false })
    .slice(1)
    .map(([first]) => first!);
}

it.each([
  ["csv", ","],
  ["tsv", "\t"],
])("with --csv-safe, no cell of %s is a formula", async (format, delimiter) => {
  const rows = [...FORMULAS, ...HARMLESS].map((text) => ({ text, other: 1 }));
  const path = file("rows.ndjson", lines(rows));
  const { code, out } = await tamis(["query", path, "-o", format, "--csv-safe"]);
  expect(code).toBe(0);
  expect(cellsOf(out, delimiter)).toEqual([...FORMULAS.map((text) => `'${text}`), ...HARMLESS]);
  const exact = await tamis(["query", path, "-o", format]);
  expect(cellsOf(exact.out, delimiter)).toEqual([...FORMULAS, ...HARMLESS]);
});

it("with --csv-safe, negative numbers stay numbers, and column names are guarded", async () => {
  const rows = [{ "=1+1": -5, b: -2.5, c: -1e-7 }, { "=1+1": "-9007199254740993" }];
  const path = file("numbers.ndjson", lines(rows));
  expect((await tamis(["query", path, "-o", "csv", "--csv-safe"])).out).toBe(
    "'=1+1,b,c\n-5,-2.5,-1e-7\n-9007199254740993,,\n",
  );
  const csv = file("numbers.csv", "=n,text\n-1.50,-x\n");
  expect((await tamis(["query", csv, "-o", "csv", "--csv-safe"])).out).toBe("'=n,text\n-1.50,'-x\n");
});

it("with --csv-safe, the shell guards the cells that it shows and writes", async () => {
  const path = file("shell.ndjson", lines([{ name: "=1+1" }]));
  const target = join(dirname(path), "written.csv");
  const { out } = await tamis(["shell", path, "-o", "csv", "--csv-safe"], {
    stdin: `true\n.facets name\n.write ${target}\n`,
  });
  expect(out).toBe("name\n'=1+1\nvalue,count\n'=1+1,1\n");
  expect(readFileSync(target, "utf8")).toBe("name\n'=1+1\n");
});

it("--csv-safe is refused for formats that have no formulas", async () => {
  const path = file("other.ndjson", lines([{ name: "=1+1" }]));
  for (const format of ["json", "ndjson", "table", "envelope"])
    expect((await tamis(["query", path, "-o", format, "--csv-safe"])).code).toBe(2);
});
