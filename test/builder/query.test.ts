import { describe, expect, it } from "vitest";
import { fromJson } from "../../src/ast/json.ts";
import { equalExpressions, equalSortBys } from "../../src/ast/equals.ts";
import { print } from "../../src/ast/print.ts";
import { name, sortKey } from "../../src/ast/constructors.ts";
import { query } from "../../src/builder/query.ts";
import { length } from "../../src/builder/functions.ts";
import { date } from "../../src/builder/temporal-literals.ts";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { FUNCTIONS } from "../../src/functions/list.ts";
import { clockFunctions } from "../../src/functions/factories/clock-functions.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { decodeQuery } from "../../src/url/decode-query.ts";
import { near } from "./near.ts";

const catalog = defineCatalog({
  name: "jobs",
  members: {
    id: "string",
    name: "string",
    version: "integer",
    state: { type: "string", enum: ["draft", "done"] },
    enabled: "boolean",
    day: "date",
    at: "time",
    created: "dateTime",
    modified: { type: "dateTime", sortable: false },
    secret: { type: "string", filterable: false },
    code: { type: "string", functions: ["eq"] },
    owner: {
      type: "object",
      members: { age: "integer", address: { type: "object", members: { city: "string" } } },
    },
    tags: { type: "list", items: "string" },
    dates: { type: "list", items: "date" },
    labels: { type: "map", values: "string" },
  },
});
const q = query(catalog);
/** Builds without the compiler's checks, as programs in JavaScript do. */
const any = (value: unknown) => value as never;
type Loose = Record<string, (...args: readonly unknown[]) => never>;
type B = Parameters<Extract<Parameters<(typeof q)["where"]>[0], (...args: never) => unknown>>[0];
const text = (build: (b: B) => Parameters<typeof print>[0]) => print(q.where(any(build)).filter);
const condition: boolean = Math.random() > 2;

describe("a query", () => {
  it("has the tree of the same text", () => {
    const made = q
      .where((b) =>
        b.and(b.eq("owner.address.city", "Oslo"), b.in("version", 1, 2), condition && b.isNull("modified")),
      )
      .sortBy("id", "owner.age:descending", "name:descending:primary")
      .limit(50);
    const filter = "and(eq(owner.address.city,'Oslo'),in(version,1,2))";
    const order = "id,owner.age:descending,name:descending:primary";
    expect(print(made.filter)).toBe(filter);
    expect(equalExpressions(made.filter, parseFilter(filter).expression!)).toBe(true);
    expect(equalSortBys(made.order!, parseSortBy(order).expression!)).toBe(true);
    expect(made.toString()).toBe(`filter=${filter}&sortBy=${order}&limit=50`);
    expect(String(made.start(10))).toBe(`filter=${filter}&sortBy=${order}&start=10&limit=50`);
  });

  it("is decoded from its query string", () => {
    const made = q
      .where((b) => b.eq("name", "a&b=c+d 100% |'x'"))
      .sortBy("name")
      .start(5)
      .limit(7);
    const { query: decoded, diagnostics } = decodeQuery(String(made), { catalog });
    expect(diagnostics).toEqual([]);
    expect(equalExpressions(decoded!.filter, made.filter)).toBe(true);
    expect([decoded!.start, decoded!.limit]).toEqual([5, 7]);
    expect(Object.fromEntries(made.toSearchParams())).toEqual({
      filter: "eq(name,'a&b=c+d 100% |''x''')",
      sortBy: "name",
      start: "5",
      limit: "7",
    });
  });

  it("has a JSON form, which fromJson reads", () => {
    const made = q
      .where((b) => b.$primary.eq("name", "x"))
      .sortBy("name:descending")
      .limit(5);
    const json = JSON.parse(JSON.stringify(made)) as { filter: unknown };
    expect(json).toEqual({
      filter: { call: "eq", strength: "primary", args: [{ name: "name" }, { string: "x" }] },
      sortBy: ["name:descending"],
      limit: 5,
    });
    expect(equalExpressions(fromJson(json.filter).expression!, made.filter)).toBe(true);
    expect(JSON.stringify(q)).toBe("{}");
    expect(q.toString()).toBe("");
  });

  it("never changes: each method returns another query", () => {
    const first = q.where((b) => b.eq("id", "x"));
    const second = first
      .where((b) => b.eq("name", "y"))
      .sortBy("id")
      .limit(1)
      .start(2);
    expect(String(q)).toBe("");
    expect(String(first)).toBe("filter=eq(id,'x')");
    expect(String(second)).toBe("filter=and(eq(id,'x'),eq(name,'y'))&sortBy=id&start=2&limit=1");
    expect(Object.isFrozen(first)).toBe(true);
    expect(second.sortBy("name").order!.keys).toHaveLength(2);
    expect(second.order!.keys).toHaveLength(1);
  });

  it("joins the conditions of several calls, and drops falsy ones", () => {
    const made = q
      .where((b) => b.eq("id", "x"))
      .where(false)
      .where(undefined)
      .where(() => null)
      .where("enabled" as never);
    expect(print(made.filter)).toBe("and(eq(id,'x'),enabled)");
    expect(print(q.where(parseFilter("blank(name)").expression).filter)).toBe("blank(name)");
    expect(q.where(false)).toBe(q);
  });
});

