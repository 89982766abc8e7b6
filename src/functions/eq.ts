import { declareRelation, implementRelation } from "./factories/relation.ts";

export const eqDeclaration = declareRelation({
  name: "eq",
  summary: "True if all values are equal.",
  aliases: ["equals", "equal"],
  examples: [
    { expression: "eq(name,'x')", row: { name: "x" }, is: true },
    { expression: "eq(name,'x')", row: { name: "X" }, is: false },
    { expression: "eq(name,'x')", row: {}, is: null },
    { expression: "eq($primary,name,'STRASSE')", row: { name: "Straße" }, is: true },
    { expression: "eq($primary,name,'jose')", row: { name: "José" }, is: true },
    { expression: "eq($secondary,name,'jose')", row: { name: "José" }, is: false },
    { expression: "eq($tertiary,name,'jose')", row: { name: "Jose" }, is: false },
    { expression: "eq($secondary,name,'jose')", row: { name: "Jose" }, is: true },
    { expression: "eq($tertiary,name,'é')", row: { name: "e\u0301" }, is: true },
    { expression: "eq(name,'é')", row: { name: "e\u0301" }, is: false },
    { expression: "eq(size,1)", row: { size: 1 }, is: true },
    { expression: "eq(size,1.0)", row: { size: 1 }, is: true },
    { expression: "eq(size,'1')", row: { size: 1 }, is: null },
    { expression: "eq(enabled,true)", row: { enabled: true }, is: true },
    { expression: "eq(a,b,c)", row: { a: 1, b: 1, c: 1 }, is: true },
    { expression: "eq(a,b,c)", row: { a: 1, b: 1, c: 2 }, is: false },
    { expression: "eq(a,b,c)", row: { a: 1, b: 2 }, is: false },
    { expression: "eq(tags,'x')", row: { tags: ["w", "x"] }, is: true },
    { expression: "eq(tags,'x')", row: { tags: [] }, is: false },
    { expression: "eq(tags,'x')", row: { tags: [null] }, is: false },
    { expression: "eq(tags,name)", row: { tags: [] }, is: false },
    { expression: "eq(tags,name)", row: { tags: [null] }, is: false },
    { expression: "eq(tags,name)", row: { tags: ["x"] }, is: null },
    { expression: "eq(members.name,'x')", row: { members: [{ name: "x" }, {}] }, is: true },
    { expression: "eq(members.name,'x')", row: { members: [{}] }, is: null },
    {
      expression: "eq(created,2020-01-01T00:00:00Z)",
      row: { created: "2020-01-01T02:00:00+02:00" },
      is: true,
    },
    { expression: "eq(created,2020-01-01)", row: { created: "2020-01-01T00:00:00.000Z" }, is: true },
    { expression: "eq(created,2020-01-01)", row: { created: "soon" }, is: null },
    { expression: "eq(contains(name,'x'),true)", row: { name: "xyz" }, is: true },
  ],
});

export const eqFunction = /* @__PURE__ */ implementRelation(eqDeclaration, "eq");
