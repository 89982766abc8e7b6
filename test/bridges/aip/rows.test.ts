import { describe, expect, it } from "vitest";
import { defineCatalog, print } from "tamis";
import { aipBridge } from "tamis/bridges/aip";
import { countOf } from "../../effort.ts";
import {
  DAYS,
  INSTANTS,
  NUMBERS,
  Random,
  randomRows,
  SEED,
  STRINGS,
  withoutNullElements,
} from "../random.ts";
import { exportsKeepRows, importsKeepRows } from "../same-rows.ts";
import { readAip } from "./evaluate.ts";

const COUNT = countOf("bridges/aip/rows: count");
/** The counts of a proof take minutes. */
const PROOF = { timeout: 3_600_000 };
const ROWS = withoutNullElements(randomRows(new Random(SEED), 60));

const aipIds = (text: string) => {
  const keeps = readAip(text);
  return ROWS.filter((row) => keeps(row)).map(({ id }) => id);
};

describe("filters of AIP-160", () => {
  it(`keep the rows of random filters, or the report names the difference (seed ${SEED})`, PROOF, () =>
    exportsKeepRows(aipBridge, ROWS, aipIds, COUNT, COUNT / 10),
  );

  it(`keep the rows of their translation, or the report names the difference (seed ${SEED})`, PROOF, () =>
    importsKeepRows(aipBridge, ROWS, aipIds, COUNT, COUNT / 4, (random) => randomAip(random, 3)),
  );
});

describe("the catalog", () => {
  const catalog = defineCatalog({
    name: "things",
    members: {
      id: { type: "integer", nullable: false },
      name: "string",
      labels: { type: "map", values: "string" },
      owner: { type: "object", members: { name: "string" } },
      tags: { type: "list", items: "string" },
      day: "date",
    },
    key: "id",
  });
  const importOf = (filter: string) => {
    const found = aipBridge.importQuery({ filter }, { catalog });
    return [found.filter && print(found.filter), found.report.map(({ code }) => code)];
  };

  it.each([
    ["labels:env", "not(isNull(labels.env))", []],
    ["labels.env:*", "not(isNull(labels.env))", []],
    ["labels.env:prod", "eq(labels.env,'prod')", []],
    ["owner:name", "not(isNull(owner.name))", []],
    ["tags:new", "eq(tags,'new')", []],
    ["tags:*", "gt(length(tags),0)", []],
    ["tags:(new OR old)", "or(eq(tags,'new'),eq(tags,'old'))", []],
    ["tags = new", "true", ["list-logic"]],
    ["name = 42", "eq(name,'42')", []],
    ["name = true", "eq(name,'true')", []],
    ['id = "42"', "eq(id,42)", []],
    ["id != 42", "ne(id,42)", []],
    ["id = foo", "true", ["type-conversion"]],
    ['day >= "2020-01-01"', "ge(day,2020-01-01)", []],
    ["name:*", "not(isNull(name))", ["null-logic"]],
  ] as const)("decides the meaning of %s", (text, tree, codes) => {
    expect(importOf(text)).toEqual([tree, codes]);
  });

  it("reports a string that is a pattern in AIP-160", () => {
    const found = aipBridge.importQuery({ filter: 'name < "a*"' }, { catalog });
    expect(print(found.filter!)).toBe("lt(name,'a*')");
    const parsed = aipBridge.importQuery({ filter: 'name = "**a"' }, { catalog });
    expect(aipBridge.exportQuery({ filter: parsed.filter }, { catalog }).report[0]?.code).toBe(
      "unsupported-value",
    );
  });
});

const KINDS: readonly (readonly [
  names: readonly string[],
  comparators: readonly string[],
  values: readonly string[],
])[] = [
  [["name", "code"], ["=", "!=", ":", "<", "<=", ">", ">="], STRINGS.map((each) => quoted(each))],
  [
    ["name", "code"],
    ["=", "!=", ":"],
    ['"a*"', '"*b"', '"*b*"', '"*"', "a*", "abc", "true", "1"],
  ],
  [["size", "total", "id"], ["=", "!=", "<", "<=", ">", ">="], NUMBERS.map(String)],
  [["enabled"], ["=", "!="], ["true", "false"]],
  [["day"], ["=", "!=", "<", ">="], DAYS.map((each) => quoted(each))],
  [["at"], ["=", "!=", "<", ">="], INSTANTS.map((each) => quoted(each))],
  [["tags"], [":"], [...STRINGS.map((each) => quoted(each)), "*", "a", '"a*"']],
  [["name", "size", "at", "enabled"], ["=", "!="], ["null"]],
];

function quoted(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, "\\$&")}"`;
}

function randomAip(random: Random, depth: number): string {
  if (depth === 0 || random.chance(35)) {
    const [names, comparators, values] = random.pick(KINDS);
    const space = random.pick(["", " "]);
    return `${random.pick(names)}${space}${random.pick(comparators)}${space}${random.pick(values)}`;
  }
  const inner = () => (random.chance(50) ? `(${randomAip(random, depth - 1)})` : randomAip(random, 0));
  if (random.chance(25)) return `${random.pick(["NOT ", "-"])}${inner()}`;
  let text = inner();
  for (let i = random.below(3); i >= 0; i--) text += random.pick([" AND ", " OR ", " "]) + inner();
  return text;
}
