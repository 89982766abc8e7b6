import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { check } from "../../src/checker/check.ts";
import { defineFunction } from "../../src/functions/factories/define-function.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { compileSql } from "../../src/sql/compile/compile-sql.ts";
import { assumedDialect, DIALECTS } from "../../src/sql/dialects/list.ts";

const catalog = defineCatalog({ name: "things", key: "id", members: { id: "integer", name: "string" } });
const functions = [
  defineFunction({ name: "begins", summary: "Starts.", role: { kind: "search", search: "startsWith" } }),
  defineFunction({
    name: "mentions",
    summary: "Contains, ignoring case and accents.",
    role: { kind: "search", search: "contains", strength: "primary" },
  }),
];

describe.each(DIALECTS.map(({ name }) => name))("a search function of a service in %s", (name) => {
  const compiled = (text: string) => {
    const { filter } = check(parseFilter(text).expression!, catalog, { functions });
    const { where, verdict } = compileSql(
      { filter: filter!, limit: 10 },
      { catalog, table: { table: "things" }, dialect: assumedDialect(name), locale: "de" },
    );
    return { where, verdict };
  };

  it.each([
    ["begins(name,'a')", "startsWith(name,'a')"],
    ["not(begins(name,'a'))", "not(startsWith(name,'a'))"],
    ["begins($secondary,name,'a')", "startsWith($secondary,name,'a')"],
    ["mentions(name,'a')", "contains($primary,name,'a')"],
  ])("%s compiles to the SQL of %s", (service, builtIn) => {
    expect(compiled(service)).toEqual(compiled(builtIn));
  });
});
