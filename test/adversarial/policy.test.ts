import { describe, expect, it } from "vitest";
import { call, name, string } from "../../src/ast/constructors.ts";
import { print } from "../../src/ast/print.ts";
import { check } from "../../src/checker/check.ts";
import { compileFilter, compileSortBy } from "../../src/evaluator/compile-filter.ts";
import { CATALOG } from "../checker/documents-catalog.ts";
import { runFixture } from "./child.ts";
import { words } from "../words.ts";

const keeps = (text: string, row: unknown) => compileFilter(text).predicate!(row);

describe("members that a service does not allow", () => {
  const REFUSED = ["secret", "owner.key"];
  const POSITIONS: readonly ((member: string) => string)[] = [
    (m) => `eq(${m},'a')`,
    (m) => `eq('a',${m})`,
    (m) => `ne(${m},'a')`,
    (m) => `lt('a',${m})`,
    (m) => `gt(${m},'a')`,
    (m) => `in('x',${m})`,
    (m) => `in(${m},'x')`,
    (m) => `isNull(${m})`,
    (m) => `not(isNull(${m}))`,
    (m) => `blank(${m})`,
    (m) => `eq(length(${m}),1)`,
    (m) => `contains(${m},'')`,
    (m) => `contains(name,${m})`,
    (m) => `startsWith(${m},'a')`,
    (m) => `match(${m},'.*')`,
    (m) => `match(name,${m})`,
    (m) => `matchAny('.*',name,${m})`,
    (m) => `match(${m},'.*','.*')`,
    (m) => `eq(substr(${m},0,1),'a')`,
    (m) => `eq(substr(name,${m}),'a')`,
    (m) => `eq(upCase(downCase(${m})),'A')`,
    (m) => `eq(name,upCase(${m}))`,
    (m) => m,
    (m) => `not(${m})`,
    (m) => `eq('${m}','a')`,
    (m) => `foo(${m})`,
    (m) => `eq(name,name,${m})`,
    (m) => `eq($primary,${m},'a')`,
    (m) => `eq(${m},null)`,
    (m) => `eq(${m}.x,'a')`,
  ];
  const AROUND: readonly ((inner: string) => string)[] = [
    (inner) => inner,
    (inner) => `or(true,${inner})`,
    (inner) => `and(false,${inner})`,
    (inner) => `not(${inner})`,
    (inner) => `and(eq(name,'x'),or(enabled,not(${inner})))`,
    (inner) => `isNull(${inner})`,
    (inner) => `eq(${inner},true)`,
  ];

  it("a disallowed member has the same error as a missing one, at every position and depth", () => {
    for (const member of REFUSED) {
      // Same length and same distance to all names, so that spans and suggestions are comparable.
      const unknown = member.replace(/[a-z]+$/, (word) => "qzxwvj".slice(0, word.length));
      for (const mode of ["lenient", "strict"] as const) {
        for (const position of POSITIONS) {
          for (const around of AROUND) {
            const answer = (used: string) => {
              const { ok, diagnostics, filter } = compileFilter(around(position(used)), {
                catalog: CATALOG,
                mode,
              });
              const read = filter === undefined ? "" : print(filter.expression);
              return JSON.stringify([ok, diagnostics, read]).replaceAll(used, "…");
            };
            expect(answer(member)).toBe(answer(unknown));
          }
        }
      }
    }
  });

  it("no accepted filter depends on the value of a disallowed member", () => {
    for (const member of REFUSED) {
      for (const position of POSITIONS) {
        const { predicate } = compileFilter(position(member), { catalog: CATALOG });
        if (predicate === undefined) continue;
        const rows = ["a", "secret", null].map((value) => ({
          name: "a",
          secret: value,
          owner: { name: "n", key: value },
          "owner.key": value,
        }));
        expect(new Set(rows.map(predicate)).size, position(member)).toBe(1);
      }
    }
  });

  it.each(
    words(`
      secret secret:descending:primary name,secret owner.key upCase(secret) eq(secret,'a'):descending
      isNull(owner.key)
    `),
  )("sorting by %s has the same error as sorting by a missing member", (text) => {
    const answer = (sort: string) => JSON.stringify(compileSortBy(sort, { catalog: CATALOG }).diagnostics);
    const other = text.replace("secret", "qzxwvj").replace("owner.key", "owner.qzx");
    expect(answer(text).replaceAll("secret", "…").replaceAll("owner.key", "…")).toBe(
      answer(other).replaceAll("qzxwvj", "…").replaceAll("owner.qzx", "…"),
    );
    expect(compileSortBy(text, { catalog: CATALOG }).ok).toBe(false);
  });

  it("a disallowed member is an error in a tree that was built", () => {
    for (const member of REFUSED) {
      expect(check(call("eq", [name(member), string("a")]), CATALOG).ok).toBe(false);
      expect(
        check(call("or", [call("eq", [name("name"), string("a")]), call("isNull", [name(member)])]), CATALOG)
          .ok,
      ).toBe(false);
    }
  });

  it("no suggestion names a disallowed member", () => {
    for (const near of words("secre secrt Secret secrets owner.ke owner.kye owner.keys SECRET")) {
      const shown = JSON.stringify(
        compileFilter(`eq(${near},'a')`, { catalog: CATALOG }).diagnostics.map(({ message, fixes }) => [
          message.replace(near, ""),
          fixes,
        ]),
      );
      expect(shown, near).not.toMatch(/secret|owner\.key/);
    }
  });

  it("everything works if code generation from strings is disabled", () => {
    const usual = runFixture("whole-language");
    expect(runFixture("whole-language", ["--disallow-code-generation-from-strings"])).toEqual(usual);
    expect(runFixture("whole-language", ["--frozen-intrinsics", "--no-warnings"])).toEqual(usual);
  });

  it("a `then` method of a row or a value is never called", () => {
    let called = 0;
    const row = { then: () => called++, name: { then: () => called++ } };
    expect(keeps("isNull(name)", row)).toBe(false);
    expect(keeps("eq(name,'x')", row)).toBe(false);
    expect(keeps("eq(then,'x')", row)).toBe(false);
    expect(called).toBe(0);
  });
});
