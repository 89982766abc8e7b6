import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boolean, call, name, number, sortBy, sortKey, string } from "../../src/ast/constructors.ts";
import { equalExpressions, equalSortBys } from "../../src/ast/equals.ts";
import type { Expression } from "../../src/ast/nodes.ts";
import type { BasicFilter, CollectionQuery } from "../../src/url/collection-query.ts";
import { decodeQuery } from "../../src/url/decode-query.ts";
import { encodeQuery, type QueryStringParts } from "../../src/url/encode-query.ts";
import { encodeText } from "../../src/values/urls/percent-encoding.ts";
import { ANY_CHARACTER } from "../properties/any-character.ts";

const eq = (member: string, value: string) => call("eq", [name(member), string(value)]);
const parameters = new Set(["level", "prefix"]);
const decoded = (raw: string): CollectionQuery => {
  const { query, diagnostics } = decodeQuery(raw, { parameters });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return query!;
};

describe("encodeQuery", () => {
  it("writes basic filters, declared parameters, filter, sortBy, start and limit in this order", () => {
    const query: QueryStringParts = {
      limit: 20,
      start: 40,
      sortBy: sortBy([sortKey(name("name"), "descending", "primary"), sortKey(name("id"))]),
      filter: call("gt", [name("size"), number(1)]),
      parameters: new Map([["level", "a b"]]),
      basics: [
        { member: "owner.name", values: ["x"] },
        { member: "id", values: ["a", "b", ""] },
      ],
    };
    expect(encodeQuery(query)).toBe(
      "owner.name=x&id=a%7Cb%7C&level=a%20b&filter=gt(size,1)&sortBy=name:descending:primary,id&start=40&limit=20",
    );
  });

  it("leaves out defaults", () => {
    expect(encodeQuery({})).toBe("");
    expect(encodeQuery({ start: 0, filter: boolean(true), sortBy: sortBy([]), basics: [] })).toBe("");
    expect(encodeQuery({ limit: 0, filter: boolean(false) })).toBe("filter=false&limit=0");
  });

  it("encodes only characters that are invalid or have a special meaning", () => {
    expect(encodeQuery({ filter: eq("name", "it's (a),b:c/d?e@f!g*h$i=j~k") })).toBe(
      "filter=eq(name,'it''s%20(a),b:c/d?e@f!g*h$i=j~k')",
    );
    expect(encodeText(`&+#%|;"<>[]{}\\^\` é😀\r\n\0`)).toBe(
      "%26%2B%23%25%7C%3B%22%3C%3E%5B%5D%7B%7D%5C%5E%60%20%C3%A9%F0%9F%98%80%0D%0A%00",
    );
    expect(encodeQuery({ parameters: new Map([["a=b&c", "d=e"]]) })).toBe("a%3Db%26c=d=e");
  });

  it("returns only ASCII without line breaks, for random queries", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: ANY_CHARACTER }).map((text) => text.replaceAll("\0", "")),
        (text) => {
          const raw = encodeQuery({ filter: eq("name", text), parameters: new Map([["level", text]]) });
          expect(raw).toMatch(/^[A-Za-z0-9\-._~!$&'()*,:@/?=%]*$/);
        },
      ),
    );
  });

  it("throws for objects from JSON in place of nodes and strings", () => {
    const sent = (json: string) => JSON.parse(json) as QueryStringParts;
    for (const [json, argument] of [
      ['{"filter":{"kind":"name","name":"a)&x=(","span":{}}}', "filter"],
      ['{"filter":{"kind":"literal","type":"boolean","value":true}}', "filter"],
      ['{"filter":"true"}', "filter"],
      ['{"filter":null}', "filter"],
      ['{"sortBy":{"kind":"sortBy","keys":[]}}', "sortBy"],
      ['{"sortBy":{"keys":[]}}', "sortBy"],
    ] as const) {
      expect(() => encodeQuery(sent(json)), json).toThrow(
        new RegExp(`^${argument} must be .* or fromJson, got`),
      );
    }
    for (const json of [
      '{"basics":[{"member":{"x":1},"values":["a"]}]}',
      '{"basics":[{"member":"name","values":"a"}]}',
      '{"basics":[{"member":"name","values":[["a|b"]]}]}',
      '{"basics":[{"member":"name","values":[{"length":0}]}]}',
    ]) {
      expect(() => encodeQuery(sent(json)), json).toThrow(TypeError);
    }
    const parameters = new Map([["level", ["a"] as unknown as string]]);
    expect(() => encodeQuery({ parameters })).toThrow("the parameter level must be a string, got an array");
  });

  it("throws for values that a query string cannot represent", () => {
    const refused: QueryStringParts[] = [
      { basics: [{ member: "name", values: ["\ud800"] }] },
      { basics: [{ member: "name", values: ["a|b"] }] },
      { basics: [{ member: "name", values: [] }] },
      { basics: [{ member: "filter", values: ["x"] }] },
      { basics: [{ member: "a b", values: ["x"] }] },
      { parameters: new Map([["limit", "5"]]) },
      { start: -1 },
      { start: 1.5 },
      { limit: Number.NaN },
      { limit: 2 ** 53 },
    ];
    for (const query of refused) expect(() => encodeQuery(query), JSON.stringify(query)).toThrow(RangeError);
  });

  it("preserves the form of a decoded query; encoding is idempotent", () => {
    const raw = "?limit=5&level=x&filter=gt(size, 1)&id=a|b&&sortBy=id:ascending,name:desc&start=0".replace(
      "desc&",
      "descending&",
    );
    const once = encodeQuery(decoded(raw));
    expect(once).toBe("id=a%7Cb&level=x&filter=gt(size,1)&sortBy=id,name:descending&limit=5");
    expect(encodeQuery(decoded(once))).toBe(once);
  });
});

