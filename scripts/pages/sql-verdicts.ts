import { walk } from "../../src/ast/walk.ts";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import { describeKeyColumn } from "../../src/collation/uca/key-column.ts";
import { loadCollations } from "../../src/collation/uca/tables/tailoring.ts";
import { STRENGTHS } from "../../src/collation/order/strength.ts";
import type { FunctionParameterType } from "../../src/functions/definition/types.ts";
import { FUNCTIONS } from "../../src/functions/list.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { compileSql, type CompiledSql, type SqlQuery } from "../../src/sql/compile/compile-sql.ts";
import { assumedDialect, DIALECTS } from "../../src/sql/dialects/list.ts";
import type { Dialect } from "../../src/sql/dialect-types/dialect.ts";
import type { TableDefinition } from "../../src/sql/tables/table-definition.ts";
import { code, table } from "./markdown.ts";

/** Generates the page that shows which functions, strengths and orders each database evaluates exactly. */

const LOCALE = "de";

const catalog = defineCatalog({
  name: "things",
  members: {
    id: "integer",
    s: "string",
    s2: "string",
    n: "number",
    i: "integer",
    flag: "boolean",
    d: "date",
    t: "time",
    dt: "dateTime",
    tags: { type: "list", items: "string" },
    m: { type: "map", values: "string" },
    o: { type: "object", members: { x: "string", n: "number", dt: "dateTime" } },
  },
  key: "id",
});

interface Column {
  readonly title: string;
  readonly dialect: Dialect;
  readonly hasKeys: boolean;
}

/** Returns each dialect twice: with and without functions if it takes some, with and without stored keys otherwise. */
const columns = (): readonly Column[] =>
  DIALECTS.flatMap(({ name, title, createDialect, takesFunctions }): Column[] => {
    const dialect = assumedDialect(name);
    const plain = { title, dialect, hasKeys: false };
    const none = createDialect({ version: "", functions: new Set(), features: new Set() });
    return takesFunctions
      ? [plain, { title: `${title} without functions`, dialect: none, hasKeys: false }]
      : [plain, { title: `${title} with keys`, dialect, hasKeys: true }];
  });

/** Returns the table definition of a column of the page. With `hasKeys`, strings have stored sort keys of each strength. */
function tableFor({ hasKeys }: Column): TableDefinition {
  if (!hasKeys) return { table: catalog.name };
  const keyed = ["s", "s2"].map((column) => {
    const keys = STRENGTHS.map((strength) =>
      describeKeyColumn(`${column} ${strength}`, { locale: LOCALE, strength }),
    );
    return [column, { column, keys }] as const;
  });
  return { table: catalog.name, members: Object.fromEntries(keyed) };
}

const ORDERING = ["lt", "le", "gt", "ge"];
const COMPARISONS = ["eq", "ne", ...ORDERING];
const SEARCHES = ["contains", "startsWith", "endsWith"];

const BY_FUNCTION: readonly string[] = [
  ...["and(flag,eq(n,1))", "or(flag,eq(n,1))", "not(flag)", "isNull(s)", "isNull(tags)", "isNull(o)"],
  ...COMPARISONS.flatMap((name) => [
    ...[`${name}(n,1)`, `${name}(i,2.5)`, `${name}(i,n)`, `${name}(d,2020-01-01)`, `${name}(t,12:00:00)`],
    ...[`${name}(dt,2020-01-01T00:00:00Z)`, `${name}(d,dt)`, `${name}(o.n,1)`, `${name}(o.dt,2020-01-01)`],
  ]),
  ...["eq(flag,true)", "eq(s,'x')", "eq(tags,'x')", "ne(tags,'x')", "eq(m.x,'x')", "eq(o.x,'x')"],
  ...["in(n,1,2)", "in(i,1,2)", "in(d,2020-01-01,2020-01-02)", "in(tags,'x','y')"],
  ...SEARCHES.flatMap((name) => [`${name}(s,'x')`, `${name}(s,s2)`, `${name}(i,'1')`, `${name}(n,'1')`]),
  ...["contains(tags,'x')", "match(s,'a[b-d]*')", "match(s,'\\bword\\b.*')", "match(s,'(?i)straße')"],
  ...["match(m,'a.*','b')", "matchAll('a.*',s,s2)", "matchAny('a.*',s,tags)", "blank(s)"],
  ...["eq(length(s),1)", "eq(length(n),1)", "eq(length(tags),1)", "eq(length(m),1)"],
  ...["eq(substr(s,1,2),'x')", "eq(substr(s,-2),'x')", "eq(substr(s,i),'x')"],
  ...["eq(upCase(s),'X')", "eq(downCase(s),'x')"],
];

const BY_STRENGTH: readonly string[] = STRENGTHS.flatMap((strength) => [
  ...COMPARISONS.flatMap((name) => [`${name}($${strength},s,'x')`]),
  ...["eq", "lt"].map((name) => `${name}($${strength},s,s2)`),
  `in($${strength},s,'x','y')`,
  ...SEARCHES.map((name) => `${name}($${strength},s,'x')`),
]);

