import { walk } from "../../src/ast/walk.ts";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import { describeKeyColumn } from "../../src/collation/uca/key-column.ts";
import { loadCollations } from "../../src/collation/uca/tables/tailoring.ts";
import { STRENGTHS } from "../../src/collation/order/strength.ts";
import { FUNCTIONS } from "../../src/functions/list.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { compileSql, type CompiledSql, type SqlQuery } from "../../src/sql/compile/compile-sql.ts";
import { DATABASE_FUNCTIONS } from "../../src/sql/database-functions/list.ts";
import type { Dialect } from "../../src/sql/dialect-types/dialect.ts";
import { duckdb } from "../../src/sql/dialects/duckdb/dialect.ts";
import { mariadb } from "../../src/sql/dialects/mariadb/dialect.ts";
import { postgres } from "../../src/sql/dialects/postgres/dialect.ts";
import { sqlite } from "../../src/sql/dialects/sqlite/dialect.ts";
import type { TableDefinition } from "../../src/sql/tables/table-definition.ts";
import { code, table } from "./markdown.ts";

/** The page that tells of each function, and each strength, what each database says exactly: the compiler is asked. */

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

const functions = new Set(DATABASE_FUNCTIONS.map(({ name }) => name));
const none: ReadonlySet<string> = new Set();
const withFunctions = { version: "", functions, features: none };
const without = { version: "", functions: none, features: none };

const columns = (): readonly Column[] => [
  { title: "SQLite", dialect: sqlite(withFunctions), hasKeys: false },
  { title: "SQLite without functions", dialect: sqlite(without), hasKeys: false },
  { title: "DuckDB", dialect: duckdb(withFunctions), hasKeys: false },
  { title: "DuckDB without functions", dialect: duckdb(without), hasKeys: false },
  { title: "PostgreSQL", dialect: postgres(without), hasKeys: false },
  { title: "PostgreSQL with keys", dialect: postgres(without), hasKeys: true },
  { title: "MariaDB", dialect: mariadb(without), hasKeys: false },
  { title: "MariaDB with keys", dialect: mariadb(without), hasKeys: true },
];

/** Stored keys of each strength, beside the two texts that stand in columns. */
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
    return `superset ${[...notes].map((reason) => `[${noteOf(reason, reasons)}]`).join(" ")}`;
  };
  const rows = (texts: readonly string[], read: (text: string) => SqlQuery) =>
    texts.map((text) => {
      const query = read(text);
      const cells = all.map((column) =>
        cellOf(
          compileSql(query, { catalog, table: tableFor(column), dialect: column.dialect, locale: LOCALE }),
        ),
      );
      return [code(text), ...cells];
    });
  const head = (first: string) => [first, ...all.map(({ title }) => title)];
  const byFunction = table(head("filter"), rows(BY_FUNCTION, filtered));
  const byStrength = table(head("filter"), rows(BY_STRENGTH, filtered));
  const sorted = table(head("sortBy"), rows(SORT_BYS, ordered));
  assertComplete();
  return `${[
    "# What each database says exactly",
    `Made by \`npm run generate\`: the compiler is asked for each dialect, at the locale \`${LOCALE}\`. *exact*: the database alone gives the answer. *superset*: it narrows the rows down and memory decides; the number is that of the reason, below. What the verdicts mean, and how they are proven, is told in [sql.md](sql.md).`,
    "A dialect stands here as it is before a server has been asked what it can do: a probe of a server may make more exact, such as the order of ASCII texts and changes of case. `functions` are those of ours that SQLite and DuckDB take, `keys` are stored columns of sort keys at each strength. Texts, numbers and dates stand in columns, `tags`, `m` and `o` in JSON.",
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

/** The number of a reason; a new one is added. */
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

/** Each function is in some row. */
function assertComplete(): void {
  const used = new Set<string>();
  for (const text of BY_FUNCTION)
    walk(parseFilter(text).expression!, (node) => node.kind === "call" && used.add(node.callee));
  const missing = FUNCTIONS.filter(({ name }) => !used.has(name)).map(({ name }) => name);
  if (missing.length > 0) throw new TypeError(`The page of verdicts leaves out ${missing.join(", ")}.`);
}
