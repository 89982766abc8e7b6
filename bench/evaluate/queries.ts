import type { Row } from "./rows.ts";

/*
 * Ten filters of different kinds. Each has two forms: a small tree, from which the filter is written in every contestant's
 * language, and a hand-written loop.
 */

export type Condition =
  | { readonly kind: "and" | "or"; readonly parts: readonly Condition[] }
  | {
      readonly kind: "eq" | "gt" | "lt" | "ge";
      readonly member: string;
      readonly value: string | number;
      readonly isTime?: boolean;
    }
  | { readonly kind: "in"; readonly member: string; readonly values: readonly string[] }
  | { readonly kind: "contains" | "startsWith" | "match"; readonly member: string; readonly value: string };

export interface Query {
  readonly name: string;
  readonly condition: Condition;
  readonly loop: (rows: readonly Row[]) => number;
}

const compared =
  (kind: "eq" | "gt" | "lt") =>
  (member: string, value: string | number): Condition => ({ kind, member, value });
const [eq, gt, lt] = [compared("eq"), compared("gt"), compared("lt")];
const within = (member: string, values: readonly string[]): Condition => ({ kind: "in", member, values });
const and = (...parts: Condition[]): Condition => ({ kind: "and", parts });
const or = (...parts: Condition[]): Condition => ({ kind: "or", parts });

/** @param rows have the names that the filters search; names are random */
export function makeQueries(rows: readonly Row[]): Query[] {
  const [first, second, third] = [rows[500]!.name, rows[7]!.name, rows[77]!.name];
  return [
    {
      name: "q1_eq",
      condition: eq("name", first),
      loop: (rows) => {
        let count = 0;
        for (let i = 0; i < rows.length; i++) if (rows[i]!.name === first) count++;
        return count;
      },
    },
    {
      name: "q1b_eqLow",
      condition: eq("state", "failed"),
      loop: (rows) => {
        let count = 0;
        for (let i = 0; i < rows.length; i++) if (rows[i]!.state === "failed") count++;
        return count;
      },
    },
    {
      name: "q2_and",
      condition: and(eq("state", "failed"), gt("size", 4_000_000)),
      loop: (rows) => {
        let count = 0;
        for (let i = 0; i < rows.length; i++) {
          const row = rows[i]!;
          if (row.state === "failed" && row.size > 4_000_000) count++;
        }
        return count;
      },
    },
    {
      name: "q3_in5",
      condition: within("createdBy", ["user1", "user22", "user33", "user144", "user155"]),
      loop: (rows) => {
        let count = 0;
        for (let i = 0; i < rows.length; i++) {
          const by = rows[i]!.createdBy;
          if (by === "user1" || by === "user22" || by === "user33" || by === "user144" || by === "user155")
            count++;
        }
        return count;
      },
    },
    {
      name: "q4_contains",
      condition: { kind: "contains", member: "description", value: "risk rolling median" },
      loop: (rows) => {
        let count = 0;
        for (let i = 0; i < rows.length; i++)
          if (rows[i]!.description.includes("risk rolling median")) count++;
        return count;
      },
    },
    {
      name: "q5_startsWith",
      condition: { kind: "startsWith", member: "name", value: "Zoë " },
      loop: (rows) => {
        let count = 0;
        for (let i = 0; i < rows.length; i++) if (rows[i]!.name.startsWith("Zoë ")) count++;
        return count;
      },
    },
    {
      name: "q6_range",
      condition: and(
        { kind: "ge", member: "modifiedTimeStamp", value: "2024-03-01T00:00:00.000Z", isTime: true },
        { kind: "lt", member: "modifiedTimeStamp", value: "2024-04-01T00:00:00.000Z", isTime: true },
      ),
      loop: (rows) => {
        let count = 0;
        for (let i = 0; i < rows.length; i++) {
          const time = rows[i]!.modifiedTimeStamp;
          // Comparing strings is enough, because all times have the same format.
          if (time >= "2024-03-01T00:00:00.000Z" && time < "2024-04-01T00:00:00.000Z") count++;
        }
        return count;
      },
    },
    {
      name: "q7_or10",
      condition: or(
        eq("name", first),
        eq("name", second),
        eq("name", third),
        eq("createdBy", "user7"),
        eq("createdBy", "user8"),
        eq("createdBy", "user9"),
        gt("size", 4_950_000),
        lt("size", 10_000),
        gt("score", 99.5),
        lt("score", 0.5),
      ),
      loop: (rows) => {
        let count = 0;
        for (let i = 0; i < rows.length; i++) {
          const { name, createdBy, size, score } = rows[i]!;
          if (
            name === first ||
            name === second ||
            name === third ||
            createdBy === "user7" ||
            createdBy === "user8" ||
            createdBy === "user9" ||
            size > 4_950_000 ||
            size < 10_000 ||
            score > 99.5 ||
            score < 0.5
          ) {
            count++;
          }
        }
        return count;
      },
    },
    {
      name: "q8_nested",
      condition: and(eq("owner.city", "Málaga"), gt("score", 1)),
      loop: (rows) => {
        let count = 0;
        for (let i = 0; i < rows.length; i++) {
          const row = rows[i]!;
          if (row.owner.city === "Málaga" && row.score > 1) count++;
        }
        return count;
      },
    },
    {
      name: "q9_regex",
      condition: { kind: "match", member: "description", value: "risk .*audit \\d+" },
      loop: (rows) => {
        let count = 0;
        const pattern = /^risk .*audit \d+$/;
        for (let i = 0; i < rows.length; i++) if (pattern.test(rows[i]!.description)) count++;
        return count;
      },
    },
  ];
}
