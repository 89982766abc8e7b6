import type { Row } from "../evaluate/rows.ts";

/** A page, as a tamis request and as hand-written SQL. */
export interface Scenario {
  readonly name: string;
  readonly filter: string;
  readonly sortBy: string;
  readonly start: number;
  /** Source of the sort keys of names: a column, or an index on the function that computes them. */
  readonly keys: "column" | "function";
  readonly handWritten: HandWrittenSql;
}

/**
 * The SQL after WHERE and ORDER BY, with `?` for each value. Written for SQLite. The files of other databases
 * (`pages-*.ts`) override the parts that differ.
 */
export interface HandWrittenSql {
  readonly where: string;
  readonly orderBy: string;
  readonly values: readonly unknown[];
}

export const PAGE_ROWS = 20;

const from = "2024-03-01T00:00:00.000Z";
const to = "2024-04-01T00:00:00.000Z";
const USERS = ["user1", "user22", "user33", "user144", "user155"];
const marks = (count: number) => Array.from({ length: count }, () => "?").join(", ");

/** @param keyRange range of sort keys at primary strength that equal a name */
export function makeScenarios(
  rows: readonly Row[],
  keyRange: (name: string) => { readonly from: Uint8Array; readonly to: Uint8Array },
): Scenario[] {
  const names = [...new Set(rows.slice(0, 4_000).map(({ name }) => name))].slice(0, 500);
  const searchedName = rows[77]!.name;
  const primary = keyRange(searchedName);
  const all = { start: 0, keys: "column" } as const;
  return [
    {
      ...all,
      name: "eq, ordered by key",
      filter: "eq(createdBy,'user7')",
      sortBy: "id",
      handWritten: { where: "createdBy = ?", orderBy: "id", values: ["user7"] },
    },
    {
      ...all,
      name: "range, ordered by it",
      filter: `and(ge(modifiedTimeStamp,${from}),lt(modifiedTimeStamp,${to}))`,
      sortBy: "modifiedTimeStamp:descending",
      handWritten: {
        where: "modifiedTimeStamp >= ? AND modifiedTimeStamp < ?",
        orderBy: "modifiedTimeStamp DESC, id",
        values: [new Date(from), new Date(to)],
      },
    },
    {
      ...all,
      name: "prefix",
      filter: "startsWith(name,'Zoë ')",
      sortBy: "id",
      handWritten: { where: "name >= ? AND name < ?", orderBy: "id", values: ["Zoë ", "Zoë!"] },
    },
    {
      ...all,
      name: "in 5",
      filter: `in(createdBy,${USERS.map((user) => `'${user}'`).join(",")})`,
      sortBy: "modifiedTimeStamp:descending",
      handWritten: {
        where: `createdBy IN (${marks(USERS.length)})`,
        orderBy: "modifiedTimeStamp DESC, id",
        values: USERS,
      },
    },
    {
      ...all,
      name: "in 500",
      filter: `in(name,${names.map((name) => `'${name.replaceAll("'", "''")}'`).join(",")})`,
      sortBy: "id",
      handWritten: { where: `name IN (${marks(names.length)})`, orderBy: "id", values: names },
    },
    {
      ...all,
      name: "contains",
      filter: "contains(description,'risk rolling median')",
      sortBy: "id",
      handWritten: { where: "instr(description, ?) > 0", orderBy: "id", values: ["risk rolling median"] },
    },
    {
      ...all,
      name: "and/or nested",
      filter:
        "or(and(eq(state,'failed'),gt(size,4000000)),and(in(createdBy,'user1','user22','user33'),lt(score,10)))",
      sortBy: "size:descending",
      handWritten: {
        where: "(state = ? AND size > ?) OR (createdBy IN (?, ?, ?) AND score < ?)",
        orderBy: "size DESC, id",
        values: ["failed", 4_000_000, "user1", "user22", "user33", 10],
      },
    },
    {
      ...all,
      name: "deep page",
      filter: "eq(state,'running')",
      sortBy: "modifiedTimeStamp",
      start: 50_000,
      handWritten: { where: "state = ?", orderBy: "modifiedTimeStamp, id", values: ["running"] },
    },
    {
      ...all,
      name: "ordered by a number",
      filter: "eq(state,'failed')",
      sortBy: "score:descending",
      handWritten: { where: "state = ?", orderBy: "score DESC, id", values: ["failed"] },
    },
    {
      ...all,
      name: "eq at primary",
      filter: `eq($primary,name,'${searchedName.toUpperCase().replaceAll("'", "''")}')`,
      sortBy: "id",
      handWritten: {
        where: "nameKey >= ? AND nameKey < ?",
        orderBy: "id",
        values: [primary.from, primary.to],
      },
    },
    {
      ...all,
      name: "collated, key column",
      filter: "gt(size,1000)",
      sortBy: "name",
      handWritten: { where: "size > ?", orderBy: "nameKey, id", values: [1000] },
    },
    {
      ...all,
      name: "collated, index on key function",
      filter: "gt(size,1000)",
      sortBy: "name",
      keys: "function",
      handWritten: {
        where: "size > ?",
        orderBy: "tamis_key(name, 'und', 'tertiary'), id",
        values: [1000],
      },
    },
  ];
}
