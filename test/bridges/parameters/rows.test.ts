import { describe, expect, it } from "vitest";
import { print } from "tamis";
import { djangoBridge } from "tamis/bridges/django";
import { jsonApiBridge } from "tamis/bridges/jsonapi";
import { postgrestBridge } from "tamis/bridges/postgrest";
import { countOf } from "../../effort.ts";
import { CATALOG, DAYS, INSTANTS, NUMBERS, Random, randomRows, SEED, STRINGS } from "../random.ts";
import { exportsKeepRows, importsKeepRows } from "../same-rows.ts";
import { keepsRow } from "./evaluate.ts";

const count = countOf("bridges/parameters/rows: count");

it.each([
  ["jsonapi", jsonApiBridge, "filter[tags]=x"],
  ["django", djangoBridge, "tags=x"],
  ["postgrest", postgrestBridge, "tags=eq.x"],
] as const)(
  "a comparison of a list in %s is reported: servers may compare the whole list",
  (_, bridge, filter) => {
    const { report } = bridge.importQuery({ filter }, { catalog: CATALOG });
    expect(report.map(({ code }) => code)).toEqual(["list-logic"]);
  },
);

describe.each([
  ["jsonapi", jsonApiBridge],
  ["django", djangoBridge],
  ["postgrest", postgrestBridge],
] as const)("rows of %s", (name, bridge) => {
  const rows = randomRows(new Random(SEED), 40);
  const idsIn = (text: string) => rows.filter((row) => keepsRow(name, text, row)).map(({ id }) => id);

  it(`random filters of tamis keep the same rows, or the report names the difference (seed ${SEED})`, () =>
    exportsKeepRows(bridge, rows, idsIn, count, count / 20));

  it(`random parameters keep the same rows in tamis, or the report names the difference (seed ${SEED})`, () =>
    importsKeepRows(bridge, rows, idsIn, count, count / 20, (random) => randomParameters(random, name)));
});

describe("regular expressions of Django", () => {
  it("distinguish case and accents, whatever the strength of the member", () => {
    const { filter } = djangoBridge.importQuery({ filter: "label__regex=^ab" }, { catalog: CATALOG });
    expect(print(filter!)).toBe("startsWith($identical,label,'ab')");
  });
});

const KINDS: readonly (readonly [names: readonly string[], values: readonly unknown[]])[] = [
  [["name", "code"], STRINGS],
  [["size", "total"], NUMBERS],
  [["enabled"], [true, false]],
  [["day"], DAYS],
  [["at"], INSTANTS],
];
const OPERATORS = {
  jsonapi: ["eq", "ne", "gt", "gte", "lt", "lte", "in", "nin", "null"],
  django: ["exact", "gt", "gte", "lt", "lte", "in", "isnull"],
  postgrest: ["eq", "neq", "gt", "gte", "lt", "lte", "in", "is"],
} as const;
const SEARCHES = {
  jsonapi: ["contains", "startswith", "endswith"],
  django: ["contains", "icontains", "startswith", "endswith", "iexact"],
  postgrest: ["like", "ilike"],
} as const;

/** Random parameters with values that need escapes. */
function randomParameters(random: Random, language: keyof typeof OPERATORS): string {
  const parameters = Array.from({ length: 1 + random.below(3) }, () => {
    if (language === "postgrest" && random.chance(40))
      return logic(random, 2).replace(/(?<=^(?:not\.)?(?:and|or))\(/, "=(");
    const [name, operator, value] = randomTest(random, language);
    if (language === "jsonapi")
      return `${encodeURIComponent(`filter[${name}][${operator}]`)}=${encodeURIComponent(value)}`;
    if (language === "django") return `${name}__${operator}=${encodeURIComponent(value)}`;
    return `${name}=${random.chance(20) ? "not." : ""}${operator}.${encodeURIComponent(value)}`;
  });
  return parameters.join("&");
}

function randomTest(random: Random, language: keyof typeof OPERATORS): readonly [string, string, string] {
  const [names, values] = random.pick(KINDS);
  const isString = values === STRINGS;
  const operator =
    isString && random.chance(40) ? random.pick(SEARCHES[language]) : random.pick(OPERATORS[language]);
  const isOrdered = /^[gl]te?$/.test(operator);
  const usual = isOrdered && names[0] === "enabled" ? "eq" : operator;
  const safe = usual === "eq" && language === "django" ? "exact" : usual;
  const value = () => String(random.pick(values));
  if (safe === "null" || safe === "isnull") return [random.pick(names), safe, random.pick(["true", "false"])];
  if (safe === "is") return [random.pick(names), safe, "null"];
  if (safe === "in" || safe === "nin") {
    const items = Array.from({ length: 1 + random.below(3) }, value);
    const isQuoted = language === "postgrest";
    const list = isQuoted ? items.map(quoted) : items.filter((each) => !each.includes(","));
    const joined = list.join(",");
    return [random.pick(names), safe, isQuoted ? `(${joined})` : joined || value().replaceAll(",", "")];
  }
  return [random.pick(names), safe, value()];
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** A condition of PostgREST with `and` and `or`. */
function logic(random: Random, depth: number): string {
  const parts = Array.from({ length: 2 }, () => {
    if (depth > 0 && random.chance(40)) return logic(random, depth - 1);
    const [name, operator, value] = randomTest(random, "postgrest");
    const written = operator === "in" || operator === "is" ? value : quoted(value);
    return `${name}.${random.chance(20) ? "not." : ""}${operator}.${encodeURIComponent(written)}`;
  });
  return `${random.chance(20) ? "not." : ""}${random.pick(["and", "or"])}(${parts.join(",")})`;
}
