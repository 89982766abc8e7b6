import { describe, expect, it } from "vitest";
import { name } from "../../src/ast/constructors.ts";
import { eq } from "../../src/builder/functions.ts";
import { check, defineCatalog, filter, parseFilter } from "tamis";
import { createCollection } from "../../src/engine/store/collections/create-collection.ts";
import type { Rule } from "../../src/engine/rules.ts";
import { decodeQuery } from "../../src/url/decode-query.ts";

/** Claims of users that would close a rule if it were composed as text. */
const CLAIMS = [
  "x') , eq('a','a",
  "x'),or(true,true",
  "' or 1 eq 1",
  "x\\'",
  '"',
  "''",
  "true",
  "*",
  "%",
  "x'; DROP TABLE rows;--",
  "$primary",
  "null",
  "owner",
];

const catalog = defineCatalog({
  name: "rows",
  key: "id",
  members: { id: "integer", owner: { type: "string", filterable: false } },
});
const rows = ["me", ...CLAIMS].map((owner, id) => ({ id, owner }));

/** Filters of users who try to leave the rule. */
const FILTERS = ["true", "or(true,true)", "not(false)", "true),or(true", "true)&filter=or(true", "ge(id,0)"];

describe("a rule from a user's claim", () => {
  it.each(CLAIMS)("returns the rows of the claim only: %s", async (claim) => {
    const own = rows.filter(({ owner }) => owner === claim);
    expect(own).toHaveLength(1);
    const rules: Rule[] = [
      eq(name("owner"), claim),
      parseFilter(filter`eq(owner,${claim})`.text, { mode: "strict" }).expression!,
    ];
    for (const rule of rules) {
      const memory = createCollection([...rows], { catalog }).asCollection();
      for (const text of FILTERS) {
        const { query } = decodeQuery(`filter=${encodeURIComponent(text)}`, { catalog });
        if (query === undefined) continue;
        const page = await memory.page(query, { rule });
        expect(page.ok && page.items, text).toEqual(own);
        expect(await memory.count(query, { rule })).toEqual({ ok: true, count: 1 });
      }
    }
  });

  it("is refused if the claim is not a string", () => {
    for (const claim of [
      null,
      undefined,
      ["me"],
      { kind: "name", name: "owner" },
      { $ne: null },
      () => "me",
    ]) {
      expect(() => eq(name("owner"), claim as never)).toThrow(TypeError);
      expect(() => filter`eq(owner,${claim as never})`).toThrow(TypeError);
    }
  });

  it("is refused if it is an object from JSON", async () => {
    const collection = createCollection([...rows], { catalog }).asCollection();
    const { query } = decodeQuery("", { catalog });
    for (const rule of [
      { kind: "literal", type: "boolean", value: true },
      { kind: "checkedFilter", catalog: {}, expression: { kind: "literal", type: "boolean", value: true } },
      {
        ...check(eq(name("id"), 1), catalog).filter,
        expression: { kind: "literal", type: "boolean", value: true },
      },
      "true",
      {},
    ]) {
      await expect(collection.page(query!, { rule: rule as never })).rejects.toThrow(TypeError);
    }
  });
});
