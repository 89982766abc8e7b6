import jsonLogic from "json-logic-js";
import { it } from "vitest";
import { jsonLogicBridge as bridge } from "tamis/bridges/jsonlogic";
import { countOf } from "../../effort.ts";
import { DAYS, NUMBERS, Random, randomNestedFilter, randomRows, SEED, STRINGS } from "../random.ts";
import { exportsKeepRows, importsKeepRows } from "../same-rows.ts";

const COUNT = countOf("bridges/jsonlogic/rows: count");
const random = new Random(SEED);
const rows = randomRows(random, 80);
/** Some null members are missing. */
const data = rows.map((row) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null || random.chance(50))),
);

const idsInLogic = (rule: unknown): readonly number[] =>
  data.filter((each) => jsonLogic.truthy(jsonLogic.apply(rule as never, each))).map(({ id }) => id as number);

it(`exported filters keep the same rows, or the report names the difference (seed ${SEED})`, () =>
  exportsKeepRows(bridge, rows, idsInLogic, COUNT, COUNT / 10, randomNestedFilter));

it(`imported rules keep the same rows, or the report names the difference (seed ${SEED})`, () =>
  importsKeepRows(bridge, rows, idsInLogic, COUNT, COUNT / 10, () => randomRule(3)));

const FIELDS = [
  ["name", STRINGS],
  ["code", STRINGS],
  ["size", [...NUMBERS, "1", "2"]],
  ["total", NUMBERS],
  ["enabled", [true, false, 0, 1]],
  ["day", DAYS],
] as const;

const comparison = () => random.pick(["==", "===", "!=", "!==", "<", "<=", ">", ">="]);

function randomRule(depth: number): unknown {
  if (depth > 0 && random.chance(55)) {
    const inner = () => randomRule(depth - 1);
    if (random.chance(30)) return { [random.pick(["!", "!!"])]: [inner()] };
    return { [random.pick(["and", "or"])]: Array.from({ length: random.below(4) }, inner) };
  }
  if (random.chance(4)) return random.pick([true, false, null, 0, 1, "", "a", []]);
  if (random.chance(15)) {
    const element = { var: "" };
    const words = ["a", "A", "b", "abc", "null"];
    const test = random.chance(60)
      ? { [comparison()]: [element, random.pick(words)] }
      : { in: [element, [random.pick(words), random.pick(words)]] };
    const rule = random.chance(75) ? test : { and: [test, { "!=": [element, "b"] }] };
    return { [random.pick(["some", "none", "all"])]: [{ var: "tags" }, rule] };
  }
  if (random.chance(5)) return { in: [random.pick(["a", "b", ""]), { var: "tags" }] };
  if (random.chance(5)) return { missing: [random.pick(["name", "size"]), "day"] };
  const [field, values] = random.pick(FIELDS);
  const member = random.chance(8) ? { var: [field, random.pick<unknown>(values)] } : { var: field };
  const value = () => random.pick<unknown>(values);
  if (random.chance(10)) return member;
  if (random.chance(10)) return { [random.pick(["==", "===", "!=", "!=="])]: [member, null] };
  if (random.chance(15)) return { in: [member, Array.from({ length: random.below(4) }, value)] };
  if (values === STRINGS && random.chance(40)) {
    if (random.chance(40)) return { in: [value(), member] };
    const text = value() as string;
    const positions = random.pick([[0, text.length], [-text.length], [1, 2], [-2], [1]]);
    return { [random.pick(["==", "!=", "==="])]: [{ substr: [member, ...positions] }, text] };
  }
  if (values === NUMBERS && random.chance(20))
    return { [random.pick(["<", "<="])]: [value(), member, value()] };
  return { [comparison()]: random.chance(80) ? [member, value()] : [value(), member] };
}
