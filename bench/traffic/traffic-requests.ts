import type { Row } from "../evaluate/rows.ts";
import { randomNumbers } from "../harness.ts";

/** A request that was never sent before, in the language of tamis and in SQL for DuckDB. */
export interface TrafficRequest {
  /** Kind of the filter, and the order. */
  readonly kind: string;
  readonly filter: string;
  readonly sortBy: string;
  /** Condition after `WHERE`. */
  readonly condition: string;
  /** Keys after `ORDER BY`, without the tie-breaker. */
  readonly orderBy: string;
  /** Whether DuckDB filters exactly like tamis, so that the counts can be compared. Its accents and letters differ. */
  readonly isSameFilter: boolean;
  /** Whether DuckDB sorts exactly like tamis, so that the rows of both pages can be compared. */
  readonly isSameOrder: boolean;
  readonly start: number;
}

interface Filter {
  readonly filter: string;
  readonly condition: string;
  /** Estimated share of the matching rows. Deep pages start within it. */
  readonly share: number;
}

const ORDERS = [
  { sortBy: "size", orderBy: "size", isSameOrder: true },
  { sortBy: "modifiedTimeStamp:descending", orderBy: "modifiedTimeStamp DESC", isSameOrder: true },
  // DuckDB removes case and accents and compares bytes, which is less work than the first level of a collation.
  { sortBy: "name:primary", orderBy: "name COLLATE NOCASE.NOACCENT", isSameOrder: false },
  { sortBy: "description", orderBy: "description COLLATE en", isSameOrder: true },
] as const;

const COLLATED_SEARCH = "collated search";
const STATES = ["draft", "running", "completed", "failed", "canceled", "pending", "archived", "published"];
const CITIES = ["Zürich", "Málaga", "Oslo", "Kraków", "Paris", "Porto", "Lyon", "Graz", "Izmir", "Ghent"];
const MAX_SIZE = 5_000_000;
const FIRST_DAY = Date.UTC(2020, 0, 1);
const DAYS = 2191;
/** One in five requests is for a later page. */
const DEEP_SHARE = 0.2;

/**
 * Returns unseen requests: six kinds of filters with random literals, and four orders. No filter occurs twice.
 *
 * @param rows search strings are parts of their strings
 */
export function trafficRequests(count: number, seed: number, rows: readonly Row[]): TrafficRequest[] {
  const next = randomNumbers(seed);
  const below = (end: number) => Math.floor(next() * end);
  const pick = <T>(from: readonly T[]) => from[below(from.length)]!;
  const part = (text: string, length: number) => randomPart(text, length, below);
  const day = (at: number) => new Date(FIRST_DAY + at * 86_400_000 + below(86_400_000)).toISOString();
  const kinds: Readonly<Record<string, () => Filter>> = {
    "range of a number": () => {
      const from = below(MAX_SIZE * 0.8);
      const length = 1 + below(MAX_SIZE - from);
      return {
        filter: `and(ge(size,${from}),lt(size,${from + length}))`,
        condition: `size >= ${from} AND size < ${from + length}`,
        share: length / MAX_SIZE,
      };
    },
    "nearly all rows": () => {
      const least = Math.floor(next() * 100_000) / 10_000;
      return { filter: `gt(score,${least})`, condition: `score > ${least}`, share: 1 - least / 100 };
    },
    "state and instant": () => {
      const [state, from] = [pick(STATES), day(below(DAYS))];
      const share = (DAYS - (Date.parse(from) - FIRST_DAY) / 86_400_000) / DAYS / 10;
      return {
        filter: `and(eq(state,'${state}'),gt(modifiedTimeStamp,${from}))`,
        condition: `state = '${state}' AND modifiedTimeStamp > TIMESTAMP '${from.slice(0, -1)}'`,
        share,
      };
    },
    [COLLATED_SEARCH]: () => {
      const text = part(pick(rows).name, 3 + below(3));
      return {
        filter: `contains($primary,name,'${text}')`,
        condition: `contains(strip_accents(lower(name)), strip_accents(lower('${text}')))`,
        share: 0.0005,
      };
    },
    "search in long strings": () => {
      const text = part(pick(rows).description, 8 + below(8));
      return {
        filter: `contains(description,'${text}')`,
        condition: `contains(description, '${text}')`,
        share: 0.001,
      };
    },
    "list of values and a number": () => {
      const users = [below(180), below(180), below(180)].map((user) => `'user${user}'`).join(",");
      const [city, least] = [pick(CITIES), below(900_000) / 10_000];
      return {
        filter: `and(or(in(createdBy,${users}),eq(owner.city,'${city}')),ge(score,${least}))`,
        condition: `(createdBy IN (${users}) OR owner_city = '${city}') AND score >= ${least}`,
        share: 0.1 * (1 - least / 100),
      };
    },
  };
  const makers = Object.entries(kinds);
  const seen = new Set<string>();
  const requests: TrafficRequest[] = [];
  for (let i = 0; requests.length < count; i++) {
    const [name, make] = makers[i % makers.length]!;
    const { filter, condition, share } = make();
    const isDeep = next() < DEEP_SHARE;
    const start = isDeep ? below(rows.length * share * 0.8) : 0;
    if (seen.has(filter)) continue;
    seen.add(filter);
    const order = pick(ORDERS);
    const isSameFilter = name !== COLLATED_SEARCH;
    requests.push({ kind: `${name} by ${order.sortBy}`, filter, condition, ...order, isSameFilter, start });
  }
  return requests;
}

/** @param below returns a random whole number from 0 to below its argument */
export function randomPart(text: string, length: number, below: (end: number) => number): string {
  const at = below(Math.max(1, text.length - length + 1));
  return text.slice(at, at + length).replaceAll("'", "");
}
