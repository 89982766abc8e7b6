import { expect, it } from "vitest";
import { print } from "tamis";
import { odataBridge } from "tamis/bridges/odata";
import { countOf } from "../../effort.ts";
import { CATALOG, Random, randomFilter, randomRows, SEED, type Row } from "../random.ts";
import { contradiction, idsOf } from "../same-rows.ts";
import { evaluateOData } from "./evaluate.ts";
import { randomOData } from "./random.ts";

const COUNT = countOf("bridges/odata/rows: count");
/** A collection of OData is never null. */
const idsOfOData = (text: string, rows: readonly Row[]) => {
  const keeps = evaluateOData(text);
  return rows.filter((row) => keeps({ ...row, tags: row["tags"] ?? [] })).map(({ id }) => id);
};

it(`random filters of OData keep the same rows in tamis, or the report names the difference (seed ${SEED})`, () => {
  const random = new Random(SEED);
  const rows = randomRows(random, 60);
  let exact = 0;
  for (let i = 0; i < COUNT; i++) {
    const text = randomOData(random);
    const { filter, report } = odataBridge.importQuery({ filter: text }, { catalog: CATALOG });
    if (filter === undefined) throw new Error(`seed ${SEED}: ${text}: ${report[0]!.message}`);
    if (report.length === 0) exact++;
    const problem = contradiction(idsOfOData(text, rows), idsOf(filter, rows), report);
    if (problem !== undefined) throw new Error(`seed ${SEED}: ${text}\nas ${print(filter)}\n${problem}`);
  }
  expect(exact).toBeGreaterThan(COUNT / 5);
});

it(`random filters of tamis keep the same rows in OData, or the report names the difference (seed ${SEED})`, () => {
  const random = new Random(SEED);
  const rows = randomRows(random, 60);
  let exact = 0;
  for (let i = 0; i < COUNT; i++) {
    const filter = randomFilter(random);
    const { filter: text, report } = odataBridge.exportQuery({ filter }, { catalog: CATALOG });
    if (report.length === 0) exact++;
    const problem = contradiction(idsOf(filter, rows), idsOfOData(text!, rows), report);
    if (problem !== undefined) throw new Error(`seed ${SEED}: ${print(filter)}\nas ${text}\n${problem}`);
  }
  expect(exact).toBeGreaterThan(COUNT / 5);
});