const SORT_BYS: readonly string[] = [
  ...["n", "i", "flag", "d", "t", "dt", "o.n", "o.dt", "length(s)"],
  ...STRENGTHS.map((strength) => `s:${strength}`),
  ...["o.x:identical", "upCase(s):identical"],
];

export async function sqlVerdictsPage(): Promise<string> {
  await loadCollations(LOCALE);
  const all = columns();
  const reasons: string[] = [];
  const cellOf = ({ verdict, reasons: why }: CompiledSql): string => {
    if (verdict === "exact") return "exact";
    const notes = new Set(why.map(({ reason }) => reason));
    return [...notes].map((reason) => `[${noteOf(reason, reasons)}]`).join(" ");
  };
  // Queries with the same verdicts share a row.
  const part = (texts: readonly string[], read: (text: string) => SqlQuery) => {
    const verdicts = texts.map((text) => {
      const query = read(text);
      const cells = all.map((column) =>
        cellOf(
          compileSql(query, { catalog, table: tableFor(column), dialect: column.dialect, locale: LOCALE }),
        ),
      );
      return { text, cells };
    });
    const groups = [...Map.groupBy(verdicts, ({ cells }) => cells.join("|")).values()].map((alike) => ({
      filters: alike.map(({ text }) => code(text)).join(" "),
      cells: alike[0]!.cells,
    }));
    const [exact, others] = [true, false].map((isExact) =>
      groups.filter(({ cells }) => cells.every((cell) => cell === "exact") === isExact),
    );
    return [
      ...exact!.map(({ filters }) => `Exact in each column: ${filters}`),
      table(
        ["query", ...all.map(({ title }) => title)],
        others!.map(({ filters, cells }) => [filters, ...cells]),
      ),
    ].join("\n\n");
  };
  const byFunction = part([...BY_FUNCTION, ...otherFunctions()], filtered);
  const byStrength = part(BY_STRENGTH, filtered);
  const sorted = part(SORT_BYS, ordered);
  return `${[
    "# What each database evaluates exactly",
    `Generated by \`npm run generate\`, which runs the compiler for each dialect at the locale \`${LOCALE}\`. *exact*: the database evaluates the query alone. A number: the verdict is *superset*, for the reason below. The database returns an upper bound of the rows, and memory decides on each. [sql.md](sql.md) explains the verdicts and how they are verified.`,
    "The table shows each dialect before a server is probed. A probe can make more of it exact, such as the order of ASCII strings and case changes. `functions` are the functions of tamis that SQLite and DuckDB connections install; `keys` are stored columns of sort keys at each strength. Strings, numbers and dates are stored in columns, `tags`, `m` and `o` as JSON.",
    "## Functions",
    byFunction,
    "## Strengths",
    byStrength,
    "## Orders",
    sorted,
    "## Reasons",
    reasons.map((reason, i) => `${i + 1}. ${reason}`).join("\n"),
  ].join("\n\n")}\n`;
}

/** Returns the number of a reason. Adds it to the list if it is new. */
function noteOf(reason: string, reasons: string[]): number {
  if (!reasons.includes(reason)) reasons.push(reason);
  return reasons.indexOf(reason) + 1;
}

function filtered(text: string): SqlQuery {
  const { expression } = parseFilter(text);
  const { filter, diagnostics } = check(expression!, catalog);
  if (filter === undefined) throw new TypeError(`${text}: ${diagnostics[0]?.message ?? ""}`);
  return { filter, limit: 10 };
}

function ordered(text: string): SqlQuery {
  const { sortBy, diagnostics } = checkSortBy(parseSortBy(text).expression!, catalog);
  if (sortBy === undefined) throw new TypeError(`${text}: ${diagnostics[0]?.message ?? ""}`);
  return { sortBy, limit: 10 };
}

/** Returns a condition for each function that `BY_FUNCTION` leaves out, with a member for each argument. */
function otherFunctions(): string[] {
  const used = new Set<string>();
  for (const text of BY_FUNCTION)
    walk(parseFilter(text).expression!, (node) => node.kind === "call" && used.add(node.callee));
  return FUNCTIONS.filter(({ name }) => !used.has(name)).map(({ name, result, signatures }) => {
    const call = `${name}(${signatures[0]!.parameters.map(({ type }) => ARGUMENTS[type]).join(",")})`;
    return result === "boolean" ? call : `isNull(${call})`;
  });
}

const ARGUMENTS: Readonly<Record<FunctionParameterType, string>> = {
  condition: "flag",
  comparable: "n",
  text: "s",
  searchable: "s",
  searchString: "s2",
  pattern: "'a.*'",
  sized: "s",
  map: "m",
  any: "s",
  boolean: "flag",
  integer: "i",
  number: "n",
  string: "s",
  date: "d",
  time: "t",
  dateTime: "dt",
};
