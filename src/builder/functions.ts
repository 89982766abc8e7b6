import { call, temporal } from "../ast/constructors.ts";
import type { Call, TemporalLiteral } from "../ast/nodes.ts";
import type { Strength } from "../collation/order/strength.ts";
import { toExpression, type Buildable } from "./to-literal.ts";

/**
 * A constructor for each function of the language. They make the tree that the parser makes of the same expression.
 *
 * @example print(and(eq(name("state"), "done"), gt(name("size"), 10))) // and(eq(state,'done'),gt(size,10))
 */
type Constructor = (...args: readonly Buildable[]) => Call;

function constructor(callee: string): Constructor {
  return (...args) => call(callee, args.map(toExpression));
}

export const and = constructor("and");
export const or = constructor("or");
export const not = constructor("not");
export const isNull = constructor("isNull");
export const eq = constructor("eq");
export const ne = constructor("ne");
export const lt = constructor("lt");
export const le = constructor("le");
export const gt = constructor("gt");
export const ge = constructor("ge");
/** `in` is a word of JavaScript. */
export const isIn = constructor("in");
export const match = constructor("match");
export const matchAll = constructor("matchAll");
export const matchAny = constructor("matchAny");
export const contains = constructor("contains");
export const startsWith = constructor("startsWith");
export const endsWith = constructor("endsWith");
export const blank = constructor("blank");
export const length = constructor("length");
export const substr = constructor("substr");
export const upCase = constructor("upCase");
export const downCase = constructor("downCase");

/**
 * The same call at a strength.
 *
 * @example print(at("primary", eq(name("name"), "STRASSE"))) // eq($primary,name,'STRASSE')
 */
export function at(strength: Strength, node: Call): Call {
  return { ...node, strength };
}

/** A date: `date("2020-01-31")`. */
export const date = (text: string): TemporalLiteral => temporal("date", text);
/** A time of day: `time("13:45:10")`. */
export const time = (text: string): TemporalLiteral => temporal("time", text);
/** A date-time: `dateTime("2020-01-31T13:45:10.5Z")`. */
export const dateTime = (text: string): TemporalLiteral => temporal("dateTime", text);
