import fc from "fast-check";
import { isDottedName } from "../../src/ast/spelling.ts";
import { COMPARISONS } from "../../src/collation/order/strength.ts";
import type { CatalogDefinition, MemberDefinition, MemberDefinitions } from "../../src/catalog/types.ts";
import { SCALAR_TYPES } from "../../src/values/types.ts";

/*
 * Random catalogs: names with dots and from other scripts, names that all objects inherit, any property names, all types, and
 * settings at every level.
 */

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });

const property = fc.oneof(text, fc.constantFrom("", "a", "id", "First Name", "1", "*/"));

const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("id", "name", "a", "b", "c", "limit", "and", "größe", "名前") },
  { weight: 2, arbitrary: fc.constantFrom("a.b", "a.b.c", "b.c", "name.first") },
  { weight: 1, arbitrary: fc.constantFrom("__proto__", "constructor", "toString", "length") },
  { weight: 1, arbitrary: text.filter(isDottedName) },
);

const common = {
  description: text,
  nullable: fc.boolean(),
  filterable: fc.boolean(),
  sortable: fc.boolean(),
  functions: fc.uniqueArray(fc.constantFrom("eq", "in", "isNull"), { maxLength: 2 }),
};

const optional = { requiredKeys: ["type"] as ["type"] };

const scalar = fc.oneof(
  fc.constantFrom(...SCALAR_TYPES),
  fc.record(
    { type: fc.constantFrom(...SCALAR_TYPES), strength: fc.constantFrom(...COMPARISONS), ...common },
    optional,
  ),
  fc.record({ type: fc.constant("integer"), safe: fc.boolean(), ...common }, optional),
  fc.record(
    {
      type: fc.constantFrom("string", "date", "time", "dateTime"),
      enum: fc.uniqueArray(text, { minLength: 1, maxLength: 4 }),
      ...common,
    },
    optional,
  ),
);

const { members } = fc.letrec<{ members: MemberDefinitions; member: MemberDefinition }>((tie) => ({
  member: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar as fc.Arbitrary<MemberDefinition>,
    fc.record(
      { type: fc.constant("list"), items: tie("member"), ...common },
      { requiredKeys: ["type", "items"] },
    ),
    fc.record(
      { type: fc.constant("map"), values: tie("member"), ...common },
      { requiredKeys: ["type", "values"] },
    ),
    fc.record(
      { type: fc.constant("object"), members: tie("members"), ...common },
      { requiredKeys: ["type", "members"] },
    ),
  ),
  members: fc
    .uniqueArray(fc.tuple(name, tie("member"), fc.option(property, { freq: 4 })), {
      selector: ([key]) => key,
      maxLength: 5,
    })
    .map((entries) =>
      Object.fromEntries(entries.map(([key, member, property]) => [key, withProperty(member, property)])),
    ),
}));

/** Valid catalog definitions. */
export const randomCatalog: fc.Arbitrary<CatalogDefinition> = fc
  .record({
    name: text,
    members,
    extras: fc.record(
      {
        description: text,
        defaultLimit: fc.nat(50),
        maximumLimit: fc.integer({ min: 50, max: 5000 }),
        functions: fc.uniqueArray(fc.constantFrom("eq", "contains", "match")),
        parameters: fc.uniqueArray(fc.constantFrom("resourceUri", "limit", "name", "expand")),
      },
      { requiredKeys: [] },
    ),
    hasKey: fc.boolean(),
    order: fc.option(fc.constantFrom("", ":descending", ":descending:primary")),
  })
  .map(({ name: called, members: all, extras, hasKey, order }) => {
    const single = Object.keys(all).find((key) => isScalar(all[key]!));
    return {
      name: called,
      members: all,
      ...extras,
      ...(hasKey && single !== undefined ? { key: single } : {}),
      ...(order !== null && single !== undefined ? { defaultSort: [single + order] } : {}),
    };
  });

function withProperty(member: MemberDefinition, property: string | null): MemberDefinition {
  if (property === null) return member;
  return typeof member === "string" ? { type: member, property } : { ...member, property };
}

function isScalar(member: MemberDefinition): boolean {
  return typeof member === "string" || !["list", "map", "object"].includes(member.type);
}
