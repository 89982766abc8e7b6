import { SCALAR_MEMBERS } from "../row-catalog.ts";

/** A request to a collection of the rows of `evaluate/rows.ts`. */
export interface TurnRequest {
  readonly name: string;
  readonly filter?: string;
  readonly sortBy?: string;
  readonly verb?: "page" | "count" | "facets" | "minMax";
  /** Member of `facets` and `minMax`. */
  readonly member?: string;
  readonly start?: number;
  /** Whether the request is the first of a new collection, which has no columns yet. */
  readonly isFirst?: boolean;
}

const list = (count: number, item: (i: number) => string) => Array.from({ length: count }, (_, i) => item(i));
const all = (count: number, item: (i: number) => string) => `and(${list(count, item).join(",")})`;
const any = (count: number, item: (i: number) => string) => `or(${list(count, item).join(",")})`;
const nested = (depth: number, inner: string) =>
  list(depth, (i) => (i % 2 === 0 ? `and(gt(size,${i}),not(` : `or(lt(score,${i}),not(`)).join("") +
  inner +
  "))".repeat(depth);

/** 2,400 states, just below the default limit of a pattern. */
const OPTIONAL = "(?:(?:\\b|\\B)?.?){250}a(?:\\b?.?){190}x";
const COUNTED = ".*r.{0,990}[qz]";

/** Filters that cost most for their length. */
const FILTERS: Readonly<Record<string, string>> = {
  "400 comparisons in one and": all(400, (i) => `gt(size,${i}.5)`),
  "400 inequalities in one and": all(400, (i) => `ne(size,${i})`),
  "400 inequalities of strings": all(400, (i) => `ne(description,'risk ${i}')`),
  "400 lengths": all(400, (i) => `ne(length(name),${i})`),
  "300 searches in one or": any(300, (i) => `contains(description,'zz${i}')`),
  "200 prefixes in one or": any(200, (i) => `startsWith(description,'model ${i}')`),
  "100 collated searches": any(100, (i) => `contains($primary,description,'RÉGION ${i}')`),
  "100 collated comparisons": all(100, (i) => `gt($primary,name,'a${i}')`),
  "in with 900 strings": `in(name,${list(900, (i) => `'Ana Smith ${i.toString(36)}'`).join(",")})`,
  "in with 900 strings, collated": `in($primary,description,${list(900, (i) => `'RISK ${i}'`).join(",")})`,
  "in with 900 numbers": `in(size,${list(900, (i) => String(i * 5000)).join(",")})`,
  "nested 30 deep": nested(30, "contains(description,'audit')"),
  "two members compared 100 times": all(
    100,
    (i) => `ne(substr(name,${i % 20},5),substr(description,${i % 30},5))`,
  ),
  "pattern of optional parts": `match(description,'${OPTIONAL}')`,
  "pattern of optional parts over a dictionary": `match(name,'${OPTIONAL}')`,
  "pattern with a long counted repetition": `match(description,'${COUNTED}')`,
  "pattern over lists": `match(tags,'${OPTIONAL}')`,
  "four patterns": all(4, (i) => `not(match(description,'(?:.?.?\\b?){${200 + i}}q'))`),
  "collated search": "contains($primary,description,'RÉSUMÉ')",
  "collated suffix": "endsWith($primary,name,'Z')",
  "upper case": "eq(upCase(description),'RISK')",
  "length of lists": "gt(length(tags),1)",
  "elements of lists": "eq(tags,'sas')",
  instants: "gt(modifiedTimeStamp,2024-01-01T00:00:00Z)",
};

const ORDERS = [
  "name",
  "description",
  "description:descending:primary",
  "name:descending:primary,id",
  "modifiedTimeStamp,name",
  "score:descending",
  "state,createdBy,size",
  "owner.city,description",
  "length(description),name:ascending:secondary",
  "upCase(name)",
  "downCase(description)",
];

const MEMBERS = [...SCALAR_MEMBERS, "owner.city"];

/** Returns the requests that occupy the event loop longest, each also as the first request of a collection. */
export function worstRequests(rows: number): TurnRequest[] {
  const requests: TurnRequest[] = [];
  for (const [name, filter] of Object.entries(FILTERS)) {
    requests.push({ name: `first: ${name}`, filter, isFirst: true, verb: "count" });
    requests.push({ name, filter });
    requests.push({ name: `${name}, ordered`, filter, sortBy: "description:descending:primary" });
  }
  for (const sortBy of ORDERS) {
    requests.push({ name: `first: order ${sortBy}`, sortBy, isFirst: true });
    requests.push({ name: `first: order ${sortBy}, deep`, sortBy, isFirst: true, start: rows / 2 });
    // The second page of a deep order builds the sorted index.
    requests.push({ name: `order ${sortBy}, deep`, sortBy, start: rows / 2 });
    requests.push({
      name: `order ${sortBy}, half of the rows`,
      sortBy,
      filter: "gt(score,50)",
      start: rows / 4,
    });
  }
  for (const member of [...MEMBERS, "tags"])
    requests.push({ name: `first: facets of ${member}`, verb: "facets", member, isFirst: true });
  for (const member of MEMBERS)
    requests.push({ name: `first: minMax of ${member}`, verb: "minMax", member, isFirst: true });
  for (let i = 0; i < 20; i++)
    requests.push({ name: "repeated search", filter: `contains(description,'audit ${i}')` });
  for (let i = 0; i < 300; i++)
    requests.push({ name: "repeated equality", filter: `eq(description,'audit ${i}')`, verb: "count" });
  return requests;
}
