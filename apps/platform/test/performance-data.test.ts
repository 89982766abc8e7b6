import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLibraries } from "../scripts/make-libraries.ts";
import { readCode, writeCode, type JobSettings } from "../src/performance/contract/job-code.ts";
import { kindsOf } from "../src/performance/contract/report-kinds.ts";
import { Slices } from "../src/performance/data/slices.ts";
import { descendingOrder } from "../src/performance/data/sorted-order.ts";
import { measure, type MeasureOptions } from "../src/performance/measures/measure.ts";

const LIBRARIES = fileURLToPath(new URL("../libraries", import.meta.url));
const LIMITS: MeasureOptions = { folder: LIBRARIES, maxRows: 1_000, maxPoints: 1_000 };
const SIGNAL = new AbortController().signal;

const LOANS: JobSettings = {
  dataLibrary: "public",
  prefix: "loans",
  dataTable: null,
  targetLevel: "binary",
  target: "bad",
  event: "1",
  prediction: "p_bad",
  inputs: ["amount", "debt_ratio", "age_of_credit", "job"],
  bins: 10,
};
const HOMES: JobSettings = {
  ...LOANS,
  prefix: "homes",
  targetLevel: "interval",
  target: "price",
  event: null,
  prediction: "p_price",
  inputs: ["area", "age", "district"],
  bins: 5,
};

type Fixture = Readonly<Record<string, readonly (readonly (string | number | null)[])[]>>;
const fixtures = JSON.parse(
  readFileSync(new URL("performance/fixture.json", import.meta.url), "utf8"),
) as Readonly<Record<string, Fixture>>;

/** Members of the data points in the order of the columns of the fixture. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  lift: ["depth", "lift", "cumulativeLift", "capturedResponse", "cumulativeCapturedResponse"],
  "variable.summary": [
    "variable",
    "count",
    "missing",
    "mean",
    "standardDeviation",
    "minimum",
    "maximum",
    "mode",
  ],
  "variable.deviation": ["variable", "bins", "deviation"],
  roc: ["threshold", "falsePositiveRate", "sensitivity"],
  "ks.cumulative": ["threshold", "cumulativeEvents", "cumulativeNonEvents", "difference"],
  "ks.statistic": ["ks", "threshold"],
  mse: ["count", "mse", "rootMse"],
  gini: ["gini", "areaUnderCurve"],
};

describe.each([
  ["loan-default", LOANS, "binary"],
  ["home-price", HOMES, "interval"],
])("the report data of %s", (name, settings, level) => {
  it.each(kindsOf(level))("of the kind %s are those of scikit-learn", async (kind) => {
    const { data, dataTable } = await measure(settings, LIMITS, SIGNAL);
    expect(dataTable).toBe(`${settings.prefix}_2_q2`);
    const expected = fixtures[name]![kind]!;
    const points = data[kind]!;
    expect(points.length).toBe(expected.length);
    for (const [i, point] of points.entries())
      for (const [j, column] of COLUMNS[kind]!.entries()) {
        const value = expected[i]![j]!;
        if (typeof value === "number") expect(point[column], column).toBeCloseTo(value, 9);
        else expect(point[column], column).toBe(value);
      }
  });

  it("have no other kinds", async () => {
    const { data } = await measure(settings, LIMITS, SIGNAL);
    expect(Object.keys(data).sort()).toEqual([...kindsOf(level)].sort());
    expect(Object.keys(fixtures[name]!).sort()).toEqual([...kindsOf(level)].sort());
  });
});

it("the shipped tables are those that the script makes", () => {
  for (const [path, text] of makeLibraries()) expect(readFileSync(join(LIBRARIES, path), "utf8")).toBe(text);
});

it("the code of a job has all of its settings", () => {
  const odd = { ...LOANS, target: 'a";\nb = 1;', inputs: ["*/", "é\u2028"] };
  for (const settings of [LOANS, HOMES, odd]) expect(readCode(writeCode(settings))).toEqual(settings);
});

it("values are sorted in descending order, and equal ones keep theirs", async () => {
  for (const size of [0, 1, 1_023, 1_024, 1_025, 5_000]) {
    const values = Float64Array.from({ length: size }, (_, i) => (i * 7_919) % 101);
    const expected = Array.from(values.keys()).sort((a, b) => values[b]! - values[a]! || a - b);
    expect([...(await descendingOrder(values, new Slices(SIGNAL)))]).toEqual(expected);
  }
});

describe("limits and failures", () => {
  let folder: string;
  const write = (name: string, text: string) => writeFileSync(join(folder, "own", `${name}.csv`), text);
  const own = (prefix: string, others: Partial<JobSettings> = {}) =>
    measure(
      { ...LOANS, dataLibrary: "own", prefix, target: "y", prediction: "p", inputs: ["p"], ...others },
      { folder, maxRows: 4, maxPoints: 3 },
      SIGNAL,
    );

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "libraries-"));
    mkdirSync(join(folder, "own"));
    write("four_1_a", "y,p\n1,0.9\n0,0.5\n1,0.4\n0,0.1\n");
    write("five_1_a", "y,p\n1,0.9\n0,0.5\n1,0.4\n0,0.1\n0,0\n");
    write("one_1_a", "y,p\n0,0.9\n0,0.5\n");
    write("text_1_a", "y,p\n0,high\n");
    write("blank_1_a", "y,p\n,0.1\n1,\n");
    write("header_1_a", "y,p\n");
    write("ragged_1_a", "y,p\n1\n");
    write("semicolons_1_a", 'y;p\n1;"a"\n');
    write("open_1_a", 'y,p\n1,"a\n');
    write("same_1_a", "y,p\n1,0.5\n0,0.5\n0,0.5\n0,0.5\n");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("a table has at most the maximum number of rows, and a curve that of points", async () => {
    const { data } = await own("four");
    expect(data.roc!.length).toBe(3);
    expect(data["ks.cumulative"]!.map(({ threshold }) => threshold)).toEqual([0.9, 0.4, 0.1]);
    await expect(own("five")).rejects.toThrow("more than 4 rows");
  });

  it("rows with equal predictions share their events among the bins", async () => {
    const { data } = await own("same", { bins: 4 });
    expect(data.lift!.map(({ events, lift }) => [events, lift])).toEqual([
      [0.25, 1],
      [0.25, 1],
      [0.25, 1],
      [0.25, 1],
    ]);
    expect(data.gini![0]!["gini"]).toBe(0);
  });

  it.each([
    ["one", {}, "only one value"],
    ["text", {}, "not numbers"],
    ["blank", {}, "No row"],
    ["header", {}, "no rows"],
    ["ragged", {}, "is not CSV with commas"],
    ["semicolons", {}, "is not CSV with commas"],
    ["open", {}, "is not CSV with commas"],
    ["none", {}, "No table"],
    ["four", { inputs: ["z"] }, "no column 'z'"],
    ["four", { dataTable: "five_1_a" }, "is no table"],
    ["four", { dataLibrary: "../own" }, "no data library"],
    ["four", { dataLibrary: ".." }, "no data library"],
    ["../own/four", {}, "No table"],
  ])("%s with %o fails with a reason", async (prefix, others, reason) => {
    await expect(own(prefix, others)).rejects.toThrow(reason);
  });
});
