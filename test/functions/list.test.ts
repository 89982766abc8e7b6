import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileFilter } from "../../src/evaluator/compile-filter.ts";
import type { FunctionDefinition, FunctionParameter } from "../../src/functions/definition/types.ts";
import { declarationTable } from "../../src/functions/declarations.ts";
import { FUNCTIONS, functionTable } from "../../src/functions/list.ts";
import { parseFilter } from "../../src/parser/parse.ts";

/** Files of src/functions that do not define a function. */
const OTHER_FILES = ["index.ts", "list.ts", "declarations.ts"];
const folder = new URL("../../src/functions/", import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith(".ts") && !OTHER_FILES.includes(file));
const fileOf = (name: string) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;

describe("the list of functions", () => {
  it.each(files)("contains the function of src/functions/%s", async (file) => {
    const module = (await import(new URL(file, folder).href)) as Record<string, FunctionDefinition>;
    const [declared, name, ...others] = Object.keys(module).toSorted();
    expect(others, `${file} must export a declaration, a definition and nothing else`).toEqual([]);
    const definition = module[name!]!;
    expect([declared, name]).toEqual([`${definition.name}Declaration`, `${definition.name}Function`]);
    expect(file).toBe(fileOf(definition.name));
    expect(FUNCTIONS, `add ${name!} to FUNCTIONS in src/functions/list.ts`).toContain(definition);
  });

  it("contains no function without a file of its own", () => {
    expect(FUNCTIONS.map(({ name }) => fileOf(name)).sort()).toEqual([...files].sort());
  });

  it("has the same functions in the same order as the declarations", () => {
    const declared = [...declarationTable().values()];
    expect(declared.map(({ name }) => name)).toEqual(FUNCTIONS.map(({ name }) => name));
    for (const [i, declaration] of declared.entries()) {
      expect(Object.keys(declaration)).not.toContain("compile");
      expect(FUNCTIONS[i]).toMatchObject({ ...declaration });
    }
    expect(declarationTable()).toBe(declarationTable());
  });

  it("contains each name once, and no inherited name", () => {
    const table = functionTable();
    expect(table.size).toBe(FUNCTIONS.length);
    for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"])
      expect(table.get(name)).toBeUndefined();
  });

  it.each(FUNCTIONS.map((definition) => ({ ...definition })))(
    "documents $name: summary, nulls, signatures and at least four examples",
    (definition) => {
      const { name, summary, nulls, examples, signatures } = definition;
      expect(summary).toMatch(/^[A-Z].*\.$/);
      expect(nulls).toMatch(/^[A-Z].*\.$/);
      expect(signatures.length).toBeGreaterThan(0);
      expect(examples.filter(({ expression }) => expression.includes(`${name}(`)).length).toBeGreaterThan(3);
      for (const { expression } of examples)
        expect(parseFilter(expression).expression, expression).toBeDefined();
    },
  );
});

/** Arguments that are not null, by the type of the parameter. */
const ARGUMENTS: Partial<Record<FunctionParameter["type"], string>> = {
  comparable: "1",
  text: "'x'",
  searchable: "'x'",
  searchString: "'x'",
  integer: "0",
  pattern: "'.*'",
};

/** Calls of a function with the required arguments, each with one argument that is null. */
function callsWithNull({ name, role, signatures }: FunctionDefinition): string[] {
  const condition = role?.kind === "logic" && role.operation === "or" ? "false" : "true";
  return signatures.flatMap(({ parameters }) =>
    // A pattern is always a literal.
    parameters
      .filter(({ type }) => type !== "pattern")
      .map((nullParameter) => {
        const args = parameters.map((parameter) => {
          if (parameter === nullParameter) return "none";
          return parameter.type === "condition" ? condition : ARGUMENTS[parameter.type]!;
        });
        return `${name}(${args.join(",")})`;
      }),
  );
}

const LONGER_CALLS = [
  "eq(1,1,none)",
  "lt(1,2,none)",
  "in(1,none,2)",
  "matchAll('.*','x',none)",
  "matchAny('y','x',none)",
];

describe("a call with a null argument", () => {
  const keeps = (text: string, row: unknown) => compileFilter(text).predicate!(row);
  const functions = FUNCTIONS.filter(({ role }) => role?.kind !== "nullTest");
  const calls = [...functions.flatMap(callsWithNull), ...LONGER_CALLS];

  it("is tested for every function that does not test for null", () => {
    for (const { name } of functions)
      expect(
        calls.some((call) => call.startsWith(`${name}(`)),
        name,
      ).toBe(true);
  });

  it.each(calls)("is null, and neither true nor false: %s", (text) => {
    for (const row of [{}, { none: null }, { none: undefined }, { none: NaN }, { none: -Infinity }]) {
      expect(keeps(`isNull(${text})`, row)).toBe(true);
      expect(keeps(text, row)).toBe(false);
      expect(keeps(`not(${text})`, row)).toBe(false);
    }
  });

  it.each([
    ["and(none,false)", false],
    ["or(none,true)", true],
    ["in(1,none,1)", true],
    ["lt(2,1,none)", false],
    ["eq(1,2,none)", false],
    ["matchAny('x',none,'x')", true],
    ["matchAll('x',none,'y')", false],
    ["isNull(none)", true],
  ] as const)("is decided if another argument decides it: %s is %s", (text, is) => {
    expect(keeps(text, {})).toBe(is);
    expect(keeps(`not(${text})`, {})).toBe(!is);
  });
});
