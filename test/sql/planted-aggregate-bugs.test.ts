import { afterAll, describe, expect, it } from "vitest";
import { Groups, KeyCodes } from "../../src/engine/aggregates/groups.ts";
import { DoubleSums, IntegerSums } from "../../src/engine/aggregates/sums.ts";
import { plainKernels } from "../../src/engine/store/kernels/plain.ts";
import { SQLITE_AGGREGATES } from "../../src/sql/dialects/sqlite/aggregates.ts";
import { sql } from "../../src/sql/fragments/fragment.ts";
import { TUNINGS } from "../engine/store/against-rows.ts";
import { collectionUnderTest } from "./engines-memory.ts";
import { sqliteUnderTest } from "./engines/sqlite.ts";
import { fuzz } from "./fuzz/fuzz.ts";

/** The fuzzer must find typical bugs of groups and sums: otherwise it would prove nothing about them. */

const SEED = 20_260_101;
/** Number of filters within which a bug must be found. */
const MOST = 1_500;

const sqlite = await sqliteUnderTest();
afterAll(() => sqlite.close());
const BACKENDS = {
  memory: collectionUnderTest({ name: "memory", kernels: plainKernels, tuning: TUNINGS[0]![1] }),
  sqlite,
};
type Backend = keyof typeof BACKENDS;

/** Replaces a property of an object until the returned function is called. */
function replace<T extends object, K extends keyof T>(
  of: T,
  key: K,
  make: (usual: T[K]) => T[K],
): () => void {
  const usual = of[key];
  of[key] = make(usual);
  return () => {
    of[key] = usual;
  };
}

const BOTH: readonly Backend[] = ["memory", "sqlite"];
const BUGS: readonly (readonly [name: string, of: readonly Backend[], plant: () => () => void])[] = [
  [
    "rows without a value are in the group of the first value",
    ["sqlite"],
    () =>
      replace(KeyCodes.prototype, "codeOfIdentity", (usual) => {
        return function (this: KeyCodes, identity, read) {
          return identity === undefined ? 1 : usual.call(this, identity, read);
        };
      }),
  ],
  [
    "integers are summed as floats of 32 bits",
    BOTH,
    () =>
      replace(IntegerSums.prototype, "add", (usual) => {
        return function (this: IntegerSums, group, value, times) {
          usual.call(this, group, Math.fround(Number(value)), times);
        };
      }),
  ],
  [
    "the sum of doubles has an error of 1e-9",
    BOTH,
    () =>
      replace(DoubleSums.prototype, "sum", (usual) => {
        return function (this: DoubleSums, group) {
          return usual.call(this, group) * (1 + 1e-9);
        };
      }),
  ],
  [
    "equally large groups are in no order",
    BOTH,
    () =>
      replace(Groups.prototype, "compare", (usual) => {
        return function (this: Groups, a, b) {
          return -usual.call(this, a, b);
        };
      }),
  ],
  [
    "SQLite groups strings in lower case",
    ["sqlite"],
    () => replace(SQLITE_AGGREGATES, "groupedString", () => (value) => sql`lower(${value})`),
  ],
  [
    "SQLite adds the halves of integers with a wrong weight",
    ["sqlite"],
    () => {
      const halved = (weight: bigint) => (weight === 1n ? 1n : weight - 1n);
      return replace(
        SQLITE_AGGREGATES,
        "integerSum",
        (usual) => (value) => usual(value).map((part) => ({ ...part, weight: halved(part.weight) })),
      );
    },
  ],
];

describe("the fuzzer", () => {
  for (const [name, of, plant] of BUGS) {
    it.each(of)(
      `finds in %s that ${name}`,
      async (backend) => {
        const remove = plant();
        try {
          const engines = [BACKENDS[backend]];
          const figures = await fuzz({ engines, expressions: MOST, seed: SEED, mostFound: 1 });
          const found = figures.found.map(({ disagreement }) => disagreement.what);
          expect(found.filter((what) => what.includes("groups by"))).not.toEqual([]);
        } finally {
          remove();
        }
      },
      120_000,
    );
  }

  it.each(Object.keys(BACKENDS) as Backend[])(
    "finds nothing in %s without a planted bug",
    async (backend) => {
      const figures = await fuzz({ engines: [BACKENDS[backend]], expressions: 300, seed: SEED });
      expect(figures.found).toEqual([]);
    },
    120_000,
  );
});
