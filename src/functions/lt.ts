import { declareRelation, implementRelation } from "./factories/relation.ts";

export const ltDeclaration = declareRelation({
  name: "lt",
  summary: "True if each value is less than the next.",
  aliases: ["lessThan", "before"],
  examples: [
    { expression: "lt(size,10)", row: { size: 9 }, is: true },
    { expression: "lt(size,10)", row: { size: 10 }, is: false },
    { expression: "lt(size,10)", row: { size: 11.5 }, is: false },
    { expression: "lt(size,10)", row: { size: null }, is: null },
    { expression: "lt(size,10)", row: { size: "9" }, is: null },
    { expression: "lt(1,size,10)", row: { size: 5 }, is: true },
    { expression: "lt(10,size,1)", row: { size: 5 }, is: false },
    { expression: "lt(1,1,size)", row: { size: 1 }, is: false },
    { expression: "lt(name,'b')", row: { name: "a" }, is: true },
    { expression: "lt(name,'b')", row: { name: "B" }, is: false },
    { expression: "lt($primary,name,'b')", row: { name: "B" }, is: false },
    { expression: "lt($secondary,name,'cote')", row: { name: "coté" }, is: false },
    {
      expression: "lt(created,2020-01-01T00:00:00Z)",
      row: { created: "2019-12-31T23:59:59.999999999Z" },
      is: true,
    },
    { expression: "lt(created,2020-01-01)", row: { created: "2020-01-01T00:00:00.000000001Z" }, is: false },
    { expression: "lt(false,enabled)", row: { enabled: true }, is: true },
    { expression: "lt(sizes,10)", row: { sizes: [9, 11] }, is: true },
    { expression: "lt(sizes,10)", row: { sizes: [] }, is: false },
    { expression: "lt(at,12:00:00)", row: { at: "24:00:00" }, is: false },
  ],
});

export const ltFunction = /* @__PURE__ */ implementRelation(ltDeclaration, "lt");
