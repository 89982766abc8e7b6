import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import type { Catalog } from "../../src/catalog/types.ts";
import { STRENGTHS } from "../../src/collation/order/strength.ts";
import { SCALAR_TYPES, type ScalarType } from "../../src/values/types.ts";
import { POOLS } from "../properties/extremes.ts";
import { dottedNames, drawCatalog, drawRow, type DottedName } from "../properties/random-members.ts";
import type { Random } from "../text-fuzz/random.ts";

/** A catalog with each kind of member that decisions treat differently. */
export const THINGS = defineCatalog({
  name: "things",
  members: {
    s: "string",
    sp: { type: "string", strength: "primary" },
    sc: { type: "string", strength: "codePoint" },
    n: "number",
    i: "integer",
    safe: { type: "integer", safe: true },
    flag: "boolean",
    d: "date",
    t: "time",
    dt: "dateTime",
    tags: { type: "list", items: "string" },
    nums: { type: "list", items: "integer" },
    m: { type: "map", values: "string" },
    o: { type: "object", members: { x: "string", n: "integer" } },
    l: { type: "list", items: { type: "object", members: { x: "string" } } },
  },
});

const PATTERNS = ["a.*", ".*", "[a-c]+", "(?i)strasse", "ab|b", "\\d+"];

const quote = (text: string) => `'${text}'`;

/** A dotted name. Its type is undefined for objects, maps and lists of others than scalars. */
type Term = DottedName;

const UNTYPED_NAMES = ["a", "b", "c.d"];

/** Returns no catalog, the catalog of things, or a new one, each in a third of the cases. */
export function randomCatalog(random: Random): Catalog | undefined {
  return random.pick([() => undefined, () => THINGS, () => drawCatalog(random)])();
}

/** Writes random filters over few members and few literals, so that their conditions are often related. */
export class FilterWriter {
  readonly catalog: Catalog | undefined;
  readonly #random: Random;
  readonly #terms: readonly Term[];

  constructor(random: Random, catalog: Catalog | undefined) {
    this.#random = random;
    this.catalog = catalog;
    // Two or three members for all filters of a pair.
    this.#terms =
      catalog === undefined
        ? UNTYPED_NAMES.slice(0, 1 + random.below(2)).map((text) => ({
            text,
            type: random.pick(SCALAR_TYPES),
            isList: false,
          }))
        : Array.from({ length: 1 + random.below(3) }, () => random.pick(dottedNames(catalog)));
  }

  filter(depth: number): string {
    const random = this.#random;
    if (depth === 0 || random.below(3) === 0) return this.#test();
    const kind = random.below(8);
    if (kind === 0) return `not(${this.filter(depth - 1)})`;
    if (kind === 1) return random.pick(["true", "false", `isNull(${this.#test()})`]);
    const parts = Array.from({ length: 2 + random.below(2) }, () => this.filter(depth - 1));
    return `${kind < 5 ? "and" : "or"}(${parts.join(",")})`;
  }

  /** Changes a filter in a way that often keeps its meaning. */
  relative(filter: string): string {
    const other = this.filter(1);
    return this.#random.pick([
      `not(not(${filter}))`,
      `and(${filter},${filter})`,
      `or(${filter},and(${filter},${other}))`,
      `and(${filter},or(${filter},${other}))`,
      `and(${filter},${other})`,
      `or(${filter},${other})`,
      `or(and(${filter},${other}),and(${filter},not(${other})))`,
      `not(${filter})`,
      `and(${filter},not(isNull(${this.#term().text})))`,
      filter.replaceAll("eq(", "le("),
      filter.replaceAll("gt(", "ge("),
      filter.replace("and(", "or("),
    ]);
  }

  #term(): Term {
    return this.#random.pick(this.#terms);
  }

  #test(): string {
    const random = this.#random;
    const term = this.#term();
    const { text, type } = term;
    if (type === undefined)
      return random.below(4) > 0
        ? `isNull(${text})`
        : `${random.pick(["eq", "lt", "ge"])}(length(${text}),${random.below(3)})`;
    const kind = random.below(14);
    const isTextual =
      this.catalog === undefined || type === "string" || type === "number" || type === "integer";
    if (kind === 0) return `isNull(${text})`;
    if (kind === 1 && (type === "boolean" || this.catalog === undefined) && !term.isList) return text;
    // contains of a list compares elements.
    if (kind === 2 && term.isList) return `contains(${this.#strength(type)}${text},${this.#literal(type)})`;
    if (kind === 2 && isTextual)
      return `${random.pick(["contains", "startsWith", "endsWith"])}(${this.#strength(type)}${text},${type === "string" ? this.#literal(type) : random.pick(["'1'", "'a'"])})`;
    if (kind === 3 && isTextual) return `match(${text},${quote(random.pick(PATTERNS))})`;
    if (kind === 4 && isTextual && !term.isList) return `blank(${text})`;
    if (kind === 5 && isTextual)
      return `${random.pick(["eq", "lt", "ge", "gt"])}(length(${text}),${random.below(4)})`;
    if (kind === 6 && type === "string" && !term.isList)
      return `eq(${random.pick(["upCase", "downCase"])}(${text}),${this.#literal(type)})`;
    if (kind === 7) return `in(${this.#strength(type)}${text},${this.#literal(type)},${this.#literal(type)})`;
    if (kind === 8 && !term.isList)
      return `${random.pick(["le", "lt"])}(${this.#literal(type)},${text},${this.#literal(type)})`;
    if (kind === 9) {
      const other = this.#term();
      if (other.type === type && !(term.isList && other.isList))
        return `${this.#relation()}(${this.#strength(type)}${text},${other.text})`;
    }
    return `${this.#relation()}(${this.#strength(type)}${text},${this.#literal(type)})`;
  }

  #relation(): string {
    return this.#random.pick(["eq", "ne", "lt", "le", "gt", "ge"]);
  }

  #literal(type: ScalarType): string {
    const random = this.#random;
    if (this.catalog === undefined && random.below(6) === 0)
      return random.pick(POOLS[random.pick(SCALAR_TYPES)].literals);
    return random.pick(POOLS[type].literals);
  }

  #strength(type: ScalarType): string {
    return type === "string" && this.#random.below(3) === 0 ? `$${this.#random.pick(STRENGTHS)},` : "";
  }
}

/** Returns a row for a catalog, or one with values of any type. */
export function randomRow(random: Random, catalog: Catalog | undefined): Record<string, unknown> {
  if (catalog !== undefined) return drawRow(random, catalog);
  const row: Record<string, unknown> = {};
  for (const name of ["a", "b"]) row[name] = anyValue(random);
  row["c"] = random.pick([
    undefined,
    { d: anyValue(random) },
    [{ d: anyValue(random) }, { d: anyValue(random) }],
  ]);
  return row;
}

function anyValue(random: Random): unknown {
  const one = () => random.pick(POOLS[random.pick(SCALAR_TYPES)].values);
  const kind = random.below(12);
  if (kind === 0) return undefined;
  if (kind === 1) return Array.from({ length: random.below(4) }, () => (random.below(8) === 0 ? [] : one()));
  if (kind === 2) return random.pick([{}, { x: 1 }, []]);
  return one();
}
