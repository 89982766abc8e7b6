import { Query } from "mingo";
import { it } from "vitest";
import { mongoBridge as bridge } from "tamis/bridges/mongo";
import { countOf } from "../../effort.ts";
import { DAYS, INSTANTS, NUMBERS, Random, randomNestedFilter, randomRows, SEED, STRINGS } from "../random.ts";
import { exportsKeepRows, importsKeepRows, ordersKeepRows } from "../same-rows.ts";

const COUNT = countOf("bridges/mongo/rows: count");
const random = new Random(SEED);
const rows = randomRows(random, 80);
/** Some null members are missing. Date-times are dates of BSON. */
const documents = rows.map((row) =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== null || random.chance(50))
      .map(([key, value]) => [key, key === "at" && typeof value === "string" ? new Date(value) : value]),
  ),
);

/** Reads Extended JSON. Patterns of MongoDB count code points, as those of JavaScript do with the flag u. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const { $date, $numberLong, $regex, $options, ...rest } = value as Record<string, unknown>;
  if (typeof $date === "string") return new Date($date);
  if (typeof $numberLong === "string") return Number($numberLong);
  const more =
    typeof $regex === "string" ? { $regex: new RegExp($regex, `u${($options ?? "") as string}`) } : {};
  return { ...Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, plain(each)])), ...more };
}

function idsInMongo(filter: unknown): readonly number[] {
  const query = new Query(plain(filter) as ConstructorParameters<typeof Query>[0]);
  return documents.filter((each) => query.test(each)).map(({ id }) => id as number);
}

it(`exported filters keep the same rows, or the report names the difference (seed ${SEED})`, () =>
  exportsKeepRows(bridge, rows, idsInMongo, COUNT, COUNT / 10, randomNestedFilter));

it(`imported queries keep the same rows, or the report names the difference (seed ${SEED})`, () =>
  importsKeepRows(bridge, rows, idsInMongo, COUNT, COUNT / 10, () => randomDocument(3)));

it("orders sort rows as tamis does", () => {
  const idsIn = (order: unknown) => {
    const found = new Query({}).find(documents).sort(order as Record<string, 1 | -1>);
    return found.all().map((each) => (each as { id: number }).id);
  };
  const texts = ["size,id", "total:descending,id", "enabled,day:descending,id", "at,id:descending"];
  return ordersKeepRows(bridge, rows, idsIn, texts);
});

const FIELDS = [
  ["name", STRINGS],
  ["code", STRINGS],
  ["size", NUMBERS],
  ["total", NUMBERS],
  ["enabled", [true, false]],
  ["day", DAYS],
  ["at", INSTANTS.map(($date) => ({ $date }))],
  ["tags", ["a", "A", "b", "abc", "", "null"]],
] as const;

function randomDocument(depth: number): object {
  const entries = Array.from({ length: random.chance(80) ? 1 : 2 }, (): readonly [string, unknown] => {
    if (depth > 0 && random.chance(45)) {
      const list = Array.from({ length: 1 + random.below(3) }, () => randomDocument(depth - 1));
      return [random.pick(["$and", "$or", "$nor"]), list];
    }
    const [field, values] = random.pick(FIELDS);
    return [field, randomCondition(field, values)];
  });
  return Object.fromEntries(entries);
}

function randomCondition(field: string, values: readonly unknown[]): unknown {
  const value = () => random.pick(values);
  const isString = typeof values[0] === "string" && field !== "day";
  if (random.chance(25)) return random.chance(25) ? null : value();
  const operator = (): readonly [string, unknown] => {
    if (random.chance(25))
      return [
        random.pick(["$in", "$nin"]),
        Array.from({ length: random.below(4) }, () => (random.chance(20) ? null : value())),
      ];
    if (field === "tags" && random.chance(40))
      return random.pick([
        ["$size", random.below(3)],
        ["$all", [value(), value()]],
        ["$elemMatch", { $gte: value() }],
        ["$elemMatch", { $in: [value(), value()] }],
        ["$elemMatch", { $gte: value(), $lte: value() }],
        ["$type", "array"],
      ] as const);
    if (isString && random.chance(35))
      return [
        "$regex",
        random.pick(["a", "^a", "b$", "^A.*", "a.*b", "^.(?![\\s\\S])", "50%", "[a-z]", "^abc$", ""]),
      ];
    if (random.chance(10)) return ["$exists", random.chance(50)];
    if (field === "size" && random.chance(5)) return ["$mod", [2, 1]];
    const name = random.pick(["$eq", "$ne", "$gt", "$gte", "$lt", "$lte"]);
    return [name, /^\$(?:eq|ne)$/.test(name) && random.chance(15) ? null : value()];
  };
  const operators = Object.fromEntries(Array.from({ length: random.chance(75) ? 1 : 2 }, operator));
  return random.chance(25) ? { $not: operators } : operators;
}
