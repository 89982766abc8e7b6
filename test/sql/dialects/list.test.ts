import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { assumedDialect, DIALECTS, findDialect, isDialectName } from "../../../src/sql/dialects/list.ts";
import { DATABASES } from "../../engine/databases/opened-databases.ts";
import { ENGINES } from "../engines/list.ts";
import { COMPILABLE_DIALECTS } from "./compilable-dialects.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const names = DIALECTS.map(({ name }) => name);

describe("the list of dialects", () => {
  it("contains every folder of src/sql/dialects", () => {
    const folders = readdirSync(`${root}src/sql/dialects`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== "shared")
      .map(({ name }) => name);
    expect(names.toSorted()).toEqual(folders.toSorted());
  });

  it("finds dialects by name, and nothing else", () => {
    for (const definition of DIALECTS) expect(findDialect(definition.name)).toBe(definition);
    expect(["", "mysql", "constructor"].filter(isDialectName)).toEqual([]);
  });
});

describe.each(DIALECTS)("the dialect $name", ({ name, title, takesFunctions }) => {
  it("is created under its own name", () => {
    expect(assumedDialect(name).name).toBe(name);
    expect(assumedDialect(name).capabilities.functions.size > 0).toBe(takesFunctions);
  });

  it("is compiled in the test that writes test/sql/expected", () => {
    const entries = COMPILABLE_DIALECTS.filter(([entry]) => entry.split(" ")[0] === name);
    expect(entries.length).toBeGreaterThan(0);
  });

  it("is compared with memory on a database in test/sql/engines/list.ts", () => {
    expect(ENGINES.some((engine) => engine.name.toLowerCase().startsWith(name))).toBe(true);
  });

  it("has a driver in test/engine/databases/opened-databases.ts", () => {
    expect(DATABASES.some(({ product }) => product === name)).toBe(true);
  });

  it("has adapters in a folder of src/engine/databases/adapters, exported by its index", () => {
    const folder = `src/engine/databases/adapters/${name}`;
    expect(existsSync(root + folder), `${folder} is missing`).toBe(true);
    const index = readFileSync(`${root}src/engine/databases/index.ts`, "utf8");
    expect(index).toContain(`from "./adapters/${name}/`);
  });

  it("is documented in docs/sql.md and docs/sql-verdicts.md", () => {
    for (const page of ["sql.md", "sql-verdicts.md"])
      expect(readFileSync(`${root}docs/${page}`, "utf8")).toContain(title);
  });
});
