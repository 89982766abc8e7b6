import {
  defaultValueProcessorByRule,
  formatQuery,
  jsonLogicAdditionalOperators,
  type RuleGroupTypeAny,
  type RuleType,
  type ValueProcessorOptions,
} from "@react-querybuilder/core";
import jsonLogic from "json-logic-js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { print } from "tamis";
import { reactQuerybuilderBridge as bridge } from "tamis/bridges/react-querybuilder";
import { countOf } from "../../effort.ts";
import { CATALOG, Random, randomFilter, randomRows, SEED, WHOLE_VOCABULARY } from "../random.ts";
import { contradiction, idsOf } from "../same-rows.ts";
import { openSqliteRows } from "../sql/databases.ts";
import { randomListQuery, randomQuery } from "./random-query.ts";

type Query = RuleGroupTypeAny;

const COUNT = countOf("bridges/react-querybuilder/rows: count");
const BATCH = 50;
const random = new Random(SEED);
const rows = randomRows(random, 80);
const database = openSqliteRows(rows);
afterAll(() => database.close());
beforeAll(() => {
  for (const [name, run] of Object.entries(jsonLogicAdditionalOperators)) jsonLogic.add_operation(name, run);
});

const NUMBER_FIELDS = ["size", "total", "id"].map((name) => ({ name, label: name, inputType: "number" }));

/** The SQL of the library. It does not escape `%` and `_` of searches, which are ordinary characters to a user. */
function sqlOf(query: unknown): string {
  return formatQuery(query as Query, {
    format: "sql",
    fields: NUMBER_FIELDS,
    parseNumbers: "strict-limited",
    valueProcessor: (rule: RuleType, options?: ValueProcessorOptions) => {
      if (!/contain|with/i.test(rule.operator)) return defaultValueProcessorByRule(rule, options);
      const value =
        rule.valueSource === "field"
          ? `replace(replace(replace(${rule.value}, '!', '!!'), '%', '!%'), '_', '!_')`
          : String(rule.value).replaceAll(/[%_!]/g, "!$&");
      return `${defaultValueProcessorByRule({ ...rule, value }, options)} ESCAPE '!'`;
    },
  }).replaceAll(/'(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d+)?)Z'/g, "'$1 $2'");
}

const logicOf = (query: unknown) => formatQuery(query as Query, { format: "jsonlogic" });

const idsByLogic = (query: unknown) => {
  const logic = logicOf(query);
  return rows.filter((row) => jsonLogic.truthy(jsonLogic.apply(logic as never, row))).map(({ id }) => id);
};

function fail(query: unknown, text: string, problem: string): never {
  throw new Error(`seed ${SEED}: ${JSON.stringify(query)}\nand ${text}\n${problem}`);
}

it(`the SQL of exported filters keeps the same rows, or the report names the difference (seed ${SEED})`, async () => {
  let exact = 0;
  for (let done = 0; done < COUNT; done += BATCH) {
    const filters = Array.from({ length: BATCH }, () =>
      randomFilter(random, { ...WHOLE_VOCABULARY, lists: [] }),
    );
    const exports = filters.map((filter) => bridge.exportQuery({ filter }, { catalog: CATALOG }));
    const found = await database.idsOf(exports.map(({ filter }) => sqlOf(filter)));
    filters.forEach((filter, i) => {
      const { filter: query, report } = exports[i]!;
      if (report.length === 0) exact++;
      const problem = contradiction(idsOf(filter, rows), found[i]!, report);
      if (problem !== undefined) fail(query, print(filter), problem);
    });
  }
  expect(exact).toBeGreaterThan(COUNT / 10);
});

it(`imported queries keep the rows of their SQL, or the report names the difference (seed ${SEED})`, async () => {
  let exact = 0;
  for (let done = 0; done < COUNT; done += BATCH) {
    const queries = Array.from({ length: BATCH }, () => randomQuery(random));
    const found = await database.idsOf(queries.map(sqlOf));
    queries.forEach((query, i) => {
      const { filter, report } = bridge.importQuery({ filter: query }, { catalog: CATALOG });
      if (report.length === 0) exact++;
      const problem = contradiction(found[i]!, idsOf(filter!, rows), report);
      if (problem !== undefined) fail(query, `${print(filter!)}\nsql ${sqlOf(query)}`, problem);
    });
  }
  expect(exact).toBeGreaterThan(COUNT / 10);
});

it(`rules for elements of lists keep the rows of their JsonLogic, or the report names the difference (seed ${SEED})`, () => {
  let exact = 0;
  for (let i = 0; i < COUNT; i++) {
    const query = randomListQuery(random);
    const { filter, report } = bridge.importQuery({ filter: query }, { catalog: CATALOG });
    if (report.length === 0) exact++;
    const problem = contradiction(idsByLogic(query), idsOf(filter!, rows), report);
    if (problem !== undefined)
      fail(query, `${print(filter!)}\nlogic ${JSON.stringify(logicOf(query))}`, problem);
  }
  expect(exact).toBeGreaterThan(COUNT / 20);
});

it(`exported filters on lists keep the rows of their JsonLogic (seed ${SEED})`, () => {
  const words = { strings: [], numbers: [], booleans: [], days: [], instants: [], lists: ["tags"] };
  let exact = 0;
  for (let i = 0; i < COUNT; i++) {
    const filter = randomFilter(random, words);
    const { filter: query, report } = bridge.exportQuery({ filter }, { catalog: CATALOG });
    if (report.length === 0) exact++;
    // The JsonLogic of the library leaves out groups without rules, which stand for true and false.
    if (/"rules":\[\]/.test(JSON.stringify(query))) continue;
    const problem = contradiction(idsOf(filter, rows), idsByLogic(query), report);
    if (problem !== undefined)
      fail(query, `${print(filter)}\nlogic ${JSON.stringify(logicOf(query))}`, problem);
  }
  expect(exact).toBeGreaterThan(COUNT / 10);
});
