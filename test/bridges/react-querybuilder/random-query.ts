import { DAYS, INSTANTS, NUMBERS, STRINGS, type Random } from "../random.ts";

const FIELDS = [
  ["name", STRINGS],
  ["code", STRINGS],
  ["label", STRINGS],
  ["size", NUMBERS],
  ["total", NUMBERS.filter(Number.isInteger)],
  ["enabled", [true, false]],
  ["day", DAYS],
  ["at", INSTANTS],
] as const;
const KINDS = [["name", "code", "label"], ["size", "total"], ["enabled"], ["day"], ["at"]] as const;
const COMPARISONS = ["=", "!=", "<", "<=", ">", ">="] as const;
const SEARCHES = [
  ...["contains", "beginsWith", "endsWith", "doesNotContain", "doesNotBeginWith", "doesNotEndWith"],
] as const;

/** Returns a random group with all operators and properties that its SQL has, without lists and without `xor`. */
export function randomQuery(random: Random, depth = 3): object {
  const rules = Array.from({ length: random.below(4) }, () =>
    depth > 0 && random.chance(40) ? randomQuery(random, depth - 1) : randomRule(random),
  );
  const more = { ...(random.chance(25) ? { not: true } : {}), ...(random.chance(6) ? { muted: true } : {}) };
  if (random.chance(60)) return { combinator: random.pick(["and", "or"]), rules, ...more };
  const between = rules.flatMap((each, i) => (i === 0 ? [each] : [random.pick(["and", "or"]), each]));
  return { rules: between, ...more };
}

function randomRule(random: Random): object {
  const [field, values] = random.pick(FIELDS);
  const more = {
    ...(random.chance(5) ? { muted: true } : {}),
    ...(random.chance(5) ? { disabled: true } : {}),
  };
  if (random.chance(3)) return { field: "~", operator: "=", value: 1, ...more };
  const isString = values === STRINGS;
  const value = (): string | number | boolean => {
    const found = random.pick<string | number | boolean>(values);
    return typeof found === "number" && random.chance(40) ? String(found) : found;
  };
  const make = (operator: string, given: unknown, source = {}) => ({
    field,
    operator,
    value: given,
    ...source,
    ...more,
  });
  if (random.chance(12)) return make(random.pick(["null", "notNull"]), null);
  if (random.chance(12)) {
    const others = KINDS.find((kind) => (kind as readonly string[]).includes(field))!;
    return make(random.pick(COMPARISONS), random.pick<string>(others), { valueSource: "field" });
  }
  if (isString && random.chance(45)) return make(random.pick(SEARCHES), value());
  if (random.chance(25)) {
    const list = Array.from({ length: random.below(4) }, value);
    const written = random.chance(30)
      ? list.map((each) => String(each).replaceAll(",", "\\,")).join(",")
      : list;
    return make(random.pick(["in", "notIn"]), field === "enabled" ? [] : written);
  }
  if (field !== "enabled" && random.chance(25))
    return make(random.pick(["between", "notBetween"]), Array.from({ length: 1 + random.below(3) }, value));
  return make(random.pick(COMPARISONS), value());
}

/** Returns a random group of rules for the elements of lists. */
export function randomListQuery(random: Random, depth = 2): object {
  const element = () => ({
    field: "",
    operator: random.pick([
      ...COMPARISONS,
      "contains",
      "beginsWith",
      "endsWith",
      "doesNotBeginWith",
      "in",
      "notIn",
    ]),
    value: random.pick(["a", "A", "b", "abc", "50%", "null"]),
  });
  const rule = () => ({
    field: "tags",
    operator: "=",
    match: {
      mode: random.pick(["all", "some", "none", "atLeast", "atMost", "exactly"]),
      threshold: random.below(3),
    },
    value: {
      combinator: random.pick(["and", "or"]),
      rules: Array.from({ length: random.chance(75) ? 1 : 2 }, element),
    },
  });
  const rules = Array.from({ length: 1 + random.below(2) }, () =>
    depth > 0 && random.chance(40) ? randomListQuery(random, depth - 1) : rule(),
  );
  return { combinator: random.pick(["and", "or"]), not: random.chance(30), rules };
}
