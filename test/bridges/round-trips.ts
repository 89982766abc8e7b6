import { check, compilePredicate, parseFilter, print, type Catalog, type Expression } from "tamis";
import type { Bridge } from "tamis/bridges";
import { dottedNames, drawCatalog, drawRow } from "../properties/random-members.ts";
import { POOLS } from "../properties/extremes.ts";
import type { Random } from "../text-fuzz/random.ts";
import { FilterWriter } from "../understand/random-filters.ts";

/** A filter that keeps other rows after a round trip, although both reports are empty. */
export interface Difference {
  readonly bridge: string;
  readonly filter: string;
  readonly exported: string;
  readonly imported: string;
  /** A row that only one of the two filters keeps. Undefined if the imported filter does not pass the check. */
  readonly row: string | undefined;
  readonly members: string;
}

export interface RoundTrips {
  /** Filters that were exported. */
  readonly tried: number;
  /** Round trips with two empty reports, of each bridge. */
  readonly carried: ReadonlyMap<string, number>;
  readonly differences: readonly Difference[];
}

/** Filters for each random catalog. */
const filtersPerCatalog = 12;
const rowsPerCatalog = 40;

/**
 * Exports random filters over random catalogs, and imports them again. If both reports are empty, the two filters have to keep the
 * same rows.
 *
 * @param count filters, each of which is translated by all bridges
 */
export function roundTrips(random: Random, bridges: readonly Bridge[], count: number): RoundTrips {
  let tried = 0;
  const carried = new Map(bridges.map(({ name }) => [name, 0]));
  const shortest = new Map<string, Difference>();
  for (let i = 0; i < count; i += filtersPerCatalog) {
    const catalog = drawCatalog(random);
    const rows = Array.from({ length: rowsPerCatalog }, () => drawRow(random, catalog));
    for (let j = 0; j < filtersPerCatalog; j++) {
      const filter = drawFilter(random, catalog);
      if (filter === undefined) continue;
      const keeps = predicateOf(filter, catalog)!;
      const kept = rows.map((row) => keeps(row));
      for (const bridge of bridges) {
        tried++;
        const { exported, imported } = roundTrip(bridge, filter, catalog) ?? {};
        if (imported === undefined) continue;
        carried.set(bridge.name, carried.get(bridge.name)! + 1);
        if (print(imported) === print(filter)) continue;
        const keepsAgain = predicateOf(imported, catalog);
        const at = keepsAgain === undefined ? -1 : rows.findIndex((row, k) => keepsAgain(row) !== kept[k]);
        if (keepsAgain !== undefined && at < 0) continue;
        const found: Difference = {
          bridge: bridge.name,
          filter: print(filter),
          exported: JSON.stringify(exported),
          imported: print(imported),
          row: at < 0 ? undefined : show(rows[at]),
          members: show([...catalog.members.byName.values()].map(({ name, type }) => [name, type])),
        };
        const other = shortest.get(bridge.name);
        if (other === undefined || other.filter.length > found.filter.length)
          shortest.set(bridge.name, found);
      }
    }
  }
  return { tried, carried, differences: [...shortest.values()] };
}

/** Returns the result of a round trip. Undefined if one of the reports has a note. */
function roundTrip(
  bridge: Bridge,
  filter: Expression,
  catalog: Catalog,
): { readonly exported: unknown; readonly imported: Expression | undefined } | undefined {
  const there = bridge.exportQuery({ filter }, { catalog });
  if (there.report.length > 0) return undefined;
  const exported: unknown = bridge.form === "json" ? JSON.parse(JSON.stringify(there.filter)) : there.filter;
  const back = bridge.importQuery({ filter: exported }, { catalog });
  return back.report.length > 0 ? undefined : { exported, imported: back.filter };
}

function predicateOf(filter: Expression, catalog: Catalog): ((row: unknown) => boolean) | undefined {
  const checked = check(filter, catalog);
  return checked.ok ? compilePredicate(checked.filter, { locale: "en" }) : undefined;
}

/** Returns a random filter that passes the strict check: a quoted text is no name of a member. Undefined if the drawn one does not. */
function drawFilter(random: Random, catalog: Catalog): Expression | undefined {
  const writer = new FilterWriter(random, catalog);
  const text = random.chance(0.3) ? drawUnusual(random, catalog, writer) : writer.filter(random.below(3));
  const { expression, diagnostics } = parseFilter(text);
  return expression !== undefined &&
    diagnostics.length === 0 &&
    check(expression, catalog, { mode: "strict" }).ok
    ? expression
    : undefined;
}

/** Writes a comparison of conditions or of two values, or a condition on the value of a function. */
function drawUnusual(random: Random, catalog: Catalog, writer: FilterWriter): string {
  const names = dottedNames(catalog);
  const term = random.pick(names);
  const literals = POOLS[term.type ?? "string"].literals;
  const literal = () => random.pick(literals);
  const relation = () => random.pick(["eq", "ne", "lt", "le", "gt", "ge"]);
  const integers = names.filter(({ type, isList }) => type === "integer" && !isList);
  const count = () =>
    integers.length > 0 && random.chance(0.5) ? random.pick(integers).text : String(random.below(3));
  const substring = `substr(${term.text},${String(random.below(6) - 3)},${count()})`;
  return random.pick([
    () => `${random.pick(["eq", "ne"])}(${random.pick(["true", "false", "not(true)"])},${writer.filter(1)})`,
    () => `${random.pick(["eq", "ne"])}(${writer.filter(0)},${writer.filter(0)})`,
    () => `${relation()}(${literal()},${literal()})`,
    () => `not(${relation()}(${literal()},${term.text},${literal()}))`,
    () => `isNull(${substring})`,
    () => `eq(${substring},'a')`,
    () => `isNull(length(${term.text}))`,
    () => `not(in(${term.text},${literal()},${literal()},${literal()}))`,
    () => `and(${writer.filter(0)},not(isNull(${term.text})))`,
    () => `or(isNull(${term.text}),${writer.filter(0)})`,
    () => `startsWith(${random.pick(["upCase", "downCase"])}(${term.text}),${literal()})`,
  ])();
}

function show(value: unknown): string {
  const text = JSON.stringify(value, (_, each: unknown) =>
    typeof each === "bigint" ? `${each}n` : each === undefined ? "undefined" : each,
  );
  return text.slice(0, 400);
}
