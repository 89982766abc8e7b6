import { declareRelation, implementRelation } from "./factories/relation.ts";

export const gtDeclaration = declareRelation({
  name: "gt",
  summary: "True if each value is greater than the next.",
  aliases: ["greaterThan", "after"],
  examples: [
    { expression: "gt(size,10)", row: { size: 9 }, is: false },
    { expression: "gt(size,10)", row: { size: 10 }, is: false },
    { expression: "gt(size,10)", row: { size: 11.5 }, is: true },
    { expression: "gt(size,10)", row: { size: null }, is: null },
    { expression: "gt(size,10)", row: { size: "9" }, is: null },
    { expression: "gt(1,size,10)", row: { size: 5 }, is: false },
    { expression: "gt(10,size,1)", row: { size: 5 }, is: true },
    { expression: "gt(1,1,size)", row: { size: 1 }, is: false },
    { expression: "gt(name,'b')", row: { name: "a" }, is: false },
    { expression: "gt(name,'b')", row: { name: "B" }, is: true },
    { expression: "gt($primary,name,'b')", row: { name: "B" }, is: false },
    { expression: "gt($secondary,name,'cote')", row: { name: "coté" }, is: true },
    {
      expression: "gt(created,2020-01-01T00:00:00Z)",
      row: { created: "2019-12-31T23:59:59.999999999Z" },
      is: false,
    },
    { expression: "gt(created,2020-01-01)", row: { created: "2020-01-01T00:00:00.000000001Z" }, is: true },
    { expression: "gt(false,enabled)", row: { enabled: true }, is: false },
    { expression: "gt(sizes,10)", row: { sizes: [9, 11] }, is: true },
    { expression: "gt(sizes,10)", row: { sizes: [] }, is: false },
    { expression: "gt(at,12:00:00)", row: { at: "24:00:00" }, is: true },
  ],
});

export const gtFunction = /* @__PURE__ */ implementRelation(gtDeclaration, "gt");
