import { describe, expect, it } from "vitest";
import { string } from "../../src/ast/constructors.ts";
import { equalExpressions, equalSortBys } from "../../src/ast/equals.ts";
import { print } from "../../src/ast/print.ts";
import { defineFunction } from "../../src/functions/factories/define-function.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { decodeQuery } from "../../src/url/decode-query.ts";
import { encodeQuery } from "../../src/url/encode-query.ts";
import { encodeText } from "../../src/values/urls/percent-encoding.ts";
import { corpus } from "../properties/corpus.ts";

/** A function that some services define. */
const like = defineFunction({
  name: "like",
  summary: "True if the text matches, * standing for any text.",
  parameters: [
    { name: "e", type: "string" },
    { name: "pattern", type: "string" },
  ],
  result: "boolean",
  evaluate: (text, pattern) => text.startsWith(pattern.replace("*", "")),
});
const options = { functions: [like] };

const of = (kind: string) => corpus().filter((request) => request.kind === kind);

/** Encodes a recorded query string again. The recordings are decoded except for `+`; `&` and `=` are separators. */
const resent = (text: string) => text.replace(/[ "]/g, encodeURIComponent);

/** Splits a recorded query without the code under test. */
const recorded = (text: string): [string, string][] =>
  text
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]);

const RESERVED = ["start", "limit", "filter", "sortBy"];

describe("recorded basic filters", () => {
  it("are 18", () => expect(of("basic")).toHaveLength(18));

  for (const { text } of of("basic")) {
    it(`${text} is decoded and encoded again`, () => {
      const { query, diagnostics } = decodeQuery(`?${resent(text)}`, options);
      expect(diagnostics).toEqual([]);
      const pairs = recorded(text).filter(([name]) => !RESERVED.includes(name));
      expect(query!.basics).toEqual(pairs.map(([member, value]) => ({ member, values: [value] })));
      const filter = pairs.map(([name, value]) => `eq(${name},${print(string(value))})`).join();
      expect(print(query!.filter)).toBe(filter === "" ? "true" : filter);
      const again = decodeQuery(encodeQuery(query!), options).query!;
      expect(again.basics).toEqual(query!.basics);
      expect([again.start, again.limit]).toEqual([query!.start, query!.limit]);
    });
  }
});

describe("recorded query strings", () => {
  it("are nine", () => expect(of("fullurl")).toHaveLength(9));

  for (const { text } of of("fullurl")) {
    const raw = text.slice(text.indexOf("?"));
    const pairs = recorded(raw.slice(1));
    const contradictory = pairs.some(
      ([name, value]) => RESERVED.includes(name) && pairs.some(([n, v]) => n === name && v !== value),
    );
    if (contradictory) {
      it(`${text} is rejected because it repeats a parameter with another value`, () => {
        const { query, diagnostics } = decodeQuery(raw, options);
        expect(query).toBeUndefined();
        expect(diagnostics.map(({ code, span }) => [code, raw.slice(span.start, span.end)])).toEqual([
          ["repeated-parameter", "start=10"],
        ]);
      });
      continue;
    }
    it(`${text} is decoded and encoded again`, () => {
      const { query, diagnostics } = decodeQuery(resent(raw), options);
      const lowered = pairs.some(([name, value]) => name === "limit" && Number(value) > 1000);
      expect(diagnostics.map(({ code }) => code)).toEqual(lowered ? ["limit-lowered"] : []);
      const value = (name: string) => new Map(pairs).get(name);
      expect(query!.written === undefined ? "" : print(query!.written)).toBe(
        value("filter") === undefined
          ? ""
          : print(parseFilter(value("filter")!.replaceAll("+", " ")).expression!),
      );
      expect(query!.sortBy && print(query!.sortBy)).toBe(
        value("sortBy") && print(parseSortBy(value("sortBy")!).expression!),
      );
      expect(query!.start).toBe(Number(value("start") ?? 0));
      expect(query!.limit).toBe(value("limit") === undefined ? undefined : Number(value("limit")));
      expect(query!.basics.map(({ member, values }) => [member, ...values])).toEqual(
        pairs.filter(([name]) => !RESERVED.includes(name)),
      );
      const again = decodeQuery(encodeQuery(query!), options).query!;
      expect(encodeQuery(again)).toBe(encodeQuery(query!));
      expect(again.written === undefined || equalExpressions(again.written, query!.written!)).toBe(true);
    });
  }
});

describe("recorded filters and sort keys", () => {
  it("mean the same in a URL as alone", () => {
    for (const { text, flags } of of("filter")) {
      const { query, diagnostics } = decodeQuery(`?filter=${encodeText(text)}&limit=10`, options);
      expect(query === undefined, text).toBe(flags.includes("invalid"));
      if (query === undefined) {
        expect(diagnostics.map(({ code }) => code)).toEqual(
          parseFilter(text).diagnostics.map(({ code }) => code),
        );
      } else {
        expect(query.filterText).toBe(text);
        expect(equalExpressions(query.filter, parseFilter(text).expression!), text).toBe(true);
      }
    }
    for (const { text } of of("sortBy")) {
      const { query } = decodeQuery(`sortBy=${encodeText(text)}`, options);
      expect(equalSortBys(query!.sortBy!, parseSortBy(text).expression!), text).toBe(true);
    }
  });

  it("an unencoded & in a filter is an error", () => {
    const { query, diagnostics } = decodeQuery("filter=eq(name,'a&b c')", options);
    expect(query).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toContain("unterminated-string");
  });
});
