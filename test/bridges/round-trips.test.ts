import { describe, expect, it } from "vitest";
import { defineCatalog, parseFilter, print } from "tamis";
import { BRIDGES } from "tamis/bridges";
import { countOf } from "../effort.ts";
import { Random } from "../text-fuzz/random.ts";
import { loadBridges } from "./list.ts";
import { roundTrips } from "./round-trips.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const bridges = (await loadBridges()).map(([, bridge]) => bridge);

describe(`round trips over random catalogs (seed ${seed})`, () => {
  it("keep the same rows if both reports are empty", { timeout: 3_600_000 }, () => {
    const count = countOf("bridges/round-trips: filters of each bridge");
    const { tried, carried, differences } = roundTrips(new Random(seed), bridges, count);
    expect(differences).toEqual([]);
    const fewest = [...carried].sort(([, a], [, b]) => a - b);
    const each = tried / bridges.length;
    const [name, least] = fewest[0]!;
    expect(
      least,
      `${name} exports and imports ${least} of ${each} filters without differences`,
    ).toBeGreaterThan(0);
    const sum = fewest.reduce((total, [, kept]) => total + kept, 0);
    const shown = fewest.slice(0, 3).map(([bridge, kept]) => `${bridge} ${kept}`);
    const requirement = `a tenth of ${tried} filters must have no differences, got ${sum}; of ${each} filters each: ${shown.join(", ")}, …`;
    expect(sum, requirement).toBeGreaterThan(tried / 10);
  });
});

