import { describe, expect, it } from "vitest";
import { string } from "../../src/ast/constructors.ts";
import { equalExpressions, equalSortBys } from "../../src/ast/equals.ts";
import { print } from "../../src/ast/print.ts";
import { defineFunction } from "../../src/functions/factories/define-function.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { decodeQuery } from "../../src/url/decode-query.ts";
import { encodeQuery } from "../../src/url/encode-query.ts";
import { encodeText } from "../../src/url/percent-encoding.ts";
import { corpus } from "../properties/corpus.ts";

/** Some services have a function of this name. */
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

/** The recorded text is decoded but for `+`, and `&` and `=` part its parameters. Gives it back as it was sent. */
const resent = (text: string) => text.replace(/[ "]/g, encodeURIComponent);

/** Each `name=value` of a recorded query, by hand. */
const recorded = (text: string): [string, string][] =>
  text
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]);

const RESERVED = ["start", "limit", "filter", "sortBy"];

describe("basic filters that were seen", () => {
  it("are 18", () => expect(of("basic")).toHaveLength(18));

  for (const { text } of of("basic")) {
    it(`${text} is decoded as it was meant, and encoded again`, () => {
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

describe("whole requests that were seen", () => {
  it("are nine", () => expect(of("fullurl")).toHaveLength(9));

  for (const { text } of of("fullurl")) {
    const raw = text.slice(text.indexOf("?"));
    const pairs = recorded(raw.slice(1));
    const contradictory = pairs.some(
      ([name, value]) => RESERVED.includes(name) && pairs.some(([n, v]) => n === name && v !== value),
    );
    if (contradictory) {
      it(`${text} says two things of one parameter, and is refused there`, () => {
        const { query, diagnostics } = decodeQuery(raw, options);
        expect(query).toBeUndefined();
        expect(diagnostics.map(({ code, span }) => [code, raw.slice(span.start, span.end)])).toEqual([
          ["repeated-parameter", "start=10"],
        ]);
      });
      continue;
    }
    it(`${text} is decoded as it was meant, and encoded again`, () => {
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

describe("filters and sorts that were seen", () => {
  it("say in a URL what they say alone", () => {
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

  it("an unencoded & cuts a filter in two, which is an error and not a filter that was never sent", () => {
    const { query, diagnostics } = decodeQuery("filter=eq(name,'a&b c')", options);
    expect(query).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toContain("unterminated-string");
  });
});
