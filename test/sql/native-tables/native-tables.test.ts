import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { countOf } from "../../effort.ts";
import { describedNative, fuzzNative, retryNative } from "./fuzz.ts";
import { NATIVE_DATABASES } from "./list.ts";
import type { NativeConnection } from "./native-type.ts";
import { keptNative } from "./regressions.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
/** Expressions for the fastest database; the others evaluate a share of them by their speed. */
const MOST = countOf("sql/native-tables/native-tables: values");
const FASTEST = Math.max(...NATIVE_DATABASES.map(({ speed }) => speed));

const wanted = process.env["TAMIS_ENGINES"]?.split(",");
const tried = NATIVE_DATABASES.filter(({ name }) => wanted?.includes(name) ?? true);

describe.each(tried.map((database) => [database.name, database] as const))(
  "tables of %s",
  (_name, database) => {
    let connection: NativeConnection | undefined;
    beforeAll(async () => {
      connection = await database.open();
    }, 60_000);
    afterAll(() => connection?.close());
    beforeEach((context) => {
      if (connection === undefined) context.skip();
    });

    const count = Math.ceil((MOST * database.speed) / FASTEST);
    it(`with random native types show and filter ${count} times the values that the database has (seed ${seed})`, async () => {
      const figures = await fuzzNative({ database, connection: connection!, expressions: count, seed });
      expect(figures.found.map(describedNative)).toEqual([]);
      // A few tables in a row can be refused.
      const compared = figures.expressions - figures.refused;
      expect(figures.exact).toBeGreaterThanOrEqual(compared * 0.25);
    }, 600_000);

    const kept = keptNative(database);
    it.skipIf(kept.length === 0)(
      "show and filter former disagreements as the database has them",
      async () => {
        for (const { name, table, trial } of kept)
          expect([name, await retryNative(database, connection!, table, trial)]).toEqual([name, undefined]);
      },
      600_000,
    );

    it("have types with different names", () => {
      const names = database.types.map(({ ddl }) => ddl);
      expect(names.filter((ddl, i) => names.indexOf(ddl) !== i)).toEqual([]);
    });
  },
);
