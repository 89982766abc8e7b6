import { unknownMember } from "../diagnostics/sentences.ts";
import { expect, expectTypeOf, it } from "vitest";
import { print } from "../../src/ast/print.ts";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { queryValidator, type QueryValidator } from "../../src/url/query-validator.ts";

const places = defineCatalog({ name: "places", members: { name: "string", size: "integer" } });
const { validate, version, vendor } = queryValidator({ catalog: places })["~standard"];

/** The interface of the specification, as its consumers declare it. */
interface StandardSchemaV1<Input, Output> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      value: unknown,
    ) =>
      | { readonly value: Output; readonly issues?: undefined }
      | { readonly issues: readonly { readonly message: string; readonly path?: readonly PropertyKey[] }[] };
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

it("validates query parameters as a Standard Schema", () => {
  expectTypeOf<QueryValidator>().toExtend<
    StandardSchemaV1<
      NonNullable<QueryValidator["~standard"]["types"]>["input"],
      NonNullable<QueryValidator["~standard"]["types"]>["output"]
    >
  >();
  expect([version, vendor]).toEqual([1, "tamis"]);
  const result = validate({ filter: "eq(name,'a&b+c%')", limit: "5", size: ["1", "1"], start: undefined });
  if (result.issues !== undefined) throw new Error(JSON.stringify(result.issues));
  expect(print(result.value.filter)).toBe("and(eq(name,'a&b+c%'),eq(size,1),eq(size,1))");
  expect(result.value.pageLimit).toBe(5);
  expect(validate(new URLSearchParams("limit=7"))).toMatchObject({ value: { limit: 7 } });
});

it("reports an issue for each error, with the parameter and the code frame", () => {
  const result = validate({ filter: "eq(nmae,'x')", limit: "-1" });
  expect(result.issues!.map(({ path }) => path)).toEqual([["filter"], ["limit"]]);
  expect(result.issues![0]!.message).toContain(unknownMember("nmae", "name"));
  expect(result.issues![0]!.message).toContain("^^^^");
});

it("refuses values that are no query parameters", () => {
  for (const value of [undefined, null, "limit=5", 5, { limit: 5 }, { filter: "\ud800" }])
    expect(validate(value)).toEqual({ issues: [{ message: "Query parameters must be strings, by name." }] });
  expect(() => queryValidator({ limits: { text: -1 } })).toThrow(RangeError);
});
