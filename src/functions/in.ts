import { collatorOf, isFiniteNumber, scalarTypeOf } from "./in-memory/compare-values.ts";
import { compilePair, RELATIONS } from "./in-memory/relations.ts";
import { conditionOnMember, kleeneOr } from "./in-memory/conditions.ts";
import { SharedOperands } from "./in-memory/shared-operands.ts";
import { interned, oneOf } from "./in-memory/member-tests.ts";
import { implement } from "./definition/implement.ts";
import type { CallToCompile, Compiled, FunctionDeclaration } from "./definition/types.ts";
import { type CallToSql, type Constant, type SqlCondition } from "./definition/port.ts";
import { collationOf, isByCodePoints, pairToSql } from "./in-sql/relations.ts";
import { constantOf, liftToSql } from "./in-sql/list-elements.ts";
import { sqlDisjunction } from "./in-sql/logic.ts";

/** Equivalent to the `or` of an `eq` with each further argument: grammar.md, "Truth". */
export const inDeclaration: FunctionDeclaration = {
  name: "in",
  group: "comparison",
  summary: "True if the first value equals one of the others.",
  nulls: "Unknown if the first value is null; a null among the others is unknown for rows that equal none.",
  signatures: [
    {
      parameters: [
        { name: "member", type: "comparable" },
        { name: "value", type: "comparable" },
      ],
      rest: { name: "values", type: "comparable" },
    },
  ],
  result: "boolean",
  strength: true,
  role: { kind: "comparison", relation: "in" },
  aliases: ["oneOf", "isIn"],
  relatedNames: ["any"],
  someElement: true,
  examples: [
    { expression: "in(type,'user','group')", row: { type: "group" }, is: true },
    { expression: "in(type,'user','group')", row: { type: "role" }, is: false },
    { expression: "in(type,'user','group')", row: {}, is: null },
    { expression: "in(type,'user',other)", row: { type: "role" }, is: null },
    { expression: "in(type,'user',other)", row: { type: "user" }, is: true },
    { expression: "in($primary,type,'USER','GROUP')", row: { type: "user" }, is: true },
    { expression: "in(size,1,2,3)", row: { size: 2 }, is: true },
    { expression: "in(size,1,2,3)", row: { size: 2.5 }, is: false },
    { expression: "in(size,1,2,3)", row: { size: "2" }, is: null },
    { expression: "in(tags,'x','y')", row: { tags: ["y"] }, is: true },
    { expression: "in(tags,'x','y')", row: { tags: ["z"] }, is: false },
    { expression: "in(tags,'x','y')", row: { tags: [] }, is: false },
    { expression: "in('x',a,b)", row: { a: "w", b: "x" }, is: true },
    { expression: "in(day,2020-01-01,2020-01-02)", row: { day: "2020-01-02" }, is: true },
    { expression: "not(in(type,'user','group'))", row: { type: "role" }, is: true },
  ],
};

export const inFunction = /* @__PURE__ */ implement(inDeclaration, {
  compile: (call) => {
    const [value, ...candidates] = call.operands;
    const collator = collatorOf(call);
    const isByCodePoints = collator.comparison === "identical" || collator.comparison === "codePoint";
    const bySet = isByCodePoints
      ? (compileStringSet(call) ?? compileNumberSet(call))
      : compileNumberSet(call);
    if (bySet !== undefined) return bySet;
    const shared = new SharedOperands();
    const operand = candidates.length > 1 ? shared.share(value!) : value!;
    const pairs = candidates.map((candidate) =>
      compilePair(operand, candidate, RELATIONS.eq, collatorOf({ ...call, operands: [value!, candidate] })),
    );
    return shared.over(kleeneOr(pairs));
  },
  toSql: inToSql,
});

/** Compiles `in` to one lookup in a set, if all further arguments are constant strings that are compared by code points. */
function compileStringSet({ operands }: CallToCompile): Compiled | undefined {
  const [value, ...candidates] = operands;
  const type = scalarTypeOf(value!.type);
  if (value!.constant !== undefined || (type !== undefined && type !== "string")) return undefined;
  const texts = new Set<unknown>();
  for (const { constant, type: candidateType } of candidates) {
    if (typeof constant?.value !== "string" || scalarTypeOf(candidateType) !== "string") return undefined;
    texts.add(interned(constant.value));
  }
  const has = (v: unknown) => texts.has(v);
  return conditionOnMember(
    value!,
    has,
    (v) => typeof v === "string" && !texts.has(v),
    () => oneOf(value!, texts, has),
  );
}

/** Compiles `in` to one lookup in a set, if all further arguments are constant numbers. */
function compileNumberSet({ operands }: CallToCompile): Compiled | undefined {
  const [value, ...candidates] = operands;
  const type = scalarTypeOf(value!.type);
  if (value!.constant !== undefined || (type !== undefined && type !== "number" && type !== "integer"))
    return undefined;
  const numbers = new Set<unknown>();
  for (const { constant } of candidates) {
    const number = constant?.value;
    if (typeof number !== "number" && typeof number !== "bigint") return undefined;
    numbers.add(canonicalNumber(number));
  }
  const has = (v: unknown) =>
    numbers.has(typeof v === "bigint" || typeof v === "number" ? canonicalNumber(v) : v);
  return conditionOnMember(value!, has, (v) => isFiniteNumber(v as number) && !has(v));
}

/** Returns the same JavaScript value for a number and a bigint that are equal. */
function canonicalNumber(value: number | bigint): number | bigint {
  if (typeof value === "bigint") {
    const double = Number(value);
    return Number.isSafeInteger(double) ? double : value;
  }
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value;
}

function inToSql(call: CallToSql): SqlCondition {
  const { operands, port } = call;
  const [value, ...candidates] = operands;
  const constants = candidates.map(constantOf);
  const collation = collationOf(call);
  if (value!.constant === undefined && !constants.includes(undefined)) {
    const values = constants as readonly Constant[];
    const isString = scalarTypeOf(value!.type) === "string";
    return liftToSql(
      value!,
      port,
      (scalar) => port.oneOf(scalar, values, collation),
      !isString || isByCodePoints(collation) ? values : undefined,
    );
  }
  return sqlDisjunction(
    candidates.map((candidate) => pairToSql({ ...call, operands: [value!, candidate] }, "eq")),
    port,
  );
}