describe("and and or", () => {
  it("drop falsy arguments, and return a single one", () => {
    expect(text((b) => b.and())).toBe("true");
    expect(text((b) => b.or())).toBe("false");
    expect(text((b) => b.and(false, null, undefined, "", 0, b.blank("name")))).toBe("blank(name)");
    expect(text((b) => b.or("enabled"))).toBe("enabled");
    expect(text((b) => b.and(b.or(b.eq("id", "a"), condition && b.eq("id", "b")), "enabled"))).toBe(
      "and(eq(id,'a'),enabled)",
    );
    expect(text((b) => b.and(true, "enabled"))).toBe("and(true,enabled)");
    expect(text((b) => b.not("enabled"))).toBe("not(enabled)");
  });
});

describe("methods", () => {
  it("exist for each function of the language, and for those of a service", () => {
    let names: readonly string[] = [];
    const own = query(catalog, { functions: [near, ...clockFunctions()] }).where((b) => {
      names = Object.keys(b);
      return b.and(
        b.near("version", 5),
        b.gt("created", (b as never as { ago: (n: number, unit: string) => never }).ago(7, "days")),
      );
    });
    expect(names).toEqual(
      expect.arrayContaining([...FUNCTIONS.map(({ name: each }) => each), "near", "ago", "now"]),
    );
    expect(print(own.filter)).toBe("and(near(version,5),gt(created,ago(7,'days')))");
    expect(() => query(catalog, { functions: [near, near] })).toThrow("unique, unreserved names");
    expect(() => query(catalog, { functions: [{ ...near, name: "ref" }] })).toThrow('got "ref"');
    expect(() => own.where((b) => b.near("name" as never, 5))).toThrow(
      "argument 1 of near must be of type number, got string",
    );
  });

  it("take names where the signature has an operand, and values elsewhere", () => {
    expect(text((b) => b.matchAny("a.*", "name", "tags", "labels.x"))).toBe(
      "matchAny('a.*',name,tags,labels.x)",
    );
    expect(text((b) => b.match("labels", "k.*", "v.*"))).toBe("match(labels,'k.*','v.*')");
    expect(text((b) => b.startsWith("name", "id"))).toBe("startsWith(name,'id')");
    expect(text((b) => b.eq("name", b.ref("id")))).toBe("eq(name,id)");
    expect(text((b) => b.in(b.value("x"), b.ref("id"), b.ref("name")))).toBe("in('x',id,name)");
    expect(text((b) => b.eq(b.substr("name", 0, 2), "ab"))).toBe("eq(substr(name,0,2),'ab')");
    expect(text((b) => b.contains("tags", "x"))).toBe("contains(tags,'x')");
  });

  it("take strengths", () => {
    expect(text((b) => b.$primary.contains("name", "x"))).toBe("contains($primary,name,'x')");
    expect(text((b) => b.$identical.in("name", "x", "y"))).toBe("in($identical,name,'x','y')");
  });

  it("read strings as dates only where the member is one", () => {
    expect(text((b) => b.gt("day", "2020-01-31"))).toBe("gt(day,2020-01-31)");
    expect(text((b) => b.gt("created", "2020-01-31"))).toBe("gt(created,2020-01-31)");
    expect(text((b) => b.gt("created", new Date(0)))).toBe("gt(created,1970-01-01T00:00:00Z)");
    expect(text((b) => b.lt("at", "13:45"))).toBe("lt(at,13:45)");
    expect(text((b) => b.in("dates", "2020-01-31", "2020-02-01"))).toBe("in(dates,2020-01-31,2020-02-01)");
    expect(text((b) => b.contains("dates", "2020-01-31"))).toBe("contains(dates,2020-01-31)");
    expect(text((b) => b.eq("name", "2020-01-31"))).toBe("eq(name,'2020-01-31')");
    expect(
      print(query().where((b) => b.and(b.eq("d", "2020-01-31"), b.eq("d", date("2020-01-31")))).filter),
    ).toBe("and(eq(d,'2020-01-31'),eq(d,2020-01-31))");
  });
});

