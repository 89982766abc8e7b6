import { isComparisonNode, type ExpressionNode } from "@rsql/ast";
import { parse } from "@rsql/parser";
import { Query } from "mingo";
import rsqlMongoDB from "rsql-mongodb";
import { expect, it } from "vitest";
import { compileComparator, checkSortBy, print } from "tamis";
import { rsqlBridge } from "tamis/bridges/rsql";
import { countOf } from "../../effort.ts";
import { CATALOG, Random, randomFilter, randomRows, SEED } from "../random.ts";
import { contradiction, exportsKeepRows, idsOf, importsKeepRows } from "../same-rows.ts";
import { matchesRsql } from "./evaluate.ts";
import { randomRsql, randomSoup, withoutAdditions } from "./random.ts";

const COUNT = countOf("bridges/rsql/rows: count");
const rows = randomRows(new Random(SEED), 60);

/** Undefined if @rsql/parser rejects the text. */
function parsed(text: string): ExpressionNode | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

it(`accepts the texts that @rsql/parser accepts, and its own additions (seed ${SEED})`, () => {
  const random = new Random(SEED);
  let accepted = 0;
  for (let i = 0; i < COUNT; i++) {
    const text = randomSoup(random);
    if (text.trim() === "") continue;
    const isAccepted = parsed(withoutAdditions(text)) !== undefined;
    const { filter, report } = rsqlBridge.importQuery({ filter: text });
    expect([text, filter !== undefined, report[0]?.message]).toEqual([text, isAccepted, report[0]?.message]);
    if (isAccepted) accepted++;
    const { filter: written } = random.chance(50) ? { filter: text } : { filter: randomRsql(random) };
    if (parsed(written) !== undefined)
      expect([written, rsqlBridge.importQuery({ filter: written }).filter !== undefined]).toEqual([
        written,
        true,
      ]);
  }
  expect(accepted).toBeGreaterThan(COUNT / 20);
});

/** An empty text keeps all rows. */
function idsInRsql(text: string): readonly number[] {
  const tree = text === "" ? undefined : parse(text);
  return rows.filter((row) => tree === undefined || matchesRsql(tree, row)).map(({ id }) => id);
}

it(`random filters of RSQL keep the same rows in tamis, or the report names the difference (seed ${SEED})`, () =>
  importsKeepRows(rsqlBridge, rows, idsInRsql, COUNT, COUNT / 20, (random) => randomRsql(random)));

it(`random filters of tamis keep the same rows in RSQL, or the report names the difference (seed ${SEED})`, () =>
  exportsKeepRows(rsqlBridge, rows, idsInRsql, COUNT, COUNT / 10));

it.each([
  ["name='x'", "Expected an operator, such as == or =gt=, found '='.", 4, 5],
  ["name eq 'x'", "Expected an operator, such as == or =gt=, found 'eq'.", 5, 7],
  ["name==", "Expected a value, found the end.", 6, 6],
  ["name=='x", "The string is never closed.", 6, 8],
  ["a==1;", "Expected a name, such as size in size=gt=1, found the end.", 5, 5],
  ["(a==1", "Expected ')', found the end.", 5, 5],
])("%s: %s", (filter, message, start, end) => {
  const { report } = rsqlBridge.importQuery({ filter });
  expect(report).toEqual([
    { code: "syntax", effect: "failed", part: "filter", message, source: { start, end }, result: undefined },
  ]);
});

/** The rows as documents of MongoDB, with dates. */
const documents = rows.map((row) => {
  const dateOf = (value: unknown) => (typeof value === "string" ? new Date(value) : null);
  return { ...row, day: dateOf(row["day"]), at: dateOf(row["at"]) };
});

/**
 * Writes a tree for rsql-mongodb. It gives `,` a higher precedence than `;`, has other null tests, no wildcards, and no escapes in
 * quotes. Undefined if it cannot read the condition. It reads a list of dates as one date.
 */
function forMongo(node: ExpressionNode): string | undefined {
  if (!isComparisonNode(node)) {
    const [left, right] = [forMongo(node.left), forMongo(node.right)];
    const isOr = node.operator === "," || node.operator === "or";
    return left === undefined || right === undefined ? undefined : `(${left})${isOr ? "," : ";"}(${right})`;
  }
  const { selector } = node.left;
  const { operator, right } = node;
  if (operator === "=isnull=" || operator === "=notnull=")
    return `${selector}${operator === "=isnull=" ? "==" : "!="}null`;
  const signs: Readonly<Record<string, string>> = { "<": "=lt=", "<=": "=le=", ">": "=gt=", ">=": "=ge=" };
  const sign = signs[operator] ?? operator;
  if (!/^(?:==|!=|=[lg][te]=|=in=|=out=)$/.test(sign)) return undefined;
  const texts = typeof right.value === "string" ? [right.value] : right.value;
  const isText = /^(?:name|code|label|tags)$/.test(selector);
  if (texts.some((each) => (isText ? /["'\\();,=*^]/.test(each) : !/^[-\w.:+]+$/.test(each))))
    return undefined;
  if (/^=(?:in|out)=$/.test(sign) && /^(?:day|at)$/.test(selector)) return undefined;
  const values = texts.map((each) => (isText ? `'${each}'` : each));
  return `${selector}${sign}${/^=(?:in|out)=$/.test(sign) ? `(${values.join(",")})` : values[0]!}`;
}

function idsInMongo(text: string): readonly number[] {
  const query = new Query(rsqlMongoDB(text) as ConstructorParameters<typeof Query>[0]);
  return documents.filter((each) => query.test(each)).map(({ id }) => id);
}

it(`rsql-mongodb and mingo keep the same rows, or the report names the difference (seed ${SEED})`, () => {
  const random = new Random(SEED + 3);
  let compared = 0;
  for (let i = 0; i < COUNT; i++) {
    const source = randomFilter(random, undefined, 2);
    const written = rsqlBridge.exportQuery({ filter: source }, { catalog: CATALOG });
    const exported = written.filter === "" ? undefined : forMongo(parse(written.filter!));
    if (exported !== undefined) {
      compared++;
      const problem = contradiction(idsOf(source, rows), idsInMongo(exported), written.report);
      if (problem !== undefined)
        throw new Error(`seed ${SEED}: ${print(source)}\nas ${exported}\n${problem}`);
    }
    const text = randomRsql(random, 2);
    const imported = forMongo(parse(text));
    if (imported === undefined) continue;
    compared++;
    const { filter, report } = rsqlBridge.importQuery({ filter: text }, { catalog: CATALOG });
    const problem = contradiction(idsInMongo(imported), idsOf(filter!, rows), report);
    if (problem !== undefined) throw new Error(`seed ${SEED}: ${text}\nas ${print(filter!)}\n${problem}`);
  }
  expect(compared).toBeGreaterThan(COUNT / 2);
});

it("orders sort rows as a database does that puts null first", () => {
  const text = "total,desc;id,asc";
  const { sortBy, report } = rsqlBridge.importQuery({ sortBy: text }, { catalog: CATALOG });
  expect(report.map(({ code }) => code)).toEqual(["null-order"]);
  const checked = checkSortBy(sortBy!, CATALOG);
  if (!checked.ok) throw new Error(checked.diagnostics[0]!.message);
  const sorted = [...rows].sort(compileComparator(checked.sortBy, { locale: "en" }));
  const expected = [...rows].sort((a, b) => {
    const [left, right] = [a, b].map((row) => (row["total"] as number | null) ?? -Infinity) as [
      number,
      number,
    ];
    return left === right ? a.id - b.id : right > left ? 1 : -1;
  });
  expect(sorted.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
});
