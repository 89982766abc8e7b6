import { describe, expect, it } from "vitest";
import { parseDuckdbType } from "../../../../src/sql/dialects/duckdb/type-syntax.ts";

const scalar = (name: string) => ({ kind: "scalar", name });

describe("types of DuckDB", () => {
  it.each(["BIGINT", "DECIMAL(10,2)", "TIMESTAMP WITH TIME ZONE", "ENUM('a', 'it''s (b)', '')", '"my type"'])(
    "%s is a scalar",
    (written) => {
      expect(parseDuckdbType(written)).toEqual(scalar(written));
    },
  );

  it("nest", () => {
    const list = (items: object, isArray = false) => ({ kind: "list", items, isArray });
    const map = {
      kind: "map",
      key: scalar("ENUM('x, y', 'z')"),
      value: list(list(scalar("INTEGER"), true)),
    };
    const written = `STRUCT(a DECIMAL(4,1)[], "b "" (c)" MAP(ENUM('x, y', 'z'), INTEGER[2][]))`;
    const fields = { a: list(scalar("DECIMAL(4,1)")), 'b " (c)': map };
    expect(parseDuckdbType(written)).toEqual({ kind: "struct", fields: Object.entries(fields) });
    const union = {
      kind: "union",
      fields: Object.entries({ num: scalar("INTEGER"), str: scalar("VARCHAR") }),
    };
    expect(parseDuckdbType("UNION(num INTEGER, str VARCHAR)[]")).toEqual(list(union));
  });

  it("that cannot be parsed are scalars", () => {
    for (const written of ["STRUCT(INTEGER, VARCHAR)", "STRUCT(a INTEGER", "MAP(INTEGER)", "X)", ""])
      expect(parseDuckdbType(written)).toEqual(scalar(written));
  });
});
