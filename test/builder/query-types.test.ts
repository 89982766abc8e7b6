/** Tests of types. The compiler reports failures. */
import { describe, expectTypeOf, it } from "vitest";
import { date, dateTime } from "../../src/builder/temporal-literals.ts";
import { query } from "../../src/builder/query.ts";
import type { ConditionNode, TypedNode } from "../../src/builder/typed-node.ts";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { readCatalog } from "../../src/catalog/read-catalog.ts";
import { defineFunction } from "../../src/functions/factories/define-function.ts";
import { near } from "./near.ts";

export const reports = defineCatalog({
  name: "reports",
  members: {
    id: { type: "string", nullable: false },
    name: "string",
    state: { type: "string", enum: ["draft", "done"] },
    size: "integer",
    ratio: "number",
    enabled: "boolean",
    day: "date",
    at: "time",
    created: "dateTime",
    modified: { type: "dateTime", sortable: false },
    secret: { type: "string", filterable: false },
    code: { type: "string", functions: ["eq", "in"] },
    owner: {
      type: "object",
      members: {
        name: "string",
        age: "integer",
        address: {
          type: "object",
          members: { city: "string", geo: { type: "object", members: { x: "number" } } },
        },
      },
    },
    tags: { type: "list", items: "string" },
    levels: { type: "list", items: { type: "string", enum: ["low", "high"] } },
    links: { type: "list", items: { type: "object", members: { href: "string", count: "integer" } } },
    labels: { type: "map", values: "string" },
    counts: { type: "map", values: { type: "object", members: { total: "integer" } } },
    hidden: { type: "object", filterable: false, members: { x: "string" } },
  },
});
const limited = defineCatalog({ name: "limited", members: { id: "integer" }, functions: ["eq", "and"] });

const q = query(reports);
type B = Parameters<Extract<Parameters<(typeof q)["where"]>[0], (...args: never) => unknown>>[0];
/** Each builder is only compiled, never called. */
const b = undefined as unknown as B;
const compiled = (use: () => unknown) => use;

describe("paths", () => {
  it("are the names in the error of a call that no overload takes, which is that of the last one", () => {
    expectTypeOf<"owner.address.city">().toExtend<Parameters<B["eq"]>[0]>();
    expectTypeOf<"name">().toExtend<Parameters<B["contains"]>[0]>();
    expectTypeOf<"nme">().not.toExtend<Parameters<B["eq"]>[0]>();
  });

  it("are members, members of objects at any depth, of elements of lists, and keys of maps", () => {
    compiled(() => [
      b.eq("id", "x"),
      b.eq("owner.address.city", "Oslo"),
      b.gt("owner.address.geo.x", 1.5),
      b.eq("links.href", "x"),
      b.eq("labels.color", "red"),
      b.gt("counts.any-key.total", 1),
      b.isNull("owner.address"),
      b.isNull("links"),
    ]);
  });

  it("of unknown, unusable and unsuitable members are errors", () => {
    // @ts-expect-error -- misspelled
    compiled(() => b.eq("nmae", "x"));
    // @ts-expect-error -- not in the object
    compiled(() => b.eq("owner.address.town", "x"));
    // @ts-expect-error -- not filterable
    compiled(() => b.eq("secret", "x"));
    // @ts-expect-error -- in an object that is not filterable
    compiled(() => b.eq("hidden.x", "x"));
    // @ts-expect-error -- an object has no value
    compiled(() => b.eq("owner", "x"));
    // @ts-expect-error -- a map has no value
    compiled(() => b.eq("labels", "x"));
    // @ts-expect-error -- a date has no text
    compiled(() => b.contains("day", "x"));
    // @ts-expect-error -- a map has no element
    compiled(() => b.contains("labels", "x"));
    // @ts-expect-error -- a list has no case
    compiled(() => b.upCase("tags"));
    // @ts-expect-error -- not boolean
    compiled(() => b.not("name"));
  });
});

