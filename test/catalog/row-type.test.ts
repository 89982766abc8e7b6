import { describe, expect, expectTypeOf, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import type { RowOf } from "../../src/catalog/row-type.ts";

const catalog = defineCatalog({
  name: "reports",
  members: {
    id: { type: "string", nullable: false },
    name: "string",
    state: { type: "string", enum: ["draft", "done"] },
    kind: { type: "string", enum: ["a"], nullable: false },
    size: { type: "integer", nullable: false },
    count: { type: "integer", safe: true, nullable: false },
    loose: { type: "integer", safe: false, nullable: false },
    counts: { type: "list", nullable: false, items: { type: "integer", safe: true } },
    ratio: { type: "number", nullable: false },
    enabled: { type: "boolean", nullable: false },
    day: { type: "date", nullable: false },
    at: { type: "dateTime", nullable: false },
    first: { type: "string", nullable: false, property: "First Name" },
    owner: {
      type: "object",
      nullable: false,
      members: { name: "string", id: { type: "integer", nullable: false } },
    },
    tags: { type: "list", nullable: false, items: "string" },
    codes: { type: "list", nullable: false, items: { type: "string", nullable: false } },
    labels: { type: "map", nullable: false, values: "boolean" },
    links: {
      type: "list",
      items: { type: "object", nullable: false, members: { href: { type: "string", nullable: false } } },
    },
  },
  key: "id",
  defaultSort: ["name", "id:descending", "state:ascending:primary"],
});
type Row = RowOf<typeof catalog>;

describe("RowOf", () => {
  it("accepts rows of the catalog", () => {
    const row: Pick<Row, "id" | "First Name"> = { id: "1", "First Name": "Ada" };
    expect(Object.keys(row)).toEqual([
      "id",
      [...catalog.members.byName.values()].find((m) => m.name === "first")?.property,
    ]);
  });

  it("requires members that are not nullable", () => {
    expectTypeOf<Row["id"]>().toEqualTypeOf<string>();
    expectTypeOf<Row["size"]>().toEqualTypeOf<number | bigint>();
    expectTypeOf<Row["count"]>().toEqualTypeOf<number>();
    expectTypeOf<Row["loose"]>().toEqualTypeOf<number | bigint>();
    expectTypeOf<Row["counts"]>().toEqualTypeOf<readonly (number | null)[]>();
    expectTypeOf<Row["ratio"]>().toEqualTypeOf<number>();
    expectTypeOf<Row["enabled"]>().toEqualTypeOf<boolean>();
    expectTypeOf<Row["day"]>().toEqualTypeOf<string>();
    expectTypeOf<Row["at"]>().toEqualTypeOf<string>();
  });

  it("allows nullable members to be null, undefined or missing", () => {
    expectTypeOf<Pick<Row, "name">>().toEqualTypeOf<{ readonly name?: string | null | undefined }>();
    expectTypeOf<Row["state"]>().toEqualTypeOf<"draft" | "done" | null | undefined>();
    expectTypeOf<Row["kind"]>().toEqualTypeOf<"a">();
  });

  it("uses the property name of the row", () => {
    expectTypeOf<Row["First Name"]>().toEqualTypeOf<string>();
    expectTypeOf<Row>().not.toHaveProperty("first");
  });

  it("contains objects, lists and maps", () => {
    expectTypeOf<Row["owner"]>().toEqualTypeOf<{
      readonly id: number | bigint;
      readonly name?: string | null | undefined;
    }>();
    expectTypeOf<Row["tags"]>().toEqualTypeOf<readonly (string | null)[]>();
    expectTypeOf<Row["codes"]>().toEqualTypeOf<readonly string[]>();
    expectTypeOf<Row["labels"]>().toEqualTypeOf<{ readonly [key: string]: boolean | null | undefined }>();
    expectTypeOf<NonNullable<Row["links"]>>().toEqualTypeOf<readonly { readonly href: string }[]>();
  });
});

describe("the compiler", () => {
  it("rejects a key that is not a member", () => {
    const members = { id: "string" } as const;
    // @ts-expect-error ID is not a member
    expect(() => defineCatalog({ name: "a", members, key: "ID" })).toThrow("/key");
  });

  it("rejects a default sort with an unknown member or direction", () => {
    const members = { name: "string" } as const;
    // @ts-expect-error nam is not a member
    expect(() => defineCatalog({ name: "a", members, defaultSort: ["nam"] })).toThrow("/defaultSort/0");
    // @ts-expect-error down is not a direction
    expect(() => defineCatalog({ name: "a", members, defaultSort: ["name:down"] })).toThrow("'down'");
  });

  it("rejects an unknown type and an unknown strength", () => {
    // @ts-expect-error text is not a type
    expect(() => defineCatalog({ name: "a", members: { b: "text" } })).toThrow("'text'");
    const b = { type: "string", strength: "weak" } as const;
    // @ts-expect-error weak is not a strength
    expect(() => defineCatalog({ name: "a", members: { b } })).toThrow("strength");
  });
});
