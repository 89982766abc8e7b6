import { declareRelation, implementRelation } from "./factories/relation.ts";

export const leDeclaration = declareRelation({
  name: "le",
  summary: "True if each value is less than or equal to the next.",
  aliases: ["lessOrEqual", "lte"],
  examples: [
    { expression: "le(size,10)", row: { size: 9 }, is: true },
    { expression: "le(size,10)", row: { size: 10 }, is: true },
    { expression: "le(size,10)", row: { size: 11.5 }, is: false },
    { expression: "le(size,10)", row: { size: null }, is: null },
    { expression: "le(size,10)", row: { size: "9" }, is: null },
    { expression: "le(1,size,10)", row: { size: 5 }, is: true },
    { expression: "le(10,size,1)", row: { size: 5 }, is: false },
    { expression: "le(1,1,size)", row: { size: 1 }, is: true },
    { expression: "le(name,'b')", row: { name: "a" }, is: true },
    { expression: "le(name,'b')", row: { name: "B" }, is: false },
    { expression: "le($primary,name,'b')", row: { name: "B" }, is: true },
    { expression: "le($secondary,name,'cote')", row: { name: "coté" }, is: false },
    {
      expression: "le(created,2020-01-01T00:00:00Z)",
      row: { created: "2019-12-31T23:59:59.999999999Z" },
      is: true,
    },
    { expression: "le(created,2020-01-01)", row: { created: "2020-01-01T00:00:00.000000001Z" }, is: false },
    { expression: "le(false,enabled)", row: { enabled: true }, is: true },
    { expression: "le(sizes,10)", row: { sizes: [9, 11] }, is: true },
    { expression: "le(sizes,10)", row: { sizes: [] }, is: false },
    { expression: "le(at,12:00:00)", row: { at: "24:00:00" }, is: false },
  ],
});

export const leFunction = /* @__PURE__ */ implementRelation(leDeclaration, "le");
