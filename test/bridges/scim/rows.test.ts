import { filter as libraryFilter, parse, type Filter } from "scim2-parse-filter";
import { expect, it } from "vitest";
import { print } from "tamis";
import { scimBridge } from "tamis/bridges/scim";
import { countOf } from "../../effort.ts";
import {
  CATALOG,
  DAYS,
  INSTANTS,
  NUMBERS,
  Random,
  randomFilter,
  randomRows,
  SEED,
  STRINGS,
} from "../random.ts";
import { contradiction, idsOf } from "../same-rows.ts";
import { matchesScim } from "./evaluate.ts";

const count = countOf("bridges/scim/rows: count");

/** The library reads backslashes of strings in another way than JSON, and negative numbers only at the end. */
const isUnreadable = (text: string) => text.includes("\\") || /-\d+[) ]/.test(text);

it(`random filters of tamis keep the same rows in SCIM, or the report names the difference (seed ${SEED})`, () => {
  const random = new Random(SEED);
  const rows = randomRows(random, 60);
  let exact = 0;
  for (let i = 0; i < count; i++) {
    const filter = randomFilter(random);
    const { filter: text, report } = scimBridge.exportQuery({ filter }, { catalog: CATALOG });
    if (isUnreadable(text!)) continue;
    const tree = parse(text!);
    const found = rows.filter((row) => matchesScim(tree, row)).map(({ id }) => id);
    const problem = contradiction(idsOf(filter, rows), found, report);
    if (problem !== undefined) throw new Error(`${print(filter)}\nas ${text}\n${problem}`);
    if (report.length === 0) exact++;
  }
  expect(exact).toBeGreaterThan(count / 20);
});

it(`random filters of SCIM keep the same rows in tamis, or the report names the difference (seed ${SEED})`, () => {
  const random = new Random(SEED + 1);
  const rows = randomRows(random, 60);
  let exact = 0;
  for (let i = 0; i < count; i++) {
    const text = randomScim(random);
    if (isUnreadable(text)) continue;
    const { filter, report } = scimBridge.importQuery({ filter: text }, { catalog: CATALOG });
    const tree: Filter = parse(text);
    const source = rows.filter((row) => matchesScim(tree, row)).map(({ id }) => id);
    const problem = contradiction(source, idsOf(filter!, rows), report);
    if (problem !== undefined) throw new Error(`${text}\nas ${print(filter!)}\n${problem}`);
    if (report.length === 0) exact++;
  }
  expect(exact).toBeGreaterThan(count / 20);
});

it(`random filters of SCIM keep the rows that scim2-parse-filter keeps, if no value is missing (seed ${SEED})`, () => {
  const random = new Random(SEED + 2);
  const names = ["code", "size", "total", "enabled", "at"];
  const rows = randomRows(random, 400).filter((row) => names.every((name) => (row[name] ?? "") !== ""));
  expect(rows.length).toBeGreaterThan(30);
  const kinds = KINDS.map(
    (kind) => [kind[0].filter((each) => names.includes(each)), kind[1], kind[2]] as const,
  );
  const known = kinds.filter(([members]) => members.length > 0);
  for (let i = 0; i < count; i++) {
    const text = randomScim(random, known);
    if (isUnreadable(text)) continue;
    const { filter } = scimBridge.importQuery({ filter: text }, { catalog: CATALOG });
    const keeps = libraryFilter(parse(text));
    const source = rows.filter((row) => keeps(row)).map(({ id }) => id);
    expect([text, idsOf(filter!, rows)]).toEqual([text, source]);
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
