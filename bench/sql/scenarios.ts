import { keyRange } from "../../src/collation/uca/key-column.ts";
import { createCollation } from "../../src/collation/uca/keyed-collation.ts";
import type { Row } from "../evaluate/rows.ts";

/**
 * A page, as a tamis request and as hand-written SQL: the text after WHERE and ORDER BY, with `?` for each value. Written for
 * SQLite. The files of other databases (`pages-*.ts`) override the parts that differ.
 */
export interface Scenario {
  readonly name: string;
  readonly filter: string;
  readonly sortBy: string;
  readonly start: number;
  /** Source of the sort keys of names: a column, or an index on the function that computes them. */
  readonly keys: "column" | "function";
  readonly where: string;
  readonly orderBy: string;
  readonly values: readonly unknown[];
}

export const PAGE_ROWS = 20;

const from = "2024-03-01T00:00:00.000Z";
const to = "2024-04-01T00:00:00.000Z";
const USERS = ["user1", "user22", "user33", "user144", "user155"];
const marks = (count: number) => Array.from({ length: count }, () => "?").join(", ");
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

export function makeScenarios(rows: readonly Row[]): Scenario[] {
  const names = [...new Set(rows.slice(0, 4_000).map(({ name }) => name))].slice(0, 500);
  const searchedName = rows[77]!.name;
  const primary = keyRange(createCollation({ strength: "primary" }).sortKey(searchedName));
  const byId = { sortBy: "id", orderBy: "id", start: 0, keys: "column" } as const;
  const latest = { ...byId, sortBy: "modifiedTimeStamp:descending", orderBy: "modifiedTimeStamp DESC, id" };
  return [
    {
      ...byId,
      name: "eq, ordered by key",
      filter: "eq(createdBy,'user7')",
      where: "createdBy = ?",
      values: ["user7"],
    },
    {
      ...latest,
      name: "range, ordered by it",
      filter: `and(ge(modifiedTimeStamp,${from}),lt(modifiedTimeStamp,${to}))`,
      where: "modifiedTimeStamp >= ? AND modifiedTimeStamp < ?",
      values: [new Date(from), new Date(to)],
    },
    {
      ...byId,
      name: "prefix",
      filter: "startsWith(name,'Zoë ')",
      where: "name >= ? AND name < ?",
      values: ["Zoë ", "Zoë!"],
    },
    {
      ...latest,
      name: "in 5",
      filter: `in(createdBy,${USERS.map(quoted).join(",")})`,
      where: `createdBy IN (${marks(USERS.length)})`,
      values: USERS,
    },
    {
      ...byId,
      name: "in 500",
      filter: `in(name,${names.map(quoted).join(",")})`,
      where: `name IN (${marks(names.length)})`,
      values: names,
    },
    {
      ...byId,
      name: "contains",
      filter: "contains(description,'risk rolling median')",
      where: "instr(description, ?) > 0",
      values: ["risk rolling median"],
    },
    {
      ...byId,
      name: "and/or nested",
      filter:
        "or(and(eq(state,'failed'),gt(size,4000000)),and(in(createdBy,'user1','user22','user33'),lt(score,10)))",
      sortBy: "size:descending",
      where: "(state = ? AND size > ?) OR (createdBy IN (?, ?, ?) AND score < ?)",
      orderBy: "size DESC, id",
      values: ["failed", 4_000_000, "user1", "user22", "user33", 10],
    },
    {
      ...byId,
      name: "deep page",
      filter: "eq(state,'running')",
      sortBy: "modifiedTimeStamp",
      start: 50_000,
      where: "state = ?",
      orderBy: "modifiedTimeStamp, id",
      values: ["running"],
    },
    {
      ...byId,
      name: "ordered by a number",
      filter: "eq(state,'failed')",
      sortBy: "score:descending",
      where: "state = ?",
      orderBy: "score DESC, id",
      values: ["failed"],
    },
    {
      ...byId,
      name: "eq at primary",
      filter: `eq($primary,name,${quoted(searchedName.toUpperCase())})`,
      where: "nameKey >= ? AND nameKey < ?",
      values: [primary.from, primary.to],
    },
    {
      ...byId,
      name: "collated, key column",
      filter: "gt(size,1000)",
      sortBy: "name",
      where: "size > ?",
      orderBy: "nameKey, id",
      values: [1000],
    },
    {
      ...byId,
      name: "collated, index on key function",
      filter: "gt(size,1000)",
      sortBy: "name",
      keys: "function",
      where: "size > ?",
      orderBy: "tamis_key(name, 'und', 'tertiary'), id",
      values: [1000],
    },
  ];
}
