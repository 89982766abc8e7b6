/** Catalogs from schemas and tables of the real libraries. */
import * as pg from "drizzle-orm/pg-core";
import { integer as sqliteInteger, sqliteTable } from "drizzle-orm/sqlite-core";
import type { ColumnType, Generated, Kysely } from "kysely";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { catalogForTable } from "../../../src/catalog/standard/catalog-for-table.ts";
import { catalogFromDrizzle } from "../../../src/catalog/standard/from-drizzle.ts";
import { catalogFromStandardSchema } from "../../../src/catalog/standard/from-standard-schema.ts";
import { query } from "../../../src/builder/query.ts";
import type { RowOf } from "../../../src/catalog/row-type.ts";

describe("a catalog from a schema of Zod", () => {
  it("has the members and types of validated rows", () => {
    const person = z.object({
      id: z.int(),
      name: z.string().nullable(),
      born: z.iso.date(),
      seen: z.iso.datetime().optional(),
      role: z.enum(["admin", "user"]).default("user"),
      tags: z.array(z.string()),
      owner: z.object({ age: z.number() }),
    });
    const { catalog, problems } = catalogFromStandardSchema(person, { name: "people", key: "id" });
    expect(problems).toEqual([]);
    const members = [...catalog!.members.byName.values()];
    expect(members.map(({ name, type }) => `${name}: ${type}`).join(", ")).toBe(
      "id: integer, name: string, born: date, seen: dateTime, role: string, tags: list, owner: object",
    );
    expect(members.filter(({ nullable }) => nullable).map(({ name }) => name)).toEqual(["name", "seen"]);
    expect(catalog!.members.byName.get("role")!.enum).toEqual(["admin", "user"]);
  });

  it("reports schemas that have no JSON Schema, and other values", () => {
    const refused = catalogFromStandardSchema(z.object({ id: z.bigint() }), { name: "people" });
    expect(refused.problems[0]!.message).toMatch(/^zod cannot convert the schema: /);
    expect(catalogFromStandardSchema({} as never).problems[0]!.message).toContain("does not implement");
  });
});

describe("a catalog from a table of Drizzle", () => {
  it("has the members and types of the rows of its queries", () => {
    const table = pg.pgTable("people", {
      id: pg.integer("person_id").primaryKey(),
      name: pg.text().notNull(),
      kind: pg.text({ enum: ["a", "b"] }),
      ok: pg.boolean(),
      at: pg.timestamp(),
      seen: pg.timestamp({ mode: "string" }),
      born: pg.date(),
      opens: pg.time(),
      big: pg.bigint({ mode: "bigint" }),
      small: pg.bigint({ mode: "number" }),
      ratio: pg.doublePrecision(),
      price: pg.numeric(),
      tags: pg.text().array(),
      data: pg.jsonb(),
    });
    const { catalog, problems, notes } = catalogFromDrizzle(table);
    expect(problems).toEqual([]);
    expect(notes).toEqual([{ pointer: "/data", message: expect.stringContaining("PgJsonb") as string }]);
    expect(catalog!.name).toBe("people");
    expect(catalog!.key).toBe("id");
    expect(catalog!.definition.members).toEqual({
      id: { type: "integer", nullable: false },
      name: { type: "string", nullable: false },
      kind: { type: "string", enum: ["a", "b"] },
      ok: { type: "boolean" },
      at: { type: "dateTime" },
      seen: { type: "dateTime" },
      born: { type: "date" },
      opens: { type: "time" },
      big: { type: "integer" },
      small: { type: "integer" },
      ratio: { type: "number" },
      // Its values are strings of digits.
      price: { type: "string" },
      tags: { type: "list", items: { type: "string" } },
    });
  });

  it("reads tables of SQLite, and reports other values", () => {
    const table = sqliteTable("flags", {
      id: sqliteInteger().primaryKey(),
      on: sqliteInteger({ mode: "boolean" }),
      at: sqliteInteger({ mode: "timestamp" }),
    });
    expect(catalogFromDrizzle(table, "marks").catalog!.definition).toMatchObject({
      name: "marks",
      members: { id: { type: "integer" }, on: { type: "boolean" }, at: { type: "dateTime" } },
    });
    expect(catalogFromDrizzle({}).problems).toHaveLength(1);
  });
});

interface Database {
  readonly people: {
    id: Generated<number>;
    name: string | null;
    seen: ColumnType<Date, string, never>;
    tags: string[];
    kind: "a" | "b";
  };
}

it("a catalog for a table of Kysely is checked against the types of its columns", () => {
  // The type of the table is that of the library.
  expectTypeOf<Kysely<Database>["selectFrom"]>().toBeFunction();
  const define = catalogForTable<Database["people"]>();
  const people = define({
    name: "people",
    members: {
      id: { type: "integer", nullable: false },
      name: "string",
      seen: "dateTime",
      tags: { type: "list", items: "string" },
      kind: { type: "string", enum: ["a", "b"] },
    },
    key: "id",
  });
  expectTypeOf<RowOf<typeof people>["id"]>().toEqualTypeOf<number | bigint>();
  expect(query(people).where((b) => b.eq("kind", "a")).filter.kind).toBe("call");
  // @ts-expect-error -- no such column
  define({ name: "people", members: { nmae: "string" } });
  // @ts-expect-error -- the column has numbers
  define({ name: "people", members: { id: "string" } });
  // @ts-expect-error -- the column can be null
  define({ name: "people", members: { name: { type: "string", nullable: false } } });
});
