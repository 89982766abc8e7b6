import { join } from "node:path";
import { defineCatalog } from "tamis";
import { FUNCTIONS } from "tamis/functions";
import { describe, expect, it } from "vitest";
import { completeLine, folderLength, type LineContext } from "../../src/shell/completion/complete-line.ts";
import { SHELL_COMMANDS } from "../../src/shell/commands/list.ts";
import { ROOT } from "../files.ts";

const catalog = defineCatalog({
  name: "reports",
  members: {
    id: "integer",
    name: "string",
    nameOfOwner: "string",
    state: { type: "string", enum: ["open", "done", "it's over"] },
    enabled: "boolean",
    size: "number",
    created: "dateTime",
    day: "date",
    tags: { type: "list", items: "string" },
    owner: { type: "object", members: { city: "string", age: "integer" } },
    properties: { type: "map", values: "string" },
    secret: { type: "string", filterable: false },
    blob: { type: "string", sortable: false },
  },
});

const VALUES = ["Paris", "Parma", "O'Fallon", 'the "Hague"', "São Paulo"];
const context: LineContext = {
  catalog,
  commands: SHELL_COMMANDS,
  values: (member, prefix) =>
    member === "name" || member === "tags" || member === "owner.city"
      ? VALUES.filter((value) => value.startsWith(prefix))
      : [],
};

/** Returns the suggestions at the cursor `|`. */
function items(line: string): readonly string[] {
  return completeLine(line.slice(0, line.indexOf("|")), context).items;
}

/** Returns the line after its only completion. */
function completed(line: string): string {
  const before = line.slice(0, line.indexOf("|"));
  const { start, items: all } = completeLine(before, context);
  expect(all).toHaveLength(1);
  return before.slice(0, start) + all[0]!;
}

describe("completion of a filter", () => {
  it.each([
    ["ena|", "enabled"],
    ["conta|", "contains("],
    ["  conta|", "  contains("],
    ["eq(crea|", "eq(created"],
    ["and(eq(id,1),conta|", "and(eq(id,1),contains("],
    ["and( eq( id , 1 ) , conta|", "and( eq( id , 1 ) , contains("],
    ["eq($pri|", "eq($primary,"],
    ["contains($q|", "contains($quaternary,"],
    ["eq(owner.c|", "eq(owner.city"],
    ["eq(name,'Pari|", "eq(name,'Paris'"],
    ["eq($primary,name,'Pari|", "eq($primary,name,'Paris'"],
    ["not(and(in(id,1),in(name,'x','Pari|", "not(and(in(id,1),in(name,'x','Paris'"],
    ["eq(name,'O|", "eq(name,'O''Fallon'"],
    ["eq(name,'O''F|", "eq(name,'O''Fallon'"],
    ['eq(name,"the |', 'eq(name,"the ""Hague"""'],
    ["eq(name,'São |", "eq(name,'São Paulo'"],
    ["contains(tags,'Pari|", "contains(tags,'Paris'"],
    ["eq(owner.city,'Pari|", "eq(owner.city,'Paris'"],
    ["eq(state,'it|", "eq(state,'it''s over'"],
    ["eq(enabled,tr|", "eq(enabled,true"],
    ["gt(size,len|", "gt(size,length("],
    ["match(prop|", "match(properties"],
    ["startsWith(upC|", "startsWith(upCase("],
  ])("%s", (line, expected) => {
    expect(completed(line)).toBe(expected);
  });

  it("suggests members, which conditions begin with, and conditions where a condition is expected", () => {
    const all = FUNCTIONS.filter(({ result }) => result === "boolean").map(({ name }) => `${name}(`);
    const isFunction = (item: string) => item.endsWith("(");
    expect(items("|").filter(isFunction)).toEqual(all);
    const members = items("|").filter((item) => !isFunction(item));
    expect(members).toEqual(expect.arrayContaining(["enabled", "owner.age", "size"]));
    expect(items("|").slice(0, members.length)).toEqual(members);
    expect(items("and(|")).toEqual(items("|"));
    expect(items("or(enabled,not(|")).toEqual(items("|"));
  });

  it("suggests members and values that are comparable with the other argument", () => {
    expect(items("eq(size,|").slice(0, 3)).toEqual(["0", "id", "owner.age"]);
    expect(items("eq(day,|")[1]).toBe("created");
    expect(items("eq(state,|").slice(0, 3)).toEqual(["'open'", "'done'", "'it''s over'"]);
    expect(items("eq(name,|")).toContain("'O''Fallon'");
    expect(items("lt(id,size,|")).toContain("id");
    expect(items("eq($primary,nam|")).toEqual(["name", "nameOfOwner"]);
    expect(items("eq(size,'|")).toEqual([]);
    expect(items("match(name,'|")).toEqual([]);
  });

  it("suggests a strength only as the first argument of functions that accept one", () => {
    expect(items("eq(|").filter((item) => item.startsWith("$"))).toHaveLength(5);
    expect(items("eq($primary,|").some((item) => item.startsWith("$"))).toBe(false);
    expect(items("eq(name,$|")).toEqual([]);
    expect(items("match($|")).toEqual([]);
    expect(items("and($|")).toEqual([]);
  });

  it("omits members that are not filterable", () => {
    for (const line of ["|", "eq(|", "isNull(|", "secr|", ".facets |", ".sort |", "filter=isNull(|", "|"])
      expect(items(line).some((item) => item.includes("secret"))).toBe(false);
  });

  it("suggests nothing where nothing fits, and never throws", () => {
    for (const line of [
      "eq(id,1|",
      "eq(id,1)|",
      "zzz|",
      "'|",
      "eq(zzz,'|",
      ")|",
      "((((|",
      "eq(name,,,|",
      "nosuch(|x",
    ])
      expect(items(line)).toBeInstanceOf(Array);
    expect(items("eq(id,12|")).toEqual([]);
    expect(items(`${"and(".repeat(300)}|`)).toEqual([]);
    expect(items(`eq(name,'${"x".repeat(70_000)}|`)).toEqual([]);
  });

  it("replaces only the word at the cursor", () => {
    for (const line of ["eq(na|", "and(eq(id,1),ena|", "  not( ena|", "in(name,'Par|"]) {
      const before = line.slice(0, -1);
      const { start, items: all } = completeLine(before, context);
      expect(all.length).toBeGreaterThan(0);
      for (const item of all) expect(item.startsWith(before.slice(start))).toBe(true);
    }
  });
});

