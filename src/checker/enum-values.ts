import { strengthOf, type Call, type Expression } from "../ast/nodes.ts";
import { quote } from "../ast/print.ts";
import type { Member } from "../catalog/types.ts";
import type { Comparison } from "../collation/order/strength.ts";
import { diagnostic, replace } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import { alternatives, isProbablyMeant, suggest } from "../diagnostics/suggest.ts";
import type { CheckContext } from "./context.ts";

/** Returns whether an argument is a string that differs from each enum value of the member at the strength of the call. */
export function isOutsideEnum(node: Expression, member: Member | undefined, call: Call): boolean {
  const values = member?.enum;
  if (values === undefined || node.kind !== "literal" || node.type !== "string") return false;
  if (values.includes(node.value)) return false;
  const fold = foldingOf(strengthOf(call) ?? member!.strength);
  const text = fold(node.value);
  return !values.some((value) => fold(value) === text);
}

/** Returns a function that maps most strings that are equal at a strength to the same string. */
function foldingOf(strength: Comparison | undefined): (text: string) => string {
  if (strength === "primary") return (text) => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toUpperCase();
  if (strength === "secondary") return (text) => text.normalize("NFKD").toUpperCase();
  if (strength === "tertiary" || strength === "quaternary") return (text) => text.normalize();
  return (text) => text;
}

/** Warns about a string that is not among the enum values of the member: it is probably a typing error. */
export function checkEnum(
  node: Expression,
  member: Member | undefined,
  call: Call,
  context: CheckContext,
): void {
  if (node.kind !== "literal" || node.type !== "string" || !isOutsideEnum(node, member, call)) return;
  const values = member!.enum!;
  const near = suggest(node.value, values, 1).filter((value) => isProbablyMeant(node.value, value));
  const fixes = near.map((value) => replace(`Write ${quote(value)}`, node.span, quote(value)));
  const message = `${show(member!.name)} is never ${show(quote(node.value))}; it is ${alternatives(values.slice(0, 12).map(quote))}.`;
  context.add(diagnostic("not-an-enum-value", node.span, message, fixes));
}
