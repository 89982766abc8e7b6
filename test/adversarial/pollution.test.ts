import { afterEach, describe, expect, it } from "vitest";
import { format } from "../../src/ast/format.ts";
import { print } from "../../src/ast/print.ts";
import { codeFrame } from "../../src/diagnostics/code-frame.ts";
import { compileFilter, compileSortBy } from "../../src/evaluator/compile-filter.ts";
import { explain } from "../../src/evaluator/explain.ts";
import { CATALOG } from "../checker/documents-catalog.ts";
import { words } from "../words.ts";

describe("with a polluted Object.prototype", () => {
  const NAMES = words(`
    mode limits functions catalog locale text depth nodes arguments sortKeys string pattern entries characters
    width indent paint strength optional minimum rest payload comparison constant key type path member members
    filterable sortable enum property items values isTrue isFalse read result group someElement tooLarge
    pointer kind name args callee value severity fixes $where filter limit maxDepth then toJSON
  `);
  const VALUES: readonly unknown[] = [
    "primary",
    "strict",
    "de",
    true,
    1,
    { depth: 0, text: 0, kind: "unterminated", quotes: [] },
  ];
  afterEach(() => {
    for (const each of NAMES) Reflect.deleteProperty(Object.prototype, each);
  });

  function everything(): string {
    const rows: unknown[] = [
      { name: "x", size: 2 },
      { name: "xy", size: 1, owner: { name: "b" }, tags: ["a"] },
      {},
    ];
    const texts = [
      ...words(`
        eq(name,'x') and(eq($primary,name,'X'),gt(size,1)) or(eq(name,'x'),eq(name,'y')) match(name,'a.*')
        eq(nmae,'x') eq('name','x not(isNull(owner.name)) in(tags,'a','b') eq(substr(name,1),'y')
        and(eq(name,'x')) eq(name,xx)
      `),
      ...["gt(created,2020-01-01)", "foo(a)", "eq(name,'O'Brien')", "length(name)", ""],
      ...["substr(name,0,-1)", "eq(name)"],
    ];
    const filters = texts.flatMap((text) =>
      [{}, { catalog: CATALOG }].map((options) => {
        const compiled = compileFilter(text, options);
        const { ok, diagnostics } = compiled;
        const [predicate, filter] = compiled.ok ? [compiled.predicate, compiled.filter] : [];
        const frames = diagnostics.map((found) => codeFrame(text, found));
        const why = filter === undefined ? [] : rows.map((row) => explain(filter, row).failed?.text);
        const laidOut =
          filter === undefined ? [] : [print(filter.expression), format(filter.expression, { width: 10 })];
        return [ok, diagnostics, frames, predicate && rows.map(predicate), why, laidOut];
      }),
    );
    const sorts = ["name:descending", "size", "owner.name:primary,name", "x:foo"].map((text) => {
      const { ok, diagnostics, comparator } = compileSortBy(text, { catalog: CATALOG });
      return [ok, diagnostics, comparator && rows.toSorted(comparator)];
    });
    return JSON.stringify([filters, sorts]);
  }

  it.each(NAMES)("%s has no effect", (polluted) => {
    const before = everything();
    for (const value of VALUES) {
      Object.defineProperty(Object.prototype, polluted, {
        value,
        configurable: true,
        writable: true,
        enumerable: false,
      });
      let after: string;
      try {
        after = everything();
      } finally {
        Reflect.deleteProperty(Object.prototype, polluted);
      }
      expect(after === before, `${polluted} = ${JSON.stringify(value)}`).toBe(true);
    }
  });
});
