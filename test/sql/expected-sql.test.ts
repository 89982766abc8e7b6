import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { FUNCTIONS } from "../../src/functions/list.ts";
import { compileSql } from "../../src/sql/compile/compile-sql.ts";
import { render, type SqlStatement } from "../../src/sql/fragments/fragment.ts";
import { typedCatalog } from "../properties/typed-catalog.ts";
import { agree, filterOf, sortByOf } from "./agree.ts";
import { COMPILABLE_DIALECTS, type DialectUnderTest } from "./dialects/compilable-dialects.ts";
import { describeEngines } from "./engines/describe-engines.ts";
import { everyRow } from "./fuzz/exhaustive.ts";
import { words } from "../words.ts";

/**
 * Compares the SQL of each function and of each kind of comparison with `expected/*.txt`, one file per dialect and layout. The file
 * of the first layout of a dialect has all queries; those of the other layouts have the queries whose SQL differs from it.
 * `TAMIS_UPDATE=1` rewrites the files; review the diff before you commit it.
 */

const FILTERS: readonly string[] = words(`
  true flag not(flag) and(flag,eq(s,'x')) or(flag,eq(s,'x'),eq(n,1)) not(and(flag,eq(s,'x')))
  isNull(s) not(isNull(n)) isNull(o) isNull(tags) isNull(eq(s,'x')) eq(eq(s,'x'),flag)
  eq(s,'x') ne(s,'x') lt(s,'x') ge($primary,s,'x') eq(sp,'x') eq(s,sc) lt(sc,s,'z')
  eq(i,1) lt(i,2.5) eq(i,2.5) gt(i,9223372036854775808) eq(n,1) le(n,9007199254740993) lt(n,i)
  eq(d,2020-01-01) lt(d,2020-01-01T12:00:00Z) eq(t,12:00:00) ge(t,24:00:00) eq(dt,2020-01-01T00:00:00+02:00)
  lt(dt,2020-01-01T00:00:00.0000005Z) eq(d,dt) eq(tags,'x') ne(tags,'x') contains(nums,1) eq(l.x,'x')
  in(s,'x','y') not(in(i,1,2)) in($secondary,s,'x','y')
  in(s,${Array.from({ length: 21 }, (_, i) => `'${i}'`).join(",")})
  contains(s,'x') contains(s,'') contains($primary,s,'x') startsWith(s,'x') startsWith(s,sc) endsWith(s,'x')
  match(s,'a.*') match(m,'a','b') matchAll('a.*',s,sc) matchAny('a.*',s,tags) blank(s) eq(length(s),1)
  eq(length(tags),1) gt(length(m),1) eq(substr(s,1,2),'x') eq(substr(s,-2),'x') eq(upCase(s),'X')
  eq(downCase(s),'x') contains(n,'1') eq(o.x,'x') gt(o.n,1) eq(m.x,'x') eq(o.dt,2020-01-01) eq(a.b,'x')
`);
const SORT_BYS = words(`
  s s:identical sc:descending n:descending,s:primary dt flag eq(s,'x'):descending,i length(s) id
`);

const FOLDER = fileURLToPath(new URL("./expected/", import.meta.url));

/** Returns a paragraph for each query. */
function paragraphsOf(engine: DialectUnderTest): readonly string[] {
  const options = {
    catalog: typedCatalog,
    table: engine.tableOf(typedCatalog),
    dialect: engine.dialect,
    locale: "de",
  };
  const lines = (
    title: string,
    statements: Readonly<Record<string, SqlStatement | undefined>>,
    reasons: readonly { readonly reason: string }[] = [],
  ) => {
    const described = Object.entries(statements).flatMap(([word, statement]) => {
      if (statement === undefined) return [];
      const { text, values } = render(statement, engine.dialect.placeholder);
      const shown = values.map(shownValue).join(", ");
      return [`  ${word} ${text}`, ...(shown === "" ? [] : [`  ${" ".repeat(word.length)} with ${shown}`])];
    });
    return [title, ...described, ...reasons.map(({ reason }) => `  because ${reason}`), ""].join("\n");
  };
  const filters = FILTERS.map((text) => {
    const compiled = compileSql({ filter: filterOf(text), limit: 10 }, options);
    const { where, lowerBound, reasons, verdict } = compiled;
    return lines(`${text} — ${verdict}`, { WHERE: where, "LOWER BOUND": lowerBound }, reasons);
  });
  const orders = SORT_BYS.map((text) => {
    const { orderBy, reasons, verdict } = compileSql({ sortBy: sortByOf(text), limit: 10 }, options);
    return lines(`sortBy=${text} — ${verdict}`, { "ORDER BY": orderBy }, reasons);
  });
  const query = { filter: filterOf("eq(s,'x')"), sortBy: sortByOf("n"), start: 20, limit: 10 };
  const { page, count } = compileSql(query, options);
  const whole = lines("filter=eq(s,'x')&sortBy=n&start=20&limit=10", { PAGE: page, COUNT: count });
  return [...filters, ...orders, whole];
}

function shownValue(value: unknown): string {
  if (typeof value === "bigint") return `${value}n`;
  return value instanceof Uint8Array ? `x'${Buffer.from(value).toString("hex")}'` : JSON.stringify(value);
}

it("every function occurs in the expressions", () => {
  const all = FILTERS.join(" ");
  expect(FUNCTIONS.map(({ name }) => name).filter((name) => !all.includes(`${name}(`))).toEqual([]);
});

describe.each(COMPILABLE_DIALECTS)("%s", (dialectName, engine) => {
  it("compiles to the reviewed SQL; after a change, run with TAMIS_UPDATE=1 and review the diff", () => {
    const file = `${FOLDER}${dialectName.replaceAll(/[^a-z0-9]+/gi, "-")}.txt`;
    const [, first] = COMPILABLE_DIALECTS.find(([name]) => name.split(" ")[0] === dialectName.split(" ")[0])!;
    const shared = new Set(engine === first ? [] : paragraphsOf(first));
    const text = paragraphsOf(engine)
      .filter((paragraph) => !shared.has(paragraph))
      .join("\n");
    if (process.env["TAMIS_UPDATE"] === "1") writeFileSync(file, text);
    expect(existsSync(file)).toBe(true);
    expect(text).toBe(readFileSync(file, "utf8"));
  });
});

describeEngines((engine) => {
  it("returns the same rows as memory for each of them", () =>
    agree(engine(), {
      rows: everyRow(),
      filters: Object.fromEntries(FILTERS.map((text) => [text, undefined])),
      sortBys: SORT_BYS,
      locale: "de",
    }));
});
