import { parse } from "@marcbachmann/cel-js";
import { describe, expect, it } from "vitest";
import { celBridge } from "tamis/bridges/cel";
import { countOf } from "../../effort.ts";
import { CATALOG, Random, randomNestedFilter, randomRows, SEED, type Row } from "../random.ts";
import { exportsKeepRows, importsKeepRows } from "../same-rows.ts";
import { CEL_EXAMPLES } from "./examples.ts";

const COUNT = countOf("bridges/cel/rows: count");
const ROWS = randomRows(new Random(SEED), 60);
/** Dates are timestamps in CEL. */
const VARIABLES = ROWS.map((row) => ({ ...row, day: asDate(row["day"]), at: asDate(row["at"]) }));

/** Ids of the rows for which a CEL library evaluates a condition to true. An error excludes the row. */
function celIds(condition: string): readonly number[] {
  const evaluate = parse(condition);
  return VARIABLES.filter((variables: Row) => {
    try {
      return evaluate(variables) === true;
    } catch {
      return false;
    }
  }).map(({ id }) => id);
}

function asDate(value: unknown): unknown {
  return typeof value === "string" ? new Date(value) : value;
}

describe("conditions of CEL", () => {
  // JavaScript has no pattern with the flag (?s) in the middle.
  it(`keep the rows of random filters, or the report names the difference (seed ${SEED})`, () =>
    exportsKeepRows(
      celBridge,
      ROWS,
      (text) => (text.includes("(?s)") ? undefined : celIds(text)),
      COUNT,
      COUNT / 10,
      randomNestedFilter,
    ));

  it(`keep the rows of their translation, or the report names the difference (seed ${SEED})`, () => {
    const parts = [
      ...CEL_EXAMPLES.filter(({ part }) => part === undefined)
        .map(({ foreign }) => foreign)
        .filter((text) => /^[^.]*\b(?:size|name|tags|enabled|at)\b/.test(text)),
      ...[
        "size == total",
        "name != code",
        "day >= timestamp('2020-01-01T00:00:00Z')",
        "'a' in tags",
        "name == ''",
      ],
      ...["name.contains(label)", "code.endsWith(label) && label.startsWith(name)", "enabled == true"],
      ...["enabled != false", "name in ['a', 'A']", "size < total", "size(tags) == 0"],
    ].filter((text) => {
      // The library has no lists with elements of several types.
      const { report } = celBridge.importQuery({ filter: text }, { catalog: CATALOG });
      return report.every(({ effect }) => effect !== "failed") && !/\b[abc] |owner|labels|, null/.test(text);
    });
    expect(parts.length).toBeGreaterThan(30);
    const draw = (random: Random, depth: number): string => {
      if (depth === 0 || random.chance(40)) return random.pick(parts);
      if (random.chance(30)) return `!(${draw(random, depth - 1)})`;
      return `(${draw(random, depth - 1)}) ${random.pick(["&&", "||"])} (${draw(random, depth - 1)})`;
    };
    return importsKeepRows(celBridge, ROWS, celIds, COUNT, COUNT / 10, (random) => draw(random, 3));
  });
});
