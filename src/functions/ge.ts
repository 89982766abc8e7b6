import { declareRelation, implementRelation } from "./factories/relation.ts";

export const geDeclaration = declareRelation({
  name: "ge",
  summary: "True if each value is greater than or equal to the next.",
  aliases: ["greaterOrEqual", "gte"],
  examples: [
    { expression: "ge(size,10)", row: { size: 9 }, is: false },
    { expression: "ge(size,10)", row: { size: 10 }, is: true },
    { expression: "ge(size,10)", row: { size: 11.5 }, is: true },
    { expression: "ge(size,10)", row: { size: null }, is: null },
    { expression: "ge(size,10)", row: { size: "9" }, is: null },
    { expression: "ge(1,size,10)", row: { size: 5 }, is: false },
    { expression: "ge(10,size,1)", row: { size: 5 }, is: true },
    { expression: "ge(1,1,size)", row: { size: 1 }, is: true },
    { expression: "ge(name,'b')", row: { name: "a" }, is: false },
    { expression: "ge(name,'b')", row: { name: "B" }, is: true },
    { expression: "ge($primary,name,'b')", row: { name: "B" }, is: true },
    { expression: "ge($secondary,name,'cote')", row: { name: "coté" }, is: true },
    {
      expression: "ge(created,2020-01-01T00:00:00Z)",
      row: { created: "2019-12-31T23:59:59.999999999Z" },
      is: false,
    },
    { expression: "ge(created,2020-01-01)", row: { created: "2020-01-01T00:00:00.000000001Z" }, is: true },
    { expression: "ge(false,enabled)", row: { enabled: true }, is: false },
    { expression: "ge(sizes,10)", row: { sizes: [9, 11] }, is: true },
    { expression: "ge(sizes,10)", row: { sizes: [] }, is: false },
    { expression: "ge(at,12:00:00)", row: { at: "24:00:00" }, is: true },
  ],
});

export const geFunction = /* @__PURE__ */ implementRelation(geDeclaration, "ge");
