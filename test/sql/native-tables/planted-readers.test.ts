import { describe, expect, it } from "vitest";
import { sampleOf } from "../../effort.ts";
import { fuzzNative } from "./fuzz.ts";
import type { NativeConnection } from "./native-type.ts";
import { PLANTED_READERS } from "./planted-readers.ts";
import { TABLES as SQLITE_TABLES } from "./sqlite/database.ts";

/** Number of expressions within which each bug must be found. */
const MOST = 20_000;
const SEED = 20_260_101;

async function find(planted: (typeof PLANTED_READERS)[number] | undefined, expressions: number) {
  const connection = (await SQLITE_TABLES.open()) as NativeConnection;
  const figures = await fuzzNative({
    database: SQLITE_TABLES,
    connection,
    expressions,
    seed: SEED,
    mostFound: 1,
    ...(planted === undefined ? {} : { planted }),
  });
  await connection.close();
  return figures;
}

describe("a bug planted in the reader of rows is found", () => {
  it.each(
    sampleOf("sql/native-tables/planted-readers: bugs", PLANTED_READERS).map(
      (bug) => [bug.name, bug] as const,
    ),
  )("%s", async (_name, bug) => {
    const { found } = await find(bug, MOST);
    expect(found.length).toBeGreaterThan(0);
  });

  it("and nothing is found without a planted bug", async () => {
    const { found } = await find(undefined, 2_000);
    expect(found).toEqual([]);
  });
});