describe("conditions on the elements of lists, with a catalog", () => {
  const catalog = defineCatalog({
    name: "users",
    members: {
      name: { type: "string", strength: "codePoint" },
      size: "integer",
      day: "date",
      at: "dateTime",
      owner: { type: "object", members: { city: { type: "string", strength: "codePoint" } } },
      enabled: "boolean",
      tags: { type: "list", items: "string" },
      emails: {
        type: "list",
        items: { type: "object", members: { value: { type: "string", strength: "codePoint" } } },
      },
      phones: { type: "list", items: { type: "object", members: { kind: "string" } } },
    },
  });

  it.each([
    ["scim", 'emails.value co "@x"', "match(emails.value,'(?s).*@x.*')", ""],
    ["scim", 'emails co "x"', "match(emails.value,'(?s).*x.*')", ""],
    ["scim", 'tags co "x."', "match(tags,'(?i)(?s).*x\\..*')", "case-sensitivity"],
    ["scim", 'phones co "x"', "true", "unsupported-value"],
    [
      "scim",
      'EMAILS.Value eq "x" and phones[KIND pr]',
      "and(eq(emails.value,'x'),match(phones.kind,'(?s).+'))",
      "",
    ],
    ["scim", "phones[kind eq null]", "isNull(phones.kind)", "list-logic other"],
    ["sql", "NAME = 'x' AND Emails.Other IS NULL", "and(eq(name,'x'),isNull(Emails.Other))", ""],
    ["odata", "tags eq null", "false", ""],
    ["odata", "not (tags ne null)", "not(true)", ""],
    ["postgrest", "day=lt.2020-01-01T10:00:00Z", "lt(day,2020-01-01T10:00:00Z)", "type-conversion"],
    ["postgrest", "at=lt.2020-01-01T10:00:00Z", "lt(at,2020-01-01T10:00:00Z)", ""],
    ["jsonapi", "filter[name][like]=%25x%25", "contains(name,'x')", ""],
    ["jsonapi", "filter[name][fuzzy]=x", "true", "unsupported-operator"],
    ["jsonapi", "filter[emails][value]=x", "eq(emails.value,'x')", "list-logic"],
    ["jsonlogic", { some: [{ var: "tags" }, { in: ["y", { var: "" }] }] }, "match(tags,'(?s).*y.*')", ""],
    ["jsonlogic", { some: [{ var: "tags" }, { in: ["", { var: "" }] }] }, "match(tags,'(?s).+')", ""],
    ["cel", "tags.exists(t, t == 'red')", "eq(tags,'red')", ""],
    ["cel", "name.exists(t, t == 'red')", "true", "list-logic"],
    [
      "cel",
      "enabled == 1 && size == '1'",
      "and(eq(enabled,true),eq(size,1))",
      "type-conversion,type-conversion",
    ],
    ["cel", "size in [1, '2']", "in(size,1,2)", "type-conversion"],
    ["cel", "size == 1.0", "eq(size,1)", ""],
    ["jsonlogic", { "==": [{ var: "enabled" }, "true"] }, "eq(enabled,true)", "type-conversion"],
    ["jsonlogic", { "==": [{ var: "enabled" }, 1] }, "eq(enabled,true)", ""],
    // In MongoDB, the values of `emails.value` are no array, and null equals a null element.
    ["mongo", { tags: { $in: [null] } }, "isNull(tags)", "list-logic fewer"],
    ["mongo", { "emails.value": null }, "isNull(emails.value)", "list-logic other"],
    ["mongo", { "emails.value": { $size: 1 } }, "true", "type-conversion more"],
    ["mongo", { "emails.value": { $type: "array" } }, "true", "unsupported-operator more"],
    ["mongo", { size: { $size: 1 } }, "true", "type-conversion more"],
    ["mongo", { size: { $not: { $elemMatch: { $gt: 1 } } } }, "true", "type-conversion more"],
  ])("%s: %o", async (name, foreign, expected, codes) => {
    const bridge = await BRIDGES.get(name)!();
    const { filter, report } = bridge.importQuery({ filter: foreign }, { catalog });
    const shown = report.map(({ code, effect }) => (codes.includes(" ") ? `${code} ${effect}` : code));
    expect([filter && print(filter), shown.join()]).toEqual([expected, codes]);
  });

  it.each([
    ["odata", "tags desc,size", "size"],
    ["scim", "emails.value", ""],
    ["postgrest", "tags.asc.nullsfirst,size.asc.nullsfirst", "size"],
    ["mongo", { emails: 1, size: 1 }, "size"],
    ["ag-grid", [{ colId: "tags", sort: "asc" }], ""],
  ])("%s: %o leaves out keys that are lists", async (name, foreign, expected) => {
    const bridge = await BRIDGES.get(name)!();
    const { sortBy, report } = bridge.importQuery({ sortBy: foreign }, { catalog });
    expect([print(sortBy!), report.map(({ code }) => code)]).toEqual([expected, ["unsupported-order"]]);
  });

  it.each([
    // A server reads the value as the type of the member.
    ["postgrest", "lt(day,2020-01-01T10:00:00Z)", "type-conversion", ""],
    ["postgrest", "lt(at,2020-01-01)", "", "at=lt.2020-01-01T00:00:00Z"],
    ["rsql", "in(at,2020-01-01)", "", "at=in=(2020-01-01T00:00:00Z)"],
    ["scim", "lt(at,2020-01-01)", "", 'at lt "2020-01-01T00:00:00Z"'],
    ["aip", "eq(at,2020-01-01)", "", 'at = "2020-01-01T00:00:00Z"'],
    ["odata", "eq(at,2020-01-01)", "", "at eq 2020-01-01T00:00:00Z"],
    ["mongo", "eq(emails.value,'a')", "", { "emails.value": "a" }],
    ["mongo", "ne(emails.value,'a')", "list-logic", {}],
    ["mongo", "isNull(emails.value)", "list-logic", {}],
    ["mongo", "eq(length(emails.value),1)", "unsupported-function", {}],
    ["mongo", "not(isNull(emails))", "", { emails: { $type: "array" } }],
    ["cel", "eq(emails.value,'a')", "list-logic", "true"],
    ["cel", "isNull(emails.value)", "list-logic", "true"],
    ["cel", "gt(length(emails.value),1)", "list-logic", "true"],
    ["cel", "isNull(owner.city)", "null-logic", "owner.city == null"],
    ["cel", "not(eq(owner.city,'x'))", "", '!(owner.city == null || owner.city == "x")'],
    ["cel", "gt(length(emails),1)", "", "size(emails) > 1"],
    ["jsonlogic", "isNull(emails.value)", "list-logic", true],
  ])("%s: %s is exported with the notes '%s'", async (name, text, codes, expected) => {
    const bridge = await BRIDGES.get(name)!();
    const { filter, report } = bridge.exportQuery({ filter: parseFilter(text).expression }, { catalog });
    expect([filter, report.map(({ code }) => code).join()]).toEqual([expected, codes]);
  });
});
