import { readFileSync } from "node:fs";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { createCollation } from "../../src/collation/uca/keyed-collation.ts";
import { describeKeyColumn } from "../../src/collation/uca/key-column.ts";
import { loadCollations } from "../../src/collation/uca/tables/tailoring.ts";
import type { TableDefinition } from "../../src/sql/tables/table-definition.ts";
import { BUCKET, type DistributedTable } from "./distributed-table.ts";

/** Generated sightings of birds near capitals: a reproducible table of any size. */

export const LOCALE = "sv";
await loadCollations(LOCALE);

export const sightings = defineCatalog({
  name: "sightings",
  members: {
    id: "integer",
    place: { type: "string", strength: "tertiary" },
    country: { type: "string", strength: "codePoint" },
    code: { type: "string", strength: "codePoint" },
    note: "string",
    birds: "integer",
    weight: "number",
    seen: "dateTime",
    confirmed: "boolean",
  },
  key: "id",
});

export interface Sighting {
  readonly id: number;
  readonly place: string;
  readonly country: string;
  readonly code: string;
  readonly note: string | null;
  readonly birds: number;
  readonly weight: number | null;
  readonly seen: string;
  readonly confirmed: boolean;
}

const PLACE_KEY = { locale: LOCALE, strength: "tertiary" } as const;
const TEXT = { binary: true } as const;

/** String columns are declared COLLATE "C" on all servers, which corresponds to `binary`. */
export const definition: TableDefinition = {
  table: "sightings",
  members: {
    place: { column: "place", ...TEXT, keys: [describeKeyColumn("place_key", PLACE_KEY)] },
    country: { column: "country", ...TEXT },
    code: { column: "code", ...TEXT },
    note: { column: "note", ...TEXT },
    id: { column: "id", nullable: false },
    weight: { column: "weight", finite: true },
    seen: { column: "seen", precision: 6 },
  },
};
/** The same table with its partition column, which lets the shards count their rows. */
export const distributed: TableDefinition = { ...definition, partitionedBy: BUCKET };

export const table: DistributedTable = {
  name: "sightings",
  columns: [
    { name: "id", type: "bigint NOT NULL" },
    { name: "place", type: 'text COLLATE "C"' },
    { name: "place_key", type: "bytea" },
    { name: "country", type: 'text COLLATE "C"' },
    { name: "code", type: 'text COLLATE "C"' },
    { name: "note", type: 'text COLLATE "C"' },
    { name: "birds", type: "bigint" },
    { name: "weight", type: "double precision" },
    { name: "seen", type: "timestamptz" },
    { name: "confirmed", type: "boolean" },
  ],
  indexes: [
    "place_key NULLS FIRST, id",
    "country, birds",
    "code NULLS FIRST, id",
    "seen NULLS FIRST, id",
    "birds NULLS FIRST, id",
  ],
};

const NOTES = [null, "", "over the lake", "Über dem See", "at the nest, 2 young", "100% sure", "naïve guess"];
const FROM = Date.UTC(2020, 0, 1);

/** Generates `count` rows. */
export function* generateRows(count: number, seed: number): Generator<Sighting> {
  const places = readFileSync(new URL("../data/places.ndjson", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { name: string; adm0name: string });
  const random = randomNumbers(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  for (let id = 0; id < count; id++) {
    const { name, adm0name } = places[below(places.length)]!;
    yield {
      id,
      place: name,
      country: adm0name,
      code: `${adm0name.slice(0, 2).toUpperCase()}-${below(100_000)}`,
      note: NOTES[below(NOTES.length)]!,
      birds: below(10_000),
      weight: below(10) === 0 ? null : below(1_000_000) / 7,
      seen: new Date(FROM + below(2_000_000_000) * 100).toISOString(),
      confirmed: below(2) === 0,
    };
  }
}

/** Returns a function that converts a row to its column values. */
export function columnsOf(): (row: Sighting) => unknown[] {
  const collation = createCollation(PLACE_KEY);
  const keys = new Map<string, string>();
  const keyOf = (place: string) => {
    const known = keys.get(place) ?? `\\x${Buffer.from(collation.sortKey(place)).toString("hex")}`;
    keys.set(place, known);
    return known;
  };
  return ({ id, place, country, code, note, birds, weight, seen, confirmed }) => [
    ...[id, place, keyOf(place), country, code, note, birds, weight, seen, confirmed],
  ];
}

/** Returns a pseudorandom number generator for [0, 1) with a seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