/** Strings that are valid in a string literal. */
const texts = fc
  .oneof(
    fc.string({ unit: ANY_CHARACTER, maxLength: 20 }),
    fc.string({ unit: "grapheme", maxLength: 20 }),
    fc.string({ maxLength: 20 }),
  )
  .filter((text) => text.isWellFormed() && !text.includes("\0"));
const names = fc.constantFrom(
  "id",
  "name",
  "a.b",
  "größe",
  "字",
  "@x-1",
  "__proto__",
  "constructor",
  "limit.x",
);

const { condition } = fc.letrec<{ condition: Expression; test: Expression }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    tie("test"),
    fc.oneof(
      fc
        .tuple(fc.constantFrom("and", "or"), fc.array(tie("condition"), { minLength: 2, maxLength: 3 }))
        .map(([callee, args]) => call(callee, args)),
      tie("condition").map((argument) => call("not", [argument])),
    ),
  ),
  test: fc.oneof(
    fc
      .tuple(
        fc.constantFrom("eq", "ne", "contains", "startsWith"),
        names,
        texts,
        fc.constantFrom("primary" as const, "identical" as const, undefined),
      )
      .map(([callee, member, text, strength]) =>
        call(callee, [name(member), string(text)], callee === "ne" ? undefined : strength),
      ),
    fc
      .tuple(
        names,
        fc.oneof(
          fc.integer(),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }),
        ),
      )
      .map(([member, value]) => call("lt", [name(member), number(value)])),
    fc
      .tuple(names, fc.array(texts, { minLength: 1, maxLength: 4 }))
      .map(([member, values]) => call("in", [name(member), ...values.map(string)])),
  ),
}));

const sorts = fc
  .array(
    fc.tuple(
      fc.oneof(names.map(name), condition),
      fc.constantFrom("ascending" as const, "descending" as const),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((keys) => sortBy(keys.map(([expression, direction]) => sortKey(expression, direction))));

const basics: fc.Arbitrary<BasicFilter[]> = fc.array(
  fc.record({
    member: names,
    values: fc.array(
      texts.map((text) => text.replaceAll("|", "/")),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  { maxLength: 3 },
);
const whole = fc.oneof(fc.nat(), fc.maxSafeNat());
const queries = fc.record({
  basics,
  parameters: fc
    .uniqueArray(fc.tuple(fc.constantFrom("level", "prefix"), fc.string({ unit: ANY_CHARACTER })), {
      selector: ([key]) => key,
      maxLength: 2,
    })
    .map((pairs) => new Map(pairs)),
  filter: fc.option(condition, { nil: undefined }),
  sortBy: fc.option(sorts, { nil: undefined }),
  start: whole,
  limit: fc.option(whole, { nil: undefined }),
});

/** The whole filter of a query in canonical order. */
function joined({
  basics: given,
  filter,
}: {
  basics: BasicFilter[];
  filter: Expression | undefined;
}): Expression {
  const all = given.map(({ member, values }) =>
    call(values.length === 1 ? "eq" : "in", [name(member), ...values.map(string)]),
  );
  if (filter !== undefined) all.push(filter as never);
  return all.length === 0 ? boolean(true) : all.length === 1 ? all[0]! : call("and", all);
}

describe("a round trip of a query", () => {
  it("returns the same query, for random queries", () => {
    fc.assert(
      fc.property(queries, (query) => {
        const back = decoded(`?${encodeQuery(query)}#fragment`);
        expect(back.start).toBe(query.start);
        expect(back.limit).toBe(query.limit);
        expect(back.basics).toEqual(query.basics);
        expect([...back.parameters]).toEqual([...query.parameters]);
        expect(equalExpressions(back.filter, joined(query))).toBe(true);
        expect(back.written === undefined ? undefined : equalExpressions(back.written, query.filter!)).toBe(
          query.filter === undefined ? undefined : true,
        );
        expect(back.sortBy === undefined ? undefined : equalSortBys(back.sortBy, query.sortBy!)).toBe(
          query.sortBy === undefined ? undefined : true,
        );
        expect(encodeQuery(back)).toBe(encodeQuery(query));
      }),
      { numRuns: 1_500 },
    );
  });

  it("preserves every valid code point, in a filter and in a basic filter", () => {
    const block = 0x400;
    for (let from = 0; from <= 0x10ffff; from += block) {
      if (from >= 0xd800 && from < 0xe000) continue;
      const points = Array.from({ length: block }, (_, i) => from + i).filter((point) => point !== 0);
      const text = String.fromCodePoint(...points);
      const query = decoded(
        encodeQuery({ basics: [{ member: "a", values: [text.replace("|", "")] }], filter: eq("b", text) }),
      );
      expect(query.basics[0]!.values[0]).toBe(text.replace("|", ""));
      expect(equalExpressions(query.written!, eq("b", text))).toBe(true);
    }
  });

  it("decodes like URLSearchParams", () => {
    fc.assert(
      fc.property(texts, texts, (text, other) => {
        const raw = encodeQuery({ filter: eq("name", text), parameters: new Map([["level", other]]) });
        const standard = new URLSearchParams(raw);
        expect(standard.get("level")).toBe(other);
        expect(standard.get("filter")).toBe(decoded(raw).filterText);
      }),
    );
  });
});
