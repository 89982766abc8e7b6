import { it } from "vitest";
import { odataBridge } from "tamis/bridges/odata";
import { countOf } from "../../effort.ts";
import { Random, randomRows, SEED, type Row } from "../random.ts";
import { exportsKeepRows, importsKeepRows } from "../same-rows.ts";
import { evaluateOData } from "./evaluate.ts";
import { randomOData } from "./random.ts";

const COUNT = countOf("bridges/odata/rows: count");
/** A collection of OData is never null. */
const idsOfOData = (text: string, rows: readonly Row[]) => {
  const keeps = evaluateOData(text);
  return rows.filter((row) => keeps({ ...row, tags: row["tags"] ?? [] })).map(({ id }) => id);
};

it(`random filters of OData keep the same rows in tamis, or the report names the difference (seed ${SEED})`, () => {
  const rows = randomRows(new Random(SEED), 60);
  return importsKeepRows(odataBridge, rows, (text) => idsOfOData(text, rows), COUNT, COUNT / 5, randomOData);
});

it(`random filters of tamis keep the same rows in OData, or the report names the difference (seed ${SEED})`, () => {
  const rows = randomRows(new Random(SEED), 60);
  return exportsKeepRows(odataBridge, rows, (text) => idsOfOData(text, rows), COUNT, COUNT / 5);
});