describe("completion of a command", () => {
  it.each([
    [".fac|", ".facets "],
    [".prev|", ".previous"],
    [".facets crea|", ".facets created"],
    [".minmax owner.a|", ".minmax owner.age"],
    [".select id,ena|", ".select id,enabled"],
    [".output nd|", ".output ndjson"],
    [".strict of|", ".strict off"],
    [".functions starts|", ".functions startsWith"],
    [".help fac|", ".help facets"],
    [".count conta|", ".count contains("],
    [".count eq(name,'Pari|", ".count eq(name,'Paris'"],
    [".sort crea|", ".sort created"],
    [".sort created:de|", ".sort created:descending"],
    [".sort created:descending:pri|", ".sort created:descending:primary"],
    [".sort created:descending,ena|", ".sort created:descending,enabled"],
    [".sort eq(name,'Pari|", ".sort eq(name,'Paris'"],
    [".sort eq(name,'a'):de|", ".sort eq(name,'a'):descending"],
  ])("%s", (line, expected) => {
    expect(completed(line)).toBe(expected);
  });

  it("suggests only the missing options of a sort key", () => {
    const strengths = ["primary", "secondary", "tertiary", "quaternary", "identical"];
    expect(items(".sort name:|")).toEqual(["ascending", "descending", ...strengths]);
    expect(items(".sort name:primary:|")).toEqual(["ascending", "descending"]);
    expect(items(".sort b|")).toEqual(["blank("]);
  });

  it("suggests files, and nothing for unknown commands", () => {
    expect(items(`.write ${join(ROOT, "examples/da")}|`)).toEqual(["data/"]);
    expect(items(`.write ${join(ROOT, "examples/data/pla")}|`)).toEqual(["places.ndjson"]);
    expect(items(`.write --force ${join(ROOT, "examples/data/pla")}|`)).toEqual(["places.ndjson"]);
    for (const line of [".write /nosuch/|", ".nosuch |", ".limit |", ".next |"])
      expect([line, items(line)]).toEqual([line, []]);
  });

  it("suggests every command", () => {
    expect(items(".|").map((item) => item.trim())).toEqual(SHELL_COMMANDS.map(({ name }) => `.${name}`));
  });
});

describe("completion of a query", () => {
  it.each([
    ["filter=conta|", "filter=contains("],
    ["?filter=eq(name,'Pari|", "?filter=eq(name,'Paris'"],
    ["/reports?limit=5&sortBy=crea|", "/reports?limit=5&sortBy=created"],
    ["https://example.com/reports?sortB|", "https://example.com/reports?sortBy="],
    ["limit=5&ena|", "limit=5&enabled="],
  ])("%s", (line, expected) => {
    expect(completed(line)).toBe(expected);
  });

  it("does not complete values with percent-encoding", () => {
    expect(items("filter=eq(name,%27Par|")).toEqual([]);
  });
});

describe("the folder of a path", () => {
  it("ends at the last separator of the system", () => {
    expect(folderLength("data/a.csv", "linux")).toBe(5);
    expect(folderLength("data\\a.csv", "linux")).toBe(0);
    expect(folderLength("data\\a.csv", "win32")).toBe(5);
    expect(folderLength("C:\\data/b\\a.csv", "win32")).toBe(10);
    expect(folderLength("a.csv", "win32")).toBe(0);
  });
});
