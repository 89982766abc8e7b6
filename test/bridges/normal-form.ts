import type { Expression } from "tamis";
import type { Name } from "tamis/ast";
import { boolean, call, string, temporal } from "tamis/ast";

const LISTS = new Set(["tags"]);
const CHAINS = new Set(["eq", "lt", "le", "gt", "ge"]);

/**
 * Returns one spelling for equivalent trees:
 *
 * - chains such as `lt(a,b,c)` are two comparisons, and `in` is several equalities
 * - a literal is on the right side
 * - `not(true)` is `false`, `ne` replaces negated equality, and there are no double negations
 * - searches for '' are `contains`, and boolean members have no `eq(…,true)`
 * - times have seconds
 */
export function normalForm(node: Expression): Expression {
  if (node.kind === "literal") {
    const isTime = node.type === "time" || node.type === "dateTime";
    if (!isTime) return node;
    const full = node.value.replace(/((?:^|T)\d\d:\d\d)(?!:)/, "$1:00").replace(/\+00:00$/, "Z");
    return temporal(node.type, full);
  }
  if (node.kind === "name") return node;
  const args = node.args.map(normalForm);
  const { callee } = node;
  const [first] = args;
  if (callee === "not" && first?.kind === "literal" && first.type === "boolean") return boolean(!first.value);
  // The first member with a strength in the catalog decides.
  const declared = args.find(
    (each) => each.kind === "name" && (each.name === "code" || each.name === "label"),
  ) as Name | undefined;
  const isDefault = node.strength === "identical" && declared?.name !== "label";
  const strength = isDefault ? undefined : node.strength;
  // A list contains a value if an element is equal to it.
  if (callee === "contains" && first?.kind === "name" && LISTS.has(first.name))
    return call("eq", args, strength);
  if (CHAINS.has(callee) && args.length > 2)
    return call(
      "and",
      args.slice(1).map((each, i) => normalForm(call(callee, [args[i]!, each], strength))),
    );
  if (/^(?:eq|ne|lt|le|gt|ge)$/.test(callee) && args[0]!.kind === "literal" && args[1]!.kind !== "literal")
    return call(FLIPPED[callee] ?? callee, [args[1]!, args[0]!], strength);
  if (callee === "ne" && args[0]!.kind === "name" && isTrue(args[1]!)) return call("not", [args[0]!]);
  if (callee === "eq" && args.length === 2 && args[0]!.kind === "name" && isTrue(args[1]!)) return args[0]!;
  if (callee === "not") {
    const [inner] = args as [Expression];
    if (inner.kind === "call" && inner.callee === "not") return inner.args[0]!;
    if (inner.kind === "call" && inner.callee === "ne")
      return normalForm(call("eq", inner.args, inner.strength));
    if (inner.kind === "call" && inner.callee === "eq" && inner.args.length === 2)
      return call("ne", inner.args, inner.strength);
  }
  if (callee === "in") {
    const parts = args.slice(1).map((each) => normalForm(call("eq", [first!, each], strength)));
    return parts.length === 1 ? parts[0]! : call("or", parts);
  }
  const isSearch = callee === "startsWith" || callee === "endsWith";
  if (isSearch && args[1]?.kind === "literal" && args[1].value === "")
    return call("contains", [args[0]!, string("")], strength);
  return call(callee, args, strength);
}

const FLIPPED: Readonly<Record<string, string>> = { lt: "gt", le: "ge", gt: "lt", ge: "le" };

function isTrue(node: Expression): boolean {
  return node.kind === "literal" && node.value === true;
}

/** Returns a normal form without a conjunction inside of another one, for languages without parentheses. */
export function flattened(node: Expression): Expression {
  if (node.kind !== "call" || node.callee !== "and") return node;
  const parts = node.args
    .map(flattened)
    .flatMap((each) => (each.kind === "call" && each.callee === "and" ? each.args : [each]));
  return call("and", parts);
}

const OPPOSITES: Readonly<Record<string, string>> = {
  eq: "ne",
  ne: "eq",
  lt: "ge",
  le: "gt",
  gt: "le",
  ge: "lt",
  and: "or",
  or: "and",
};

/**
 * Returns a normal form without constants, for languages without negation. `not` is only in front of members and of functions that
 * have no opposite.
 */
export function withoutNegations(node: Expression, isNegated = false): Expression {
  if (node.kind === "literal" && node.type === "boolean") return boolean(node.value !== isNegated);
  if (node.kind !== "call") return isNegated ? call("not", [node]) : node;
  const { callee, args, strength } = node;
  if (callee === "not") return withoutNegations(args[0]!, !isNegated);
  const opposite = OPPOSITES[callee];
  if (opposite === undefined) return isNegated ? call("not", [node]) : node;
  const name = isNegated ? opposite : callee;
  const value = args[1];
  if (
    /^(?:eq|ne)$/.test(name) &&
    args[0]!.kind === "name" &&
    value?.kind === "literal" &&
    value.type === "boolean"
  )
    return (name === "eq") === value.value ? args[0]! : call("not", [args[0]!]);
  if (name !== "and" && name !== "or") return call(name, args, strength);
  const parts = args.map((each) => withoutNegations(each, isNegated));
  const isConstant = (each: Expression, truth: boolean) => each.kind === "literal" && each.value === truth;
  if (parts.some((each) => isConstant(each, name === "or"))) return boolean(name === "or");
  const kept = parts.filter((each) => !isConstant(each, name === "and"));
  if (kept.length < 2) return kept[0] ?? boolean(name === "and");
  return call(name, kept);
}
