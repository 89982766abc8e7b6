import type { Row } from "./rows.ts";

/*
 * The ten filters of queries.ts as loops that trust no row: each property is read through its descriptor, which runs no
 * getter and inherits nothing. Values that are missing or of another type match nothing. The loops do nothing else of what
 * tamis does by default, so they show the price of this guarantee.
 */

type Loop = (rows: readonly Row[]) => number;

const descriptorOf = Object.getOwnPropertyDescriptor;

function own(row: unknown, key: string): unknown {
  if (typeof row !== "object" || row === null) return undefined;
  const descriptor = descriptorOf(row, key);
  return descriptor === undefined ? undefined : (descriptor.value as unknown);
}

/** @param names the names that `makeQueries` received */
export function makeGuardedLoops(names: readonly [string, string, string]): Readonly<Record<string, Loop>> {
  const [first, second, third] = names;
  return {
    q1_eq: (rows) => {
      let count = 0;
      for (let i = 0; i < rows.length; i++) if (own(rows[i], "name") === first) count++;
      return count;
    },
    q1b_eqLow: (rows) => {
      let count = 0;
      for (let i = 0; i < rows.length; i++) if (own(rows[i], "state") === "failed") count++;
      return count;
    },
    q2_and: (rows) => {
      let count = 0;
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i];
        if (own(row, "state") !== "failed") continue;
        const size = own(row, "size");
        if (typeof size === "number" && size > 4_000_000) count++;
      }
      return count;
    },
    q3_in5: (rows) => {
      let count = 0;
      for (let i = 0; i < rows.length; i++) {
        const by = own(rows[i], "createdBy");
        if (by === "user1" || by === "user22" || by === "user33" || by === "user144" || by === "user155")
          count++;
      }
      return count;
    },
    q4_contains: (rows) => {
      let count = 0;
      for (let i = 0; i < rows.length; i++) {
        const description = own(rows[i], "description");
        if (typeof description === "string" && description.includes("risk rolling median")) count++;
      }
      return count;
    },
    q5_startsWith: (rows) => {
      let count = 0;
      for (let i = 0; i < rows.length; i++) {
        const name = own(rows[i], "name");
        if (typeof name === "string" && name.startsWith("Zoë ")) count++;
      }
      return count;
    },
    q6_range: (rows) => {
      let count = 0;
      for (let i = 0; i < rows.length; i++) {
        const time = own(rows[i], "modifiedTimeStamp");
        if (typeof time !== "string") continue;
        if (time >= "2024-03-01T00:00:00.000Z" && time < "2024-04-01T00:00:00.000Z") count++;
      }
      return count;
    },
    q7_or10: (rows) => {
      let count = 0;
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i];
        if (isAnyOfTen(row, first, second, third)) count++;
      }
      return count;
    },
    q8_nested: (rows) => {
      let count = 0;
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i];
        if (own(own(row, "owner"), "city") !== "Málaga") continue;
        const score = own(row, "score");
        if (typeof score === "number" && score > 1) count++;
      }
      return count;
    },
    q9_regex: (rows) => {
      let count = 0;
      const pattern = /^risk .*audit \d+$/;
      for (let i = 0; i < rows.length; i++) {
        const description = own(rows[i], "description");
        if (typeof description === "string" && pattern.test(description)) count++;
      }
      return count;
    },
  };
}

/** Reads each member at most once, and only if the ones before do not decide. */
function isAnyOfTen(row: Row | undefined, first: string, second: string, third: string): boolean {
  const name = own(row, "name");
  if (name === first || name === second || name === third) return true;
  const by = own(row, "createdBy");
  if (by === "user7" || by === "user8" || by === "user9") return true;
  const size = own(row, "size");
  if (typeof size === "number" && (size > 4_950_000 || size < 10_000)) return true;
  const score = own(row, "score");
  return typeof score === "number" && (score > 99.5 || score < 0.5);
}
