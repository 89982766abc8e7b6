import { DAYS, INSTANTS, NUMBERS, STRINGS, type Random } from "../random.ts";

/** Returns a random filter of CQL2 JSON over the members of the shared catalog. */
export function randomCql2(random: Random, depth = 3): unknown {
  if (depth > 0 && random.chance(50)) {
    const inner = () => randomCql2(random, depth - 1);
    if (random.chance(35)) return { op: "not", args: [inner()] };
    return { op: random.pick(["and", "or"]), args: Array.from({ length: 2 + random.below(2) }, inner) };
  }
  const [names, values] = random.pick(KINDS);
  const property = { property: random.pick(names) };
  const value = () => random.pick(values);
  const isString = values === STRINGS;
  if (random.chance(10)) return { op: "isNull", args: [property] };
  if (names[0] === "tags")
    return {
      op: random.pick(["a_contains", "a_overlaps"]),
      args: [property, Array.from({ length: 1 + random.below(3) }, value)],
    };
  const fold = isString && random.chance(20) ? random.pick(["casei", "accenti", "both"]) : undefined;
  const folded = (of: unknown): unknown => {
    if (fold === undefined) return of;
    const inner = fold === "casei" ? of : { op: "accenti", args: [of] };
    return fold === "accenti" ? inner : { op: "casei", args: [inner] };
  };
  if (isString && random.chance(40)) {
    const pattern = `${random.pick(["", "%", "_"])}${random.pick(STRINGS)}${random.pick(["", "%", "\\%", "_%a"])}`;
    return { op: "like", args: [folded(property), folded(pattern)] };
  }
  if (random.chance(20))
    return {
      op: "in",
      args: [folded(property), Array.from({ length: 1 + random.below(3) }, () => folded(value()))],
    };
  if (random.chance(10) && names[0] === "size") return { op: "between", args: [property, value(), value()] };
  const sides = [folded(property), folded(value())];
  const isOrdered = names[0] !== "enabled";
  return {
    op: random.pick(isOrdered ? ["=", "<>", "<", "<=", ">", ">="] : ["=", "<>"]),
    args: random.chance(20) ? sides.reverse() : sides,
  };
}

const KINDS: readonly (readonly [readonly string[], readonly unknown[]])[] = [
  [["name", "code"], STRINGS],
  [["size", "total"], NUMBERS],
  [["enabled"], [true, false]],
  [["day"], DAYS.map((date) => ({ date }))],
  [["at"], INSTANTS.map((timestamp) => ({ timestamp }))],
  [["tags"], STRINGS],
];
