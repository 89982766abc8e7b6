import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { number, sortBy as sortByOf, sortKey, string, temporal } from "../../src/ast/constructors.ts";
import type { Expression, Literal } from "../../src/ast/nodes.ts";
import { print } from "../../src/ast/print.ts";
import { rewrite, walk } from "../../src/ast/walk.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import { FUNCTIONS } from "../../src/functions/list.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { compileSql, type CompiledSql } from "../../src/sql/compile/compile-sql.ts";
import { render, type SqlStatement } from "../../src/sql/fragments/fragment.ts";
import { conditions, orders, TYPED } from "../properties/evaluable.ts";
import { typedCatalog } from "../properties/typed-catalog.ts";
import type { EngineUnderTest } from "./engines/engine-under-test.ts";
import { COMPILABLE_DIALECTS } from "./dialects/compilable-dialects.ts";
import { words } from "../words.ts";

/**
 * Tests that the text of a statement depends only on the structure of the expression, the catalog and the dialect, so that
 * no value can become SQL. Exception: a number or an instant that a column cannot represent is replaced by a limit that it
 * can represent, which may change the operator.
 */

const EVIL: readonly string[] = [
  ...["'", "''", "' OR '1'='1", "'; DROP TABLE t;--", "/*", "*/", "--", "#", "\\", "%", "_", "?", "$1", ":x"],
  ...["@p0", "{fn}", "0x27", "CHAR(39)", '"', "`", "]", "\n", "\u2028", "x') , eq('a','a", "😀", "é", "${1}"],
];

/** A very different literal of the same type: SQL injection, extreme numbers and dates. */
function other(node: Literal, pick: number): Literal {
  switch (node.type) {
    case "string":
      return string(EVIL[pick % EVIL.length]!);
    case "number":
      return number([3, 7, 11, 2 ** 31, 5][pick % 5]!);
    case "date":
      return temporal("date", ["2020-01-03", "1999-12-31", "2024-02-29"][pick % 3]!);
    case "time":
      return temporal("time", ["01:02:03", "23:59:59", "00:00:01"][pick % 3]!);
    case "dateTime":
      return temporal(
        "dateTime",
        ["2020-01-03T00:00:00Z", "1999-12-31T23:59:59Z", "2024-02-29T12:00:00+02:00"][pick % 3]!,
      );
    case "boolean":
      return node;
  }
}

/** Expressions that use each form of each function; a test ensures that the list is complete. */
const FORMS: readonly string[] = [
  ...["and(eq(s,'x'),eq(n,4))", "or(eq(s,'x'),eq(i,4))", "not(eq(s,'x'))", "isNull(s)"],
  ...words("eq ne lt le gt ge").flatMap((name) =>
    words(`
      X(s,'x') X(n,4) X(i,4) X(d,2020-01-01) X(t,12:00:00) X(dt,2020-01-01T00:00:00Z) X(tags,'x') X(nums,4)
      X(o.x,'x') X(l.x,'x') X($primary,s,'x') X($tertiary,tags,'x') X('x',s) X(sc,'x') X(sp,'x')
    `).map((form) => form.replace("X", name)),
  ),
  ...words(`
    in(s,'x','y') in(n,4,6) in(i,4,6) in(d,2020-01-01,2020-01-02) in($secondary,s,'x','y') in(tags,'x','y')
  `),
  ...words("contains startsWith endsWith").flatMap((name) =>
    words("X(s,'x') X($primary,s,'x') X(n,'x') X(tags,'x') X(s,substr(s,4))").map((form) =>
      form.replace("X", name),
    ),
  ),
  ...words(`
    match(s,'x') match(n,'x') match(m,'x','y') matchAll('x',s,sp) matchAny('x',s,sp) match(tags,'x') blank(s)
    blank(substr(s,4)) eq(length(s),4) gt(length(tags),4) eq(substr(s,4,6),'x') eq(substr(s,4),'x')
    eq(upCase(s),'x') eq(downCase(s),'x')
  `),
];

const LOCALE = "de";

