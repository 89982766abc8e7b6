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
    expect(
      parseDuckdbType(`STRUCT(a DECIMAL(4,1)[], "b "" (c)" MAP(ENUM('x, y', 'z'), INTEGER[2][]))`),
    ).toEqual({
      kind: "struct",
      fields: [
        ["a", { kind: "list", items: scalar("DECIMAL(4,1)"), isArray: false }],
        [
          'b " (c)',
          {
            kind: "map",
            key: scalar("ENUM('x, y', 'z')"),
            value: {
              kind: "list",
              items: { kind: "list", items: scalar("INTEGER"), isArray: true },
              isArray: false,
            },
          },
        ],
      ],
    });
    expect(parseDuckdbType("UNION(num INTEGER, str VARCHAR)[]")).toEqual({
      kind: "list",
      isArray: false,
      items: {
        kind: "union",
        fields: [
          ["num", scalar("INTEGER")],
          ["str", scalar("VARCHAR")],
        ],
      },
    });
  });

  it("that cannot be parsed are scalars", () => {
    for (const written of ["STRUCT(INTEGER, VARCHAR)", "STRUCT(a INTEGER", "MAP(INTEGER)", "X)", ""])
      expect(parseDuckdbType(written)).toEqual(scalar(written));
  });
});
