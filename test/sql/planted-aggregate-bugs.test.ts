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
import { instead } from "./planted-memory-bugs.ts";

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

const BOTH: readonly Backend[] = ["memory", "sqlite"];
const BUGS: readonly (readonly [name: string, of: readonly Backend[], plant: () => () => void])[] = [
  [
    "rows without a value are in the group of the first value",
    ["sqlite"],
    instead(KeyCodes, "codeOfIdentity", (usual, _codes, identity, read) =>
      identity === undefined ? 1 : usual(identity, read),
    ),
  ],
  [
    "integers are summed as floats of 32 bits",
    BOTH,
    instead(IntegerSums, "add", (usual, _sums, group, value, times) =>
      usual(group, Math.fround(Number(value)), times),
    ),
  ],
  [
    "the sum of doubles has an error of 1e-9",
    BOTH,
    instead(DoubleSums, "sum", (usual, _sums, group) => usual(group) * (1 + 1e-9)),
  ],
  [
    "equally large groups are in no order",
    BOTH,
    instead(Groups, "compare", (usual, _groups, a, b) => -usual(a, b)),
  ],
  [
    "SQLite groups strings in lower case",
    ["sqlite"],
    instead(
      { prototype: SQLITE_AGGREGATES },
      "groupedString",
      (_usual, _aggregates, value) => sql`lower(${value})`,
    ),
  ],
  [
    "SQLite adds the halves of integers with a wrong weight",
    ["sqlite"],
    instead({ prototype: SQLITE_AGGREGATES }, "integerSum", (usual, _aggregates, value) =>
      usual(value).map((part) => ({ ...part, weight: part.weight === 1n ? 1n : part.weight - 1n })),
    ),
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
          const disagreements = figures.found.map(({ disagreement }) => disagreement.what);
          expect(disagreements.filter((what) => what.includes("groups by"))).not.toEqual([]);
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