describe("errors", () => {
  it.each<[string, (b: B) => unknown, string]>([
    [
      "an unknown member",
      (b) => b.eq(any("nmae"), any("x")),
      'argument 1 of eq must be a member of jobs, got "nmae"',
    ],
    [
      "a hidden member",
      (b) => b.eq(any("secret"), any("x")),
      'argument 1 of eq must be a member of jobs, got "secret"',
    ],
    ["an invalid name", (b) => b.eq(any("a),or(true"), any("x")), "argument 1 of eq must be names"],
    ["an invalid date", (b) => b.gt("modified", new Date("soon")), "Use dates of the years 1 to 9999"],
    ["a date after the year 9999", (b) => b.gt("modified", new Date(1e15)), "(argument 2 of gt)"],
    [
      "too many values",
      (b) => (b as unknown as Loose)["ne"]!("id", "a", "b"),
      "ne does not take 3 arguments",
    ],
    ["null", (b) => b.eq("name", any(null)), "Cannot convert null (argument 2 of eq) to a literal"],
    ["undefined", (b) => b.not(any(undefined)), "Cannot convert undefined (argument 1 of not) to a literal"],
    ["a list", (b) => b.in("name", any(["a"])), "Cannot convert an array (argument 2 of in)"],
    [
      "JSON",
      (b) => b.eq("name", any({ kind: "name", name: "id" })),
      "Cannot convert an object (argument 2 of eq)",
    ],
    [
      "another type",
      (b) => b.eq("version", any("1")),
      "argument 2 of eq must be of type integer, got string",
    ],
    [
      "another type in a list",
      (b) => b.contains("tags", any(1)),
      "argument 2 of contains must be of type list, got number",
    ],
    ["a date that is none", (b) => b.gt("day", "soon"), 'argument 2 of gt must be of type date, got "soon"'],
    ["a time for a date", (b) => b.gt("day", "13:45"), 'argument 2 of gt must be of type date, got "13:45"'],
    [
      "an object",
      (b) => b.eq(any("owner"), any("x")),
      "argument 1 of eq must be of type comparable, got object",
    ],
    [
      "a date as a text",
      (b) => b.contains("name", any(date("2020-01-31"))),
      "argument 2 of contains must be of type text, got date",
    ],
    [
      "a function that a member does not allow",
      (b) => b.blank(any("code")),
      "argument 1 of blank is a member that does not allow blank",
    ],
    [
      "a string as a condition",
      (b) => b.and(any("name"), "enabled"),
      "argument 1 of and must be of type condition, got string",
    ],
    [
      "a single string as a condition",
      (b) => b.or(any("name")),
      "argument 1 of or must be of type condition, got string",
    ],
    [
      "a value as a condition",
      (b) => any(b.length("name")),
      "argument 1 of where must be of type condition, got integer",
    ],
    [
      "a pattern that is not a string",
      (b) => b.match("name", any(1)),
      "argument 2 of match must be a pattern as a string",
    ],
    [
      "a node as a pattern",
      (b) => b.match("name", any(b.ref("id"))),
      "argument 2 of match must be a pattern as a string",
    ],
    ["a fraction", (b) => any(b.substr("name", 1.5)), "argument 2 of substr must be an integer, got 1.5"],
    [
      "a negative length",
      (b) => any(b.substr("name", 0, -1)),
      "argument 3 of substr must be an integer >= 0, got -1",
    ],
    ["NaN", (b) => b.eq("version", NaN), "value must be finite"],
    ["a number as a reference", (b) => b.ref(any(1)), "path of ref must be names"],
  ])("name the argument: %s", (_, build, message) => {
    expect(() => q.where(any(build))).toThrow(message);
  });

  it("of sort keys, counts and catalogs name the argument", () => {
    expect(() => q.sortBy(any("nmae"))).toThrow('argument 1 of sortBy must be a member of jobs, got "nmae"');
    expect(() => q.sortBy("id", any("modified"))).toThrow(
      'argument 2 of sortBy must be a sortable member, got "modified"',
    );
    expect(() => q.sortBy(any("tags"))).toThrow(TypeError);
    expect(() => q.sortBy(any("owner"))).toThrow("argument 1 of sortBy must be a sortable member");
    expect(() => q.sortBy(any("id:desc"))).toThrow("must be a key such as name:descending:primary");
    expect(() => q.sortBy(any("id:descending:ascending"))).toThrow(TypeError);
    expect(() => q.sortBy(any(name("id")))).toThrow("argument 1 of sortBy must be a sort key");
    expect(print(q.sortBy(sortKey(length(name("name")), "descending")).order!)).toBe(
      "length(name):descending",
    );
    expect(() => q.limit(-1)).toThrow(new RangeError("limit must be an integer >= 0, got -1"));
    expect(() => q.start(any("1"))).toThrow(RangeError);
    expect(() => query(any({ name: "x", members: {} }))).toThrow(
      "catalog must be a catalog from defineCatalog, got an object",
    );
    expect(() => query(any(null))).toThrow("catalog must be");
    expect(() => q.where(any({ kind: "name", name: "enabled" }))).toThrow(
      "Cannot convert an object (argument 1 of where)",
    );
  });

  it("of functions that the catalog does not allow", () => {
    const limited = query(defineCatalog({ name: "limited", members: { id: "integer" }, functions: ["eq"] }));
    const one = limited.where((b) => b.eq("id", 1));
    expect(() => one.where((b) => b.eq("id", 2))).toThrow("limited does not allow the function and");
    expect(() => limited.where((b) => (b as unknown as Loose)["gt"]!("id", 1))).toThrow(
      "limited does not allow the function gt",
    );
  });
});
