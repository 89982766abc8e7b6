import {
  defaultValueProcessorByRule,
  formatQuery,
  jsonLogicAdditionalOperators,
  type RuleGroupTypeAny,
  type RuleType,
  type ValueProcessorOptions,
} from "@react-querybuilder/core";
import jsonLogic from "json-logic-js";
import { afterAll, beforeAll, it } from "vitest";
import { reactQuerybuilderBridge as bridge } from "tamis/bridges/react-querybuilder";
import { countOf } from "../../effort.ts";
import { Random, randomFilter, randomRows, SEED, WHOLE_VOCABULARY } from "../random.ts";
import { exportsKeepRows, importsKeepRows } from "../same-rows.ts";
import { openSqliteRows } from "../sql/databases.ts";
import { randomListQuery, randomQuery } from "./random-query.ts";

type Query = RuleGroupTypeAny;

const COUNT = countOf("bridges/react-querybuilder/rows: count");
const rows = randomRows(new Random(SEED), 80);
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

const idsBySql = async (query: unknown) => (await database.idsOf([sqlOf(query)]))[0];

it(`the SQL of exported filters keeps the same rows, or the report names the difference (seed ${SEED})`, () =>
  exportsKeepRows(bridge, rows, idsBySql, COUNT, COUNT / 10, (random) =>
    randomFilter(random, { ...WHOLE_VOCABULARY, lists: [] }),
  ));

it(`imported queries keep the rows of their SQL, or the report names the difference (seed ${SEED})`, () =>
  importsKeepRows<unknown>(bridge, rows, idsBySql, COUNT, COUNT / 10, (random) => randomQuery(random)));

it(`rules for elements of lists keep the rows of their JsonLogic, or the report names the difference (seed ${SEED})`, () =>
  importsKeepRows<unknown>(bridge, rows, idsByLogic, COUNT, COUNT / 20, (random) => randomListQuery(random)));

it(`exported filters on lists keep the rows of their JsonLogic (seed ${SEED})`, () => {
  const words = { strings: [], numbers: [], booleans: [], days: [], instants: [], lists: ["tags"] };
  // The JsonLogic of the library leaves out groups without rules, which stand for true and false.
  const idsIn = (query: unknown) =>
    /"rules":\[\]/.test(JSON.stringify(query)) ? undefined : idsByLogic(query);
  return exportsKeepRows(bridge, rows, idsIn, COUNT, COUNT / 10, (random) => randomFilter(random, words));
});