describe("values", () => {
  it("have the type of the member, of its elements or of its values", () => {
    compiled(() => [
      b.in("size", 1, 2n),
      b.in("size", ...[1, 2, 3]),
      b.eq("enabled", true),
      b.eq("tags", "x"),
      b.eq("levels", "low"),
      b.contains("levels", "high"),
      b.contains("name", "x"),
      b.contains("size", 1),
      b.eq("links.count", 1),
      b.match("labels", "a.*", "b.*"),
      b.match("name", "a.*"),
      b.matchAny("a.*", "name", "tags"),
      b.eq(b.substr("name", 0, 1), "A"),
      b.gt(b.length("tags"), 2),
    ]);
    // @ts-expect-error -- an integer
    compiled(() => b.eq("size", "1"));
    // @ts-expect-error -- a string
    compiled(() => b.eq("name", 1));
    // @ts-expect-error -- elements are strings
    compiled(() => b.eq("tags", 1));
    // @ts-expect-error -- elements are strings
    compiled(() => b.contains("tags", 1));
    // @ts-expect-error -- null has no literal
    compiled(() => b.eq("name", null));
    // @ts-expect-error -- one of several has another type
    compiled(() => b.in("size", 1, "2"));
    // @ts-expect-error -- a value is missing
    compiled(() => b.eq("size"));
    // @ts-expect-error -- too many
    compiled(() => b.ne("size", 1, 2));
    // @ts-expect-error -- a pattern is a string
    compiled(() => b.match("name", /a/));
    // @ts-expect-error -- a length is a number
    compiled(() => b.gt(b.length("name"), "2"));
  });

  it("of an enum are its strings, where equality is tested", () => {
    compiled(() => [
      b.eq("state", "done"),
      b.in("state", "done", "draft"),
      b.ge("state", "e"),
      b.contains("state", "o"),
    ]);
    // @ts-expect-error -- not in the enum
    compiled(() => b.eq("state", "dnoe"));
    // @ts-expect-error -- not in the enum of the elements
    compiled(() => b.contains("levels", "middle"));
  });

  it("of dates are strings, instants and tagged literals", () => {
    compiled(() => [
      b.eq("day", "2020-01-31"),
      b.gt("created", new Date()),
      b.gt("created", { toMillis: () => 0 }),
      b.eq("at", "13:45"),
      b.gt("created", date("2020-01-31")),
      b.gt("created", dateTime("2020-01-31T00:00:00Z")),
    ]);
    // @ts-expect-error -- a number is not a date
    compiled(() => b.gt("created", 0));
    // @ts-expect-error -- an instant is not a time of day
    compiled(() => b.gt("at", new Date()));
    // @ts-expect-error -- a date is not a string
    compiled(() => b.eq("name", date("2020-01-31")));
  });

  it("are references to members with comparable values", () => {
    compiled(() => [
      b.gt("modified", b.ref("created")),
      b.eq("size", b.ref("ratio")),
      b.eq("tags", b.ref("name")),
    ]);
    compiled(() => b.in(b.value("x"), b.ref("name"), b.ref("owner.name")));
    // @ts-expect-error -- numbers and strings do not compare
    compiled(() => b.eq("size", b.ref("name")));
    // @ts-expect-error -- two lists do not compare
    compiled(() => b.eq("tags", b.ref("levels")));
    // @ts-expect-error -- unknown member
    compiled(() => b.ref("nmae"));
  });
});

describe("functions", () => {
  it("of a member or a catalog that allows only some are limited to them", () => {
    compiled(() => [b.eq("code", "x"), b.in("code", "x")]);
    // @ts-expect-error -- the member does not allow it
    compiled(() => b.contains("code", "x"));
    query(limited).where((c) => c.and(c.eq("id", 1)));
    // @ts-expect-error -- the catalog does not allow it
    compiled(() => query(limited).where((c) => c.gt("id", 1)));
    // @ts-expect-error -- no function
    compiled(() => b.equals("id", "x"));
  });

  it("that compare strings have strengths", () => {
    compiled(() => [
      b.$primary.eq("name", "x"),
      b.$identical.contains("tags", "x"),
      b.$secondary.in("name", "a", "b"),
    ]);
    // @ts-expect-error -- no strength
    compiled(() => b.$primary.isNull("name"));
    // @ts-expect-error -- unknown strength
    compiled(() => b.$first.eq("name", "x"));
  });

  it("return conditions and values", () => {
    expectTypeOf<ReturnType<B["isNull"]>>().toEqualTypeOf<ConditionNode>();
    expectTypeOf<ReturnType<B["length"]>>().toEqualTypeOf<TypedNode<"number", false>>();
    compiled(() => b.and(b.eq("id", "x"), false, undefined, null, "", 0, "enabled"));
    // @ts-expect-error -- a number is not a condition
    compiled(() => b.and(b.length("name")));
    // @ts-expect-error -- a string member is not a condition
    compiled(() => b.or("name"));
  });

  it("of a service have methods", () => {
    const mentions = defineFunction({
      name: "mentions",
      summary: "True if the string contains the other one, ignoring case and accents.",
      role: { kind: "search", search: "contains", strength: "primary" },
    });
    const own = query(reports, { functions: [near, mentions] });
    own.where((c) => c.and(c.near("size", 5), c.mentions("name", "x"), c.eq("id", "x")));
    // @ts-expect-error -- compares with a number
    compiled(() => own.where((c) => c.near("size", "5")));
    // @ts-expect-error -- not a number
    compiled(() => own.where((c) => c.near("name", 5)));
    // @ts-expect-error -- an unknown name
    compiled(() => own.where((c) => c.far("size", 5)));
  });
});

describe("sort keys", () => {
  it("are sortable members with a direction and a strength", () => {
    q.sortBy("id", "owner.age:descending", "name:primary", "name:descending:secondary", "labels.color");
    q.sortBy("name:primary:descending");
    // @ts-expect-error -- an unknown name
    compiled(() => q.sortBy("nmae"));
    // @ts-expect-error -- not sortable
    compiled(() => q.sortBy("modified"));
    // @ts-expect-error -- a list of strings
    compiled(() => q.sortBy("tags"));
    // @ts-expect-error -- a member of the elements of a list
    compiled(() => q.sortBy("links.href"));
    // @ts-expect-error -- misspelled
    compiled(() => q.sortBy("id:desc"));
    // @ts-expect-error -- a number has no strength
    compiled(() => q.sortBy("size:primary"));
  });
});

describe("without known members", () => {
  it("any name and any value is accepted, but no other function", () => {
    query().where((c) =>
      c.and(c.eq("a.b", 1), c.gt("d", date("2020-01-01")), c.contains("x", "y"), c.not("f")),
    );
    query().sortBy("a", "b:descending:primary");
    const { catalog } = readCatalog({ name: "c", members: { a: "string" } });
    query(catalog).where((c) => c.eq("a", "x"));
    // @ts-expect-error -- no function
    compiled(() => query().where((c) => c.equals("a", 1)));
    // @ts-expect-error -- null has no literal
    compiled(() => query().where((c) => c.eq("a", null)));
  });
});
