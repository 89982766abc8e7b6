import type { JsonExample } from "../examples.ts";

export const MONGO_EXAMPLES: readonly JsonExample[] = [
  // Equality
  { foreign: { size: 3 }, tamis: "eq(size,3)" },
  { foreign: { size: { $eq: 3 } }, tamis: "eq(size,3)", back: { size: 3 } },
  { foreign: { "owner.city": "Oslo" }, tamis: "eq(owner.city,'Oslo')" },
  { foreign: { a: 1, b: "x" }, tamis: "and(eq(a,1),eq(b,'x'))" },
  { foreign: { enabled: true }, tamis: "eq(enabled,true)" },
  { foreign: {}, tamis: "true" },
  { foreign: { name: null }, tamis: "isNull(name)" },
  { foreign: { name: { $ne: null } }, tamis: "not(isNull(name))" },
  {
    foreign: { size: { $ne: 3 } },
    tamis: "or(isNull(size),ne(size,3))",
    back: { $or: [{ size: null }, { size: { $nin: [3, null] } }] },
  },
  { foreign: { size: { $nin: [3, null] } }, tamis: "not(in(size,3))" },
  { foreign: { a: { b: 1 } }, tamis: "true", notes: [["unsupported-value", "more"]], back: null },
  { foreign: { a: [1, 2] }, tamis: "true", notes: [["unsupported-value", "more"]], back: null },
  // Comparisons
  { foreign: { size: { $gt: 3 } }, tamis: "gt(size,3)" },
  { foreign: { size: { $gte: 3 } }, tamis: "ge(size,3)" },
  { foreign: { size: { $lt: 3 } }, tamis: "lt(size,3)" },
  { foreign: { size: { $lte: 3 } }, tamis: "le(size,3)" },
  {
    foreign: { size: { $gt: 3, $lt: 5 } },
    tamis: "and(gt(size,3),lt(size,5))",
    back: { $and: [{ size: { $gt: 3 } }, { size: { $lt: 5 } }] },
  },
  { foreign: { name: { $gt: "m" } }, tamis: "gt(name,'m')", notes: [["string-order", "other"]] },
  { foreign: { size: { $gte: null } }, tamis: "isNull(size)", back: { size: null } },
  { foreign: { size: { $not: { $gt: 3 } } }, tamis: "or(isNull(size),not(gt(size,3)))", back: null },
  {
    foreign: { $nor: [{ $or: [{ size: null }, { size: { $gt: 3 } }] }] },
    tamis: "not(gt(size,3))",
    back: { $nor: [{ size: null }, { size: { $gt: 3 } }] },
  },
  // Lists of values
  { foreign: { name: { $in: ["a", "b"] } }, tamis: "in(name,'a','b')" },
  { foreign: { name: { $in: ["a", null] } }, tamis: "or(isNull(name),in(name,'a'))", back: null },
  { foreign: { name: { $in: [] } }, tamis: "false", back: { $nor: [{}] } },
  { foreign: { name: { $in: [null] } }, tamis: "isNull(name)", back: { name: null } },
  { foreign: { name: { $nin: ["a"] } }, tamis: "or(isNull(name),not(in(name,'a')))", back: null },
  {
    foreign: { name: { $in: ["a", { x: 1 }] } },
    tamis: "true",
    notes: [["unsupported-value", "more"]],
    back: null,
  },
  // Logic
  { foreign: { $or: [{ a: 1 }, { b: 2 }] }, tamis: "or(eq(a,1),eq(b,2))" },
  { foreign: { $and: [{ a: 1 }, { a: 2 }] }, tamis: "and(eq(a,1),eq(a,2))" },
  { foreign: { $nor: [{ a: null }, { b: null }] }, tamis: "not(or(isNull(a),isNull(b)))" },
  { foreign: { a: 1, $or: [{ b: 2 }, { c: 3 }] }, tamis: "and(eq(a,1),or(eq(b,2),eq(c,3)))" },
  { foreign: { $nor: [{ a: 1 }] }, tamis: "not(and(not(isNull(a)),eq(a,1)))", back: null },
  { foreign: { a: 1, $comment: "ours" }, tamis: "eq(a,1)", back: { a: 1 } },
  { foreign: { a: 1, $where: "1" }, tamis: "eq(a,1)", notes: [["unsupported-operator", "more"]], back: null },
  {
    foreign: { $expr: { $eq: ["$a", "$b"] } },
    tamis: "true",
    notes: [["unsupported-operator", "more"]],
    back: null,
  },
  {
    foreign: { $nor: [{ $expr: { $eq: ["$a", "$b"] } }, { c: null }] },
    tamis: "not(isNull(c))",
    notes: [["unsupported-operator", "more"]],
    back: null,
  },
  // Members
  {
    foreign: { name: { $exists: true } },
    tamis: "not(isNull(name))",
    notes: [["null-logic", "fewer"]],
    back: null,
  },
  {
    foreign: { name: { $exists: false } },
    tamis: "isNull(name)",
    notes: [["null-logic", "more"]],
    back: null,
  },
  {
    foreign: { name: { $type: "string" } },
    tamis: "true",
    notes: [["unsupported-operator", "more"]],
    back: null,
  },
  {
    foreign: { size: { $mod: [4, 0] } },
    tamis: "true",
    notes: [["unsupported-operator", "more"]],
    back: null,
  },
  // Lists of rows
  { foreign: { tags: { $all: ["a", "b"] } }, tamis: "and(eq(tags,'a'),eq(tags,'b'))", back: null },
  { foreign: { tags: { $size: 2 } }, tamis: "eq(length(tags),2)", back: null },
  { foreign: { scores: { $elemMatch: { $gt: 3 } } }, tamis: "gt(scores,3)", back: null },
  {
    foreign: { scores: { $elemMatch: { $gt: 3, $lt: 5 } } },
    tamis: "and(gt(scores,3),lt(scores,5))",
    notes: [["list-logic", "more"]],
    back: null,
  },
  { foreign: { members: { $elemMatch: { name: "x" } } }, tamis: "eq(members.name,'x')", back: null },
  {
    foreign: { members: { $elemMatch: { name: "x", age: { $gte: 3 } } } },
    tamis: "and(eq(members.name,'x'),ge(members.age,3))",
    notes: [["list-logic", "more"]],
    back: null,
  },
  {
    foreign: { scores: { $elemMatch: { $ne: 3 } } },
    tamis: "true",
    notes: [["list-logic", "more"]],
    back: null,
  },
  // Patterns
  { foreign: { name: { $regex: "a" } }, tamis: "contains(name,'a')" },
  { foreign: { name: { $regex: "^a\\." } }, tamis: "startsWith(name,'a.')" },
  { foreign: { name: { $regex: "a(?![\\s\\S])" } }, tamis: "endsWith(name,'a')" },
  {
    foreign: { name: { $regex: "a$" } },
    tamis: "endsWith(name,'a')",
    notes: [["pattern", "fewer"]],
    back: null,
  },
  { foreign: { name: { $regex: "^a.*b(?![\\s\\S])", $options: "s" } }, tamis: "match(name,'(?s)a.*b')" },
  { foreign: { name: { $regex: "a.b" } }, tamis: "match(name,'(?s:.*)a.b(?s:.*)')", back: null },
  {
    foreign: { name: { $regex: "^A", $options: "i" } },
    tamis: "match(name,'(?is)A.*')",
    back: null,
  },
  {
    foreign: { name: { $regex: "^Ä", $options: "i" } },
    tamis: "match(name,'(?is)Ä.*')",
    notes: [["case-mapping", "other"]],
    back: null,
  },
  {
    foreign: { name: { $regex: "^[a-c]+$" } },
    tamis: "true",
    notes: [["unsupported-value", "more"]],
    back: null,
  },
  {
    foreign: { name: { $not: { $regex: "a" } } },
    tamis: "or(isNull(name),not(contains(name,'a')))",
    back: null,
  },
  {
    foreign: { name: { $regularExpression: { pattern: "^a", options: "" } } },
    tamis: "startsWith(name,'a')",
    back: null,
  },
  // Values in Extended JSON
  {
    foreign: { made: { $gte: { $date: "2020-01-31T10:00:00.5Z" } } },
    tamis: "ge(made,2020-01-31T10:00:00.5Z)",
  },
  {
    foreign: { made: { $date: { $numberLong: "0" } } },
    tamis: "eq(made,1970-01-01T00:00:00.000Z)",
    back: { made: { $date: "1970-01-01T00:00:00.000Z" } },
  },
  { foreign: { made: { $date: "soon" } }, tamis: "true", notes: [["unsupported-value", "more"]], back: null },
  { foreign: { size: { $numberLong: "9007199254740993" } }, tamis: "eq(size,9007199254740993)" },
  { foreign: { size: { $numberDecimal: "0.5" } }, tamis: "eq(size,0.5)", back: { size: 0.5 } },
  {
    foreign: { id: { $oid: "507f1f77bcf86cd799439011" } },
    tamis: "eq(id,'507f1f77bcf86cd799439011')",
    notes: [["type-conversion", "other"]],
    back: null,
  },
  // The inventory of MongoDB's manual
  { foreign: { status: "A", qty: { $lt: 30 } }, tamis: "and(eq(status,'A'),lt(qty,30))" },
  { foreign: { $or: [{ status: "A" }, { qty: { $lt: 30 } }] }, tamis: "or(eq(status,'A'),lt(qty,30))" },
  {
    foreign: { status: "A", $or: [{ qty: { $lt: 30 } }, { item: { $regex: "^p" } }] },
    tamis: "and(eq(status,'A'),or(lt(qty,30),startsWith(item,'p')))",
  },
  {
    foreign: { "size.h": { $lt: 15 }, "size.uom": "in", status: "D" },
    tamis: "and(lt(size.h,15),eq(size.uom,'in'),eq(status,'D'))",
  },
  { foreign: { "instock.qty": { $lte: 20 } }, tamis: "le(instock.qty,20)" },
  // Names
  {
    foreign: { "first name": "x", y: 2 },
    tamis: "eq(y,2)",
    notes: [["unwritable-name", "more"]],
    back: null,
  },
  // Other values
  { foreign: null, tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: { $or: [] }, tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: { a: { $gt: 1, b: 2 } }, tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: { a: { $in: 1 } }, tamis: undefined, notes: [["syntax", "failed"]] },
  // Orders
  {
    part: "sortBy",
    foreign: { size: 1, age: -1 },
    tamis: "size,age:descending",
    notes: [
      ["string-order", "order"],
      ["string-order", "order"],
    ],
  },
  { part: "sortBy", foreign: { size: "up" }, tamis: "", notes: [["unsupported-order", "order"]], back: null },
  { part: "sortBy", foreign: ["size"], tamis: undefined, notes: [["syntax", "failed"]] },
];
