import { invalid, leftOut, readExamples, SAME } from "../examples.ts";

export const MONGO_EXAMPLES = readExamples<unknown>(
  [
    // Equality
    [{ size: 3 }, "eq(size,3)"],
    [{ size: { $eq: 3 } }, "eq(size,3)", { size: 3 }],
    [{ "owner.city": "Oslo" }, "eq(owner.city,'Oslo')"],
    [{ a: 1, b: "x" }, "and(eq(a,1),eq(b,'x'))"],
    [{ enabled: true }, "eq(enabled,true)"],
    [{}, "true"],
    [{ name: null }, "isNull(name)"],
    [{ name: { $ne: null } }, "not(isNull(name))"],
    [
      { size: { $ne: 3 } },
      "or(isNull(size),ne(size,3))",
      { $or: [{ size: null }, { size: { $nin: [3, null] } }] },
    ],
    [{ size: { $nin: [3, null] } }, "not(in(size,3))"],
    ...leftOut<unknown>("unsupported-value", { a: { b: 1 } }, { a: [1, 2] }),
    // Comparisons
    [{ size: { $gt: 3 } }, "gt(size,3)"],
    [{ size: { $gte: 3 } }, "ge(size,3)"],
    [{ size: { $lt: 3 } }, "lt(size,3)"],
    [{ size: { $lte: 3 } }, "le(size,3)"],
    [
      { size: { $gt: 3, $lt: 5 } },
      "and(gt(size,3),lt(size,5))",
      { $and: [{ size: { $gt: 3 } }, { size: { $lt: 5 } }] },
    ],
    [{ name: { $gt: "m" } }, "gt(name,'m')", SAME, "string-order other"],
    [{ size: { $gte: null } }, "isNull(size)", { size: null }],
    [{ size: { $not: { $gt: 3 } } }, "or(isNull(size),not(gt(size,3)))", null],
    [
      { $nor: [{ $or: [{ size: null }, { size: { $gt: 3 } }] }] },
      "not(gt(size,3))",
      { $nor: [{ size: null }, { size: { $gt: 3 } }] },
    ],
    // Lists of values
    [{ name: { $in: ["a", "b"] } }, "in(name,'a','b')"],
    [{ name: { $in: ["a", null] } }, "or(isNull(name),in(name,'a'))", null],
    [{ name: { $in: [] } }, "false", { $nor: [{}] }],
    [{ name: { $in: [null] } }, "isNull(name)", { name: null }],
    [{ name: { $nin: ["a"] } }, "or(isNull(name),not(in(name,'a')))", null],
    [{ name: { $in: ["a", { x: 1 }] } }, "true", null, "unsupported-value more"],
    // Logic
    [{ $or: [{ a: 1 }, { b: 2 }] }, "or(eq(a,1),eq(b,2))"],
    [{ $and: [{ a: 1 }, { a: 2 }] }, "and(eq(a,1),eq(a,2))"],
    [{ $nor: [{ a: null }, { b: null }] }, "not(or(isNull(a),isNull(b)))"],
    [{ a: 1, $or: [{ b: 2 }, { c: 3 }] }, "and(eq(a,1),or(eq(b,2),eq(c,3)))"],
    [{ $nor: [{ a: 1 }] }, "not(and(not(isNull(a)),eq(a,1)))", null],
    [{ a: 1, $comment: "ours" }, "eq(a,1)", { a: 1 }],
    [{ a: 1, $where: "1" }, "eq(a,1)", null, "unsupported-operator more"],
    [{ $expr: { $eq: ["$a", "$b"] } }, "true", null, "unsupported-operator more"],
    [
      { $nor: [{ $expr: { $eq: ["$a", "$b"] } }, { c: null }] },
      "not(isNull(c))",
      null,
      "unsupported-operator more",
    ],
    // Members
    [{ name: { $exists: true } }, "not(isNull(name))", null, "null-logic fewer"],
    [{ name: { $exists: false } }, "isNull(name)", null, "null-logic more"],
    ...leftOut<unknown>("unsupported-operator", { name: { $type: "string" } }, { size: { $mod: [4, 0] } }),
    // Lists of rows
    [{ tags: { $all: ["a", "b"] } }, "and(eq(tags,'a'),eq(tags,'b'))", null],
    [{ tags: { $size: 2 } }, "eq(length(tags),2)", null],
    [{ scores: { $elemMatch: { $gt: 3 } } }, "gt(scores,3)", null],
    [
      { scores: { $elemMatch: { $gt: 3, $lt: 5 } } },
      "and(gt(scores,3),lt(scores,5))",
      null,
      "list-logic more",
    ],
    [{ members: { $elemMatch: { name: "x" } } }, "eq(members.name,'x')", null],
    [
      { members: { $elemMatch: { name: "x", age: { $gte: 3 } } } },
      "and(eq(members.name,'x'),ge(members.age,3))",
      null,
      "list-logic more",
    ],
    [{ scores: { $elemMatch: { $ne: 3 } } }, "true", null, "list-logic more"],
    // Patterns
    [{ name: { $regex: "a" } }, "contains(name,'a')"],
    [{ name: { $regex: "^a\\." } }, "startsWith(name,'a.')"],
    [{ name: { $regex: "a(?![\\s\\S])" } }, "endsWith(name,'a')"],
    [{ name: { $regex: "a$" } }, "endsWith(name,'a')", null, "pattern fewer"],
    [{ name: { $regex: "^a.*b(?![\\s\\S])", $options: "s" } }, "match(name,'(?s)a.*b')"],
    [{ name: { $regex: "a.b" } }, "match(name,'(?s:.*)a.b(?s:.*)')", null],
    [{ name: { $regex: "^A", $options: "i" } }, "match(name,'(?is)A.*')", null],
    [{ name: { $regex: "^Ä", $options: "i" } }, "match(name,'(?is)Ä.*')", null, "case-mapping other"],
    [{ name: { $regex: "^[a-c]+$" } }, "true", null, "unsupported-value more"],
    [{ name: { $not: { $regex: "a" } } }, "or(isNull(name),not(contains(name,'a')))", null],
    [{ name: { $regularExpression: { pattern: "^a", options: "" } } }, "startsWith(name,'a')", null],
    // Values in Extended JSON
    [{ made: { $gte: { $date: "2020-01-31T10:00:00.5Z" } } }, "ge(made,2020-01-31T10:00:00.5Z)"],
    [
      { made: { $date: { $numberLong: "0" } } },
      "eq(made,1970-01-01T00:00:00.000Z)",
      { made: { $date: "1970-01-01T00:00:00.000Z" } },
    ],
    [{ made: { $date: "soon" } }, "true", null, "unsupported-value more"],
    [{ size: { $numberLong: "9007199254740993" } }, "eq(size,9007199254740993)"],
    [{ size: { $numberDecimal: "0.5" } }, "eq(size,0.5)", { size: 0.5 }],
    [
      { id: { $oid: "507f1f77bcf86cd799439011" } },
      "eq(id,'507f1f77bcf86cd799439011')",
      null,
      "type-conversion other",
    ],
    // The inventory of MongoDB's manual
    [{ status: "A", qty: { $lt: 30 } }, "and(eq(status,'A'),lt(qty,30))"],
    [{ $or: [{ status: "A" }, { qty: { $lt: 30 } }] }, "or(eq(status,'A'),lt(qty,30))"],
    [
      { status: "A", $or: [{ qty: { $lt: 30 } }, { item: { $regex: "^p" } }] },
      "and(eq(status,'A'),or(lt(qty,30),startsWith(item,'p')))",
    ],
    [
      { "size.h": { $lt: 15 }, "size.uom": "in", status: "D" },
      "and(lt(size.h,15),eq(size.uom,'in'),eq(status,'D'))",
    ],
    [{ "instock.qty": { $lte: 20 } }, "le(instock.qty,20)"],
    // Names
    [{ "first name": "x", y: 2 }, "eq(y,2)", null, "unwritable-name more"],
    // Other values
    ...invalid<unknown>(null, { $or: [] }, { a: { $gt: 1, b: 2 } }, { a: { $in: 1 } }),
  ],
  [
    // Orders
    [{ size: 1, age: -1 }, "size,age:descending", SAME, "string-order order", "string-order order"],
    [{ size: "up" }, "", null, "unsupported-order order"],
    [["size"], undefined, SAME, "syntax failed"],
  ],
);
