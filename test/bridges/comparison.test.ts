import { readFileSync } from "node:fs";
import { evaluate } from "@marcbachmann/cel-js";
import { parse as parseRsql } from "@rsql/parser";
import { Query } from "mingo";
import { createFilter } from "odata-v4-inmemory";
import { expect, it } from "vitest";
import { check, compileFilter, defineCatalog, parseFilter } from "tamis";

/* The lines of the comparison in README.md, each for the libraries that it names. */

const catalog = defineCatalog({ name: "cities", members: { name: "string", size: "integer" } });
const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/** Returns whether tamis keeps a row. */
function keeps(filter: string, row: object): boolean {
  const compiled = compileFilter(filter, { catalog, locale: "en" });
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]!.message);
  return compiled.predicate(row);
}

it("README.md names the versions of the compared libraries, and has no other line", () => {
  const lines = readme.match(/(?<=^\| )[^|]+(?= \| .* \| .* \| .* \| .* \|$)/gm);
  expect(lines).toEqual([
    "two errors in one text",
    "a misspelled member",
    '"not greater than 1", of a missing value',
    "`sao` at the start of `São Paulo`",
  ]);
  for (const name of ["@rsql/parser", "odata-v4-inmemory", "mingo", "@marcbachmann/cel-js"]) {
    const manifest = new URL(`node_modules/${name}/package.json`, import.meta.url);
    const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
    expect(readme).toContain(`${name} ${version}`);
  }
});

it("two errors in one text", () => {
  const { expression } = parseFilter("and(gt(sise,1),eq(nmae,'x'))");
  const checked = check(expression!, catalog);
  expect(checked.diagnostics.map(({ span, fixes }) => [span.start, fixes.length])).toEqual([
    [7, 1],
    [18, 1],
  ]);
  expect(() => parseRsql("size=gt=;name==")).toThrow(/position 9/);
  expect(() => createFilter("size gt and name eq")).toThrow(/at 11/);
  expect(() => new Query({ size: { $gtt: 1 }, name: { $eqq: 1 } })).toThrow(/^unknown query operator \$gtt$/);
  expect(() => evaluate("size > && name ==")).toThrow(/1 \| size > && name ==\n *\^/);
});

it("a misspelled member", () => {
  const row = { name: "x" };
  const { expression } = parseFilter("eq(nmae,'x')");
  expect(check(expression!, catalog).diagnostics[0]!.message).toContain("Did you mean 'name'?");
  expect(parseRsql("nmae==x")).toBeDefined();
  expect([row].filter(createFilter("nmae eq 'x'"))).toEqual([]);
  expect(new Query({ nmae: "x" }).test(row)).toBe(false);
  expect(() => evaluate("nmae == 'x'", row)).toThrow("Unknown variable: nmae");
});

it('"not greater than 1", of a missing value', () => {
  expect(keeps("not(gt(size,1))", { size: null })).toBe(false);
  expect([{ size: null }].filter(createFilter("not (size gt 1)"))).toHaveLength(1);
  expect(new Query({ size: { $not: { $gt: 1 } } }).test({ size: null })).toBe(true);
  expect(() => evaluate("!(size > 1)", { size: null })).toThrow("no such overload");
});

it("`sao` at the start of `São Paulo`", () => {
  const row = { name: "São Paulo" };
  expect(keeps("startsWith($primary,name,'sao')", row)).toBe(true);
  expect([row].filter(createFilter("startswith(name,'sao')"))).toEqual([]);
  expect(new Query({ name: { $regex: "^sao", $options: "i" } }).test(row)).toBe(false);
  expect(evaluate("name.startsWith('sao')", row)).toBe(false);
});
