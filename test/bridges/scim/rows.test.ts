import { filter as libraryFilter, parse } from "scim2-parse-filter";
import { expect, it } from "vitest";
import { scimBridge } from "tamis/bridges/scim";
import { countOf } from "../../effort.ts";
import {
  CATALOG,
  DAYS,
  INSTANTS,
  NUMBERS,
  Random,
  randomRows,
  SEED,
  STRINGS,
  withoutNullElements,
} from "../random.ts";
import { exportsKeepRows, idsOf, importsKeepRows } from "../same-rows.ts";
import { matchesScim } from "./evaluate.ts";

const count = countOf("bridges/scim/rows: count");

/** The library reads backslashes of strings in another way than JSON, and negative numbers only at the end. */
const isUnreadable = (text: string) => text.includes("\\") || /-\d+[) ]/.test(text);

const rows = withoutNullElements(randomRows(new Random(SEED), 60));

function idsInScim(text: string): readonly number[] | undefined {
  if (isUnreadable(text)) return undefined;
  const tree = parse(text);
  return rows.filter((row) => matchesScim(tree, row)).map(({ id }) => id);
}

it(`random filters of tamis keep the same rows in SCIM, or the report names the difference (seed ${SEED})`, () =>
  exportsKeepRows(scimBridge, rows, idsInScim, count, count / 20));

it(`random filters of SCIM keep the same rows in tamis, or the report names the difference (seed ${SEED})`, () =>
  importsKeepRows(scimBridge, rows, idsInScim, count, count / 20, (random) => randomScim(random)));

it(`random filters of SCIM keep the rows that scim2-parse-filter keeps, if no value is missing (seed ${SEED})`, () => {
  const random = new Random(SEED + 2);
  const names = ["code", "size", "total", "enabled", "at"];
  const whole = randomRows(random, 400).filter((row) => names.every((name) => (row[name] ?? "") !== ""));
  expect(whole.length).toBeGreaterThan(30);
  const kinds = KINDS.map(
    (kind) => [kind[0].filter((each) => names.includes(each)), kind[1], kind[2]] as const,
  );
  const known = kinds.filter(([members]) => members.length > 0);
  for (let i = 0; i < count; i++) {
    const text = randomScim(random, known);
    if (isUnreadable(text)) continue;
    const { filter } = scimBridge.importQuery({ filter: text }, { catalog: CATALOG });
    const keeps = libraryFilter(parse(text));
    const source = whole.filter((row) => keeps(row)).map(({ id }) => id);
    expect([text, idsOf(filter!, whole)]).toEqual([text, source]);
  }
});

const KINDS: readonly (readonly [
  names: readonly string[],
  operators: readonly string[],
  values: readonly unknown[],
])[] = [
  [["name", "code"], ["eq", "ne", "co", "sw", "ew", "gt", "le"], STRINGS],
  [["size", "total"], ["eq", "ne", "gt", "ge", "lt", "le"], NUMBERS],
  [["enabled"], ["eq", "ne"], [true, false]],
  [["day"], ["eq", "ne", "lt", "ge"], DAYS],
  [["at"], ["eq", "ne", "lt", "ge"], INSTANTS],
  [["tags"], ["eq", "ne"], STRINGS],
];

/** A random filter of SCIM, with operators and attributes in upper and lower case. */
function randomScim(random: Random, kinds = KINDS, depth = 3): string {
  const anyCase = (text: string) => (random.chance(10) ? text.toUpperCase() : text);
  if (depth > 0 && random.chance(50)) {
    const inner = () => randomScim(random, kinds, depth - 1);
    if (random.chance(35)) return `${anyCase("not")} (${inner()})`;
    const parts = Array.from({ length: 2 + random.below(2) }, () => `(${inner()})`);
    return parts.join(` ${anyCase(random.pick(["and", "or"]))} `);
  }
  const [names, operators, values] = random.pick(kinds);
  const name = random.pick(names);
  if (random.chance(15)) return `${name} pr`;
  if (random.chance(15)) return `${name} ${random.pick(["eq", "ne"])} null`;
  return `${name} ${anyCase(random.pick(operators))} ${JSON.stringify(random.pick(values))}`;
}
