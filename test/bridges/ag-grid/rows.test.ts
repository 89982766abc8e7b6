import { describe, it } from "vitest";
import { agGridBridge } from "tamis/bridges/ag-grid";
import { countOf } from "../../effort.ts";
import { canonical } from "../grids/canonical.ts";
import {
  DAYS,
  NUMBERS,
  Random,
  randomFilter,
  randomRows,
  SEED,
  STRINGS,
  NESTED_VOCABULARY,
  WHOLE_VOCABULARY,
} from "../random.ts";
import { exportsKeepRows, importsKeepRows, ordersKeepRows, roundTripsKeepFilters } from "../same-rows.ts";
import { gridIds, type Model } from "./grid.ts";

const COUNT = countOf("bridges/ag-grid/rows: count");
const ROWS = randomRows(new Random(SEED), 60);

const SCALAR =
  "equals notEqual lessThan lessThanOrEqual greaterThan greaterThanOrEqual inRange blank notBlank".split(" ");
const TEXT = "equals notEqual contains notContains startsWith endsWith blank notBlank".split(" ");

/** Conditions of a column. Values of an advanced filter are never missing. */
function randomCondition(
  random: Random,
  kind: "strings" | "numbers" | "days" | "instants",
  isAdvanced: boolean,
): Model {
  if (kind === "strings") {
    const text = random.pick(STRINGS);
    const filter = isAdvanced && text === "" ? "a" : text;
    return { filterType: "text", type: random.pick(TEXT), filter };
  }
  const type = random.pick(SCALAR);
  if (kind === "numbers") {
    const isBigint = random.chance(20);
    const pick = () =>
      isBigint ? String(random.pick(NUMBERS.filter(Number.isInteger))) : random.pick(NUMBERS);
    return { filterType: isBigint ? "bigint" : "number", type, filter: pick(), filterTo: pick() };
  }
  const value = () =>
    kind === "days"
      ? random.pick(DAYS)
      : random.pick(["2019-12-31 23:59:59", "2020-01-01 00:00:00", "2020-02-29 12:30:00"]);
  // By default, a column has no such condition of dates.
  const dateType = type.replace("OrEqual", "");
  if (!isAdvanced) return { filterType: "date", type: dateType, dateFrom: value(), dateTo: value() };
  return { filterType: kind === "days" ? "date" : "dateTime", type, filter: value(), filterTo: value() };
}

function randomSet(random: Random, column: string): Model {
  const values = Array.from({ length: random.below(4) }, () =>
    random.chance(15)
      ? null
      : column === "enabled"
        ? random.pick(["true", "false"])
        : String(random.pick([...STRINGS, ...NUMBERS])),
  );
  return { filterType: "set", values, colId: column };
}

const KINDS = ["strings", "numbers", "days", "instants"] as const;
const SET_COLUMNS = ["name", "size", "total", "enabled", "tags"];

function randomColumnModels(random: Random): Model {
  const columns = Array.from({ length: 1 + random.below(3) }, () => {
    if (random.chance(20)) {
      const { colId, ...model } = randomSet(random, random.pick(SET_COLUMNS));
      return [colId as string, model] as const;
    }
    const kind = random.pick(KINDS);
    const first = randomCondition(random, kind, false);
    const column = random.pick(WHOLE_VOCABULARY[kind]);
    // AG Grid cannot read a fraction as a bigint: it excludes such a value from each comparison.
    const member = first["filterType"] === "bigint" ? "total" : column;
    if (random.chance(60)) return [member, first] as const;
    const others = Array.from({ length: 1 + random.below(2) }, () => randomCondition(random, kind, false));
    const conditions = [first, ...others.filter(({ filterType }) => filterType === first["filterType"])];
    return [
      member,
      { filterType: first["filterType"], operator: random.pick(["AND", "OR"]), conditions },
    ] as const;
  });
  return Object.fromEntries(columns);
}

function randomAdvancedModel(random: Random, depth: number): Model {
  if (depth > 0 && random.chance(60)) {
    const conditions = Array.from({ length: 1 + random.below(3) }, () =>
      randomAdvancedModel(random, depth - 1),
    );
    return { filterType: "join", type: random.pick(["AND", "OR"]), conditions };
  }
  if (random.chance(15))
    return { ...randomSet(random, random.pick(SET_COLUMNS)), type: random.pick(["isAnyOf", "isNoneOf"]) };
  if (random.chance(15))
    return {
      filterType: "boolean",
      colId: "enabled",
      type: random.pick(["true", "false", "blank", "notBlank"]),
    };
  const kind = random.pick(KINDS);
  const condition = randomCondition(random, kind, true);
  return {
    ...condition,
    colId: condition["filterType"] === "bigint" ? "total" : random.pick(WHOLE_VOCABULARY[kind]),
  };
}

describe("filter models of AG Grid", () => {
  it(`keep the rows of random filters, or the report names the difference (seed ${SEED})`, () =>
    exportsKeepRows(
      agGridBridge,
      ROWS,
      (model) => gridIds(ROWS, model as Model),
      COUNT,
      COUNT / 20,
      (random) => randomFilter(random, NESTED_VOCABULARY, random.below(4)),
    ));

  it.each([
    ["column models", randomColumnModels],
    ["advanced filter models", (random: Random) => randomAdvancedModel(random, 2)],
  ])(
    `that are %s keep the rows of their translation, or the report names the difference (seed ${SEED})`,
    (_, draw) => {
      return importsKeepRows(
        agGridBridge,
        ROWS,
        (model) => gridIds(ROWS, model as Model),
        COUNT,
        COUNT / 10,
        draw,
      );
    },
  );

  it(`return equal filters if the export has no differences (seed ${SEED})`, () =>
    roundTripsKeepFilters(agGridBridge, canonical, COUNT, (random) =>
      randomFilter(random, WHOLE_VOCABULARY, random.below(4)),
    ));
});

describe("sort models of AG Grid", () => {
  it("put the rows in the same order if the report is empty, and keep the keys", () =>
    ordersKeepRows(agGridBridge, ROWS, (model) => sortedIds(model as SortItem[]), [
      ...["size,id", "total:descending,size", "enabled,day:descending,id"],
    ]));
});

interface SortItem {
  readonly colId: string;
  readonly sort: "asc" | "desc";
}

/** The documented order of a grid: null first, then by `<`, and equal rows in their own order. */
function sortedIds(model: readonly SortItem[]): readonly number[] {
  const compare = (a: unknown, b: unknown): number => {
    if (a === null || b === null) return Number(b === null) - Number(a === null);
    return (a as number) > (b as number) ? 1 : (a as number) < (b as number) ? -1 : 0;
  };
  return ROWS.toSorted((a, b) => {
    for (const { colId, sort } of model) {
      const order = compare(a[colId], b[colId]);
      if (order !== 0) return sort === "desc" ? -order : order;
    }
    return 0;
  }).map(({ id }) => id);
}
