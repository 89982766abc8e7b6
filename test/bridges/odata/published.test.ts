import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { effectOf } from "tamis/bridges";
import { odataBridge } from "tamis/bridges/odata";
import { words } from "../../words.ts";

/*
 * The test cases of the grammar of OData 4.01 that OASIS publishes. They are not part of this repository. The environment
 * variable TAMIS_ODATA_CASES has the path of a copy.
 */

interface PublishedCase {
  readonly Name: string;
  readonly Rule: string;
  /** Offset of the fault of an invalid text. */
  readonly FailAt?: number;
  readonly Input: string | boolean;
}

const path = process.env["TAMIS_ODATA_CASES"];
const FILTER_RULES = words(`
  filter boolCommonExpr boolcommonExpr commonExpr notExpr anyExpr isofExpr firstMemberExpr propertyPathExpr
`);
const RULES: ReadonlyMap<string, "filter" | "sortBy"> = new Map([
  ...FILTER_RULES.map((rule) => [rule, "filter"] as const),
  ...["orderby", "orderBy"].map((rule) => [rule, "sortBy"] as const),
]);
/** Invalid texts whose meaning is clear. */
const LENIENT = [/^\$filter(?: =|= )/, /^\w+ in \(\w+,\w+\)$/, /^\w+\.\w+$/];

describe.skipIf(path === undefined)("the published test cases of OData", () => {
  const { TestCases } = parse(path === undefined ? "TestCases: []" : readFileSync(path, "utf8")) as {
    readonly TestCases: readonly PublishedCase[];
  };
  const cases = TestCases.filter(({ Rule }) => RULES.has(Rule)).map((each) => {
    const part = RULES.get(each.Rule)!;
    const text = decodeURIComponent(String(each.Input).replaceAll(/%(?![\da-f]{2})/gi, "%25"));
    // This rule follows a collection.
    const { report } = odataBridge.importQuery({ [part]: each.Rule === "anyExpr" ? `Tags/${text}` : text });
    return { text, isValid: each.FailAt === undefined, isRead: effectOf(report) !== "failed" };
  });

  it("are read if they are valid", () => {
    expect(cases.filter(({ isValid }) => isValid).length).toBeGreaterThan(200);
    expect(cases.filter(({ isValid, isRead }) => isValid && !isRead).map(({ text }) => text)).toEqual([]);
  });

  it("are rejected if they are invalid and have no clear meaning", () => {
    const invalid = cases.filter(({ isValid }) => !isValid);
    expect(invalid.length).toBeGreaterThan(5);
    const isLenient = (text: string) => LENIENT.some((pattern) => pattern.test(text));
    expect(invalid.filter(({ text, isRead }) => isRead !== isLenient(text)).map(({ text }) => text)).toEqual(
      [],
    );
  });
});