function compiledOf(
  engine: Pick<EngineUnderTest, "dialect" | "tableOf">,
  text: Expression,
): CompiledSql | undefined {
  const { filter } = check(text, typedCatalog);
  if (filter === undefined) return undefined;
  const { sortBy } = checkSortBy(sortByOf([sortKey(text, "descending")]), typedCatalog);
  return compileSql(
    { filter, ...(sortBy === undefined ? {} : { sortBy }), start: 20, limit: 10 },
    { catalog: typedCatalog, table: engine.tableOf(typedCatalog), dialect: engine.dialect, locale: LOCALE },
  );
}

/** Returns all statements: condition, order, page and count. */
function statementsOf({
  where,
  lowerBound,
  orderBy,
  page,
  count,
}: CompiledSql): readonly (SqlStatement | undefined)[] {
  return [where, lowerBound, orderBy, page, count];
}

const textsOf = (compiled: CompiledSql) => statementsOf(compiled).map((one) => one?.segments.join("?"));

const parsed = (text: string) => parseFilter(text).expression!;

describe.each(COMPILABLE_DIALECTS)("%s", (_name, engine) => {
  it("every function compiles", () => {
    const used = new Set<string>();
    for (const form of FORMS) walk(parsed(form), (node) => node.kind === "call" && used.add(node.callee));
    expect(FUNCTIONS.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([]);
  });

  it.each(FORMS)("no literal of %s changes the text of WHERE, ORDER BY, page or count", (form) => {
    const first = parsed(form);
    const isPattern = /match/.test(form);
    const usual = compiledOf(engine, first);
    expect(usual).toBeDefined();
    for (let pick = 0; pick < EVIL.length; pick++) {
      // Patterns are parsed before they are bound: an invalid pattern is an error and never a statement.
      const changed = rewrite(first, (node) =>
        node.kind !== "literal" || (isPattern && node.type === "string") ? node : other(node, pick),
      );
      expect([print(changed), textsOf(compiledOf(engine, changed)!)]).toEqual([
        print(changed),
        textsOf(usual!),
      ]);
    }
  });

  it("start and limit are bound", () => {
    const { filter } = check(parsed("eq(s,'x')"), typedCatalog);
    const target = { catalog: typedCatalog, table: engine.tableOf(typedCatalog), dialect: engine.dialect };
    const starts = { 10: 0, 999: 12_345, 1: 2 ** 31 };
    const texts = Object.entries(starts).map(([text, start]) => {
      const limit = Number(text);
      const { page } = compileSql({ filter, start, limit }, target);
      const bound = page!.parameters.slice(-2).map(({ value }) => value);
      expect(bound.sort()).toEqual([start, limit].sort());
      return page!.segments.join("?");
    });
    expect(new Set(texts).size).toBe(1);
  });

  it("no user input is part of a statement's text, and each placeholder has a value", () => {
    fc.assert(
      fc.property(conditions(TYPED), orders(TYPED), fc.constantFrom(...EVIL), (expression, order, evil) => {
        const mark = `zq${evil}qz`;
        const marked = rewrite(expression, (node) =>
          node.kind === "literal" && node.type === "string" && !isPatternOf(expression, node)
            ? string(mark)
            : node,
        );
        const { filter } = check(marked, typedCatalog);
        const { sortBy } = checkSortBy(order, typedCatalog);
        if (filter === undefined || sortBy === undefined) return;
        const table = engine.tableOf(typedCatalog);
        const compiled = compileSql(
          { filter, sortBy, limit: 10 },
          { catalog: typedCatalog, table, dialect: engine.dialect, locale: LOCALE },
        );
        for (const statement of statementsOf(compiled)) {
          if (statement === undefined) continue;
          expect(statement.segments.join("").toLowerCase()).not.toContain("zq");
          expect(statement.segments.length).toBe(statement.parameters.length + 1);
          let placeholders = 0;
          render(statement, (...at) => (placeholders++, engine.dialect.placeholder(...at)));
          expect(placeholders).toBe(statement.parameters.length);
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** Whether a literal is the pattern of some call. */
function isPatternOf(expression: Expression, literal: Literal): boolean {
  let found = false;
  walk(expression, (node) => {
    if (node.kind !== "call") return;
    const patterns = node.callee === "match" ? node.args.slice(1) : node.args.slice(0, 1);
    if (node.callee.startsWith("match") && patterns.includes(literal)) found = true;
  });
  return found;
}
