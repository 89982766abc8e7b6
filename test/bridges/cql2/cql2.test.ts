import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseFilter, parseSortBy, print } from "tamis";
import { equalExpressions } from "tamis/ast";
import { effectOf } from "tamis/bridges";
import { cql2JsonBridge } from "tamis/bridges/cql2-json";
import { cql2TextBridge } from "tamis/bridges/cql2-text";
import { countOf } from "../../effort.ts";
import { codesOf } from "../check-imports.ts";
import { normalForm } from "../normal-form.ts";
import { CATALOG, Random, randomFilter, randomRows, SEED } from "../random.ts";
import { contradiction, idsOf, importsKeepRows } from "../same-rows.ts";
import { isTrueInCql2 } from "./evaluate.ts";
import { randomCql2 } from "./random.ts";

const catalog = CATALOG;

interface Published {
  readonly name: string;
  readonly text: string;
  readonly json: unknown;
}

const published = readFileSync(new URL("data/examples.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Published);

describe("the published examples of CQL2", () => {
  it("are complete", () => {
    expect(published).toHaveLength(109);
  });

  it.each(published.map((each) => [each.name, each] as const))(
    "%s has one meaning in text and JSON",
    (_, each) => {
      const text = cql2TextBridge.importQuery({ filter: each.text });
      const json = cql2JsonBridge.importQuery({ filter: each.json });
      expect(effectOf(text.report)).not.toBe("failed");
      const isSame = text.filter !== undefined && json.filter !== undefined;
      // Some published pairs differ in spelling: a combining accent, and zeros of a fraction.
      const plain = (tree: typeof text.filter) =>
        tree && print(tree).normalize("NFC").replaceAll(".000000Z", "Z");
      expect([isSame, plain(text.filter)]).toEqual([true, plain(json.filter)]);
      expect(codesOf(text.report)).toEqual(codesOf(json.report));
    },
  );

  it("are carried over, or the report names the function, name or strength", () => {
    const counts = new Map<string, number>();
    for (const { text } of published) {
      const { report } = cql2TextBridge.importQuery({ filter: text });
      const codes = [...new Set(report.map(({ code }) => code))].sort().join() || "exact";
      counts.set(codes, (counts.get(codes) ?? 0) + 1);
    }
    expect(Object.fromEntries(counts)).toEqual({
      exact: 42,
      "case-sensitivity": 6,
      "unsupported-function": 50,
      "unsupported-function,unwritable-name": 1,
      "unwritable-name": 10,
    });
  });
});

describe("CQL2 JSON", () => {
  const bridge = cql2JsonBridge;

  it("names places by pointers", () => {
    const equal = { op: "=", args: [{ property: "name" }, "x"] };
    const within = { op: "s_within", args: [{ property: "place" }, { bbox: [1, 2, 3, 4] }] };
    const found = bridge.importQuery({ filter: { op: "and", args: [equal, within] } });
    expect(print(found.filter!)).toBe("eq(name,'x')");
    expect(found.report).toMatchObject([
      { code: "unsupported-function", effect: "more", source: { pointer: "/args/1" } },
    ]);
    const { expression } = parseFilter("and(eq(name,'x'),lt(name,'y'))");
    expect(bridge.exportQuery({ filter: expression }).report).toMatchObject([
      { code: "string-order", result: { pointer: "/args/1" } },
    ]);
  });

  it.each([
    [null, ""],
    ["x", undefined],
    [{ op: "=", args: [{ property: "a" }] }, ""],
    [{ op: "and", args: [true] }, ""],
    [{ op: "not", args: [{ property: 1 }] }, "/args/0"],
    [{ op: "in", args: [{ property: "a" }, []] }, ""],
    [{ op: "in", args: [{ property: "a" }, "x"] }, ""],
    [{ op: "or", args: [true, undefined] }, "/args/1"],
    [{}, ""],
    [Object.create({ op: "=", args: [1, 1] }), ""],
  ])("%j is reported at %s", (filter, pointer) => {
    const { filter: tree, report } = bridge.importQuery({ filter });
    if (pointer === undefined) expect(codesOf(report)).toEqual([["type-conversion", "more"]]);
    else {
      expect(tree).toBeUndefined();
      expect(report).toMatchObject([{ code: "syntax", effect: "failed", source: { pointer } }]);
    }
  });

  it("reports numbers that a double cannot hold", () => {
    const { expression } = parseFilter("eq(size,9007199254740993)");
    const { report } = bridge.exportQuery({ filter: expression });
    expect(codesOf(report)).toEqual([["number-precision", "other"]]);
  });

  it("accepts filters up to the limits, and reports larger ones", () => {
    const nested = (depth: number): unknown =>
      depth === 0 ? { op: "=", args: [{ property: "a" }, 1] } : { op: "not", args: [nested(depth - 1)] };
    const at = (filter: unknown, limits: object) =>
      codesOf(bridge.importQuery({ filter }, { limits }).report);
    expect(at(nested(3), { depth: 4, nodes: 6 })).toEqual([]);
    expect(at(nested(3), { depth: 3 })).toEqual([["limit", "failed"]]);
    expect(at(nested(3), { nodes: 5 })).toEqual([["limit", "failed"]]);
    const cyclic: { op: string; args: unknown[] } = { op: "not", args: [] };
    cyclic.args.push(cyclic);
    expect(at(cyclic, {})).toEqual([["limit", "failed"]]);
  });

  it("has orders as in the sort extension of STAC", () => {
    const sortBy = [{ field: "size" }, { field: "name", direction: "desc" }];
    const found = bridge.importQuery({ sortBy });
    expect(print(found.sortBy!)).toBe("size,name:descending");
    const pointers = ["/0", "/0", "/1", "/1"].map((pointer) => ({ pointer }));
    expect(found.report.map(({ source }) => source)).toEqual(pointers);
    const { expression } = parseSortBy("size,name:descending,length(name)");
    const written = bridge.exportQuery({ sortBy: expression });
    expect(written.sortBy).toEqual([
      { field: "size", direction: "asc" },
      { field: "name", direction: "desc" },
    ]);
    for (const wrong of [[{ direction: "asc" }], "size"])
      expect(codesOf(bridge.importQuery({ sortBy: wrong }).report)).toEqual([["syntax", "failed"]]);
  });
});

describe("rows of CQL2", () => {
  const count = countOf("bridges/cql2/cql2: count");

  it(`random filters of tamis keep the same rows, or the report names the difference (seed ${SEED})`, () => {
    const random = new Random(SEED);
    const rows = randomRows(random, 60);
    let exact = 0;
    for (let i = 0; i < count; i++) {
      const filter = randomFilter(random);
      const json = cql2JsonBridge.exportQuery({ filter }, { catalog });
      const found = rows.filter((row) => isTrueInCql2(json.filter, row)).map(({ id }) => id);
      const problem = contradiction(idsOf(filter, rows), found, json.report);
      if (problem !== undefined)
        throw new Error(`${print(filter)}\nas ${JSON.stringify(json.filter)}\n${problem}`);
      const text = cql2TextBridge.exportQuery({ filter }, { catalog });
      if (json.report.length > 0) continue;
      exact++;
      const back = cql2JsonBridge.importQuery({ filter: json.filter }, { catalog });
      expect(back.report).toEqual([]);
      if (!equalExpressions(normalForm(back.filter!), normalForm(filter)))
        expect(print(back.filter!)).toBe(print(filter));
      // Both forms have the same meaning, except for texts that only JSON can hold.
      if (text.report.length > 0) continue;
      const fromText = cql2TextBridge.importQuery({ filter: text.filter }, { catalog }).filter;
      expect(print(fromText!)).toBe(print(back.filter!));
    }
    expect(exact).toBeGreaterThan(count / 10);
  });

  it(`random filters of CQL2 keep the same rows, or the report names the difference (seed ${SEED})`, () => {
    const rows = randomRows(new Random(SEED + 1), 60);
    const idsIn = (json: unknown) => rows.filter((row) => isTrueInCql2(json, row)).map(({ id }) => id);
    return importsKeepRows(cql2JsonBridge, rows, idsIn, count, count / 10, (random) => randomCql2(random));
  });
});
