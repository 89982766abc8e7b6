import { strengthOf, type Call, type Expression } from "../../ast/nodes.ts";
import type { Span } from "../../diagnostics/span.ts";
import type { ExportContext } from "../contract/define-bridge.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import { strengthEffect } from "../contract/strength-effect.ts";

/** The message of notes about the order of strings. */
export const OWN_ORDER = "tamis puts strings in the order of a language, and the other server in its own.";

/** Compares values by code points, with a note if the order of strings differs. */
export function exactComparison(
  callee: string,
  args: readonly Expression[],
  span: Span,
  to: BridgeImporter,
): Expression {
  const { report, types } = to;
  const type = types.typeOfAll(args);
  const isString = type === "string" || type === undefined;
  const isEquality = callee === "eq" || callee === "ne" || callee === "in";
  const node = to.call(callee, args, span, isEquality && isString ? types.exactStrength(args) : undefined);
  if (!isEquality && isString && types.strengthOf(args) !== "codePoint")
    report.note("string-order", "other", OWN_ORDER, span, node);
  return node;
}

/** Adds notes for a language that compares strings character by character, and sorts them in an order of its own. */
export function noteStringDifferences<N extends object>(
  node: Call,
  args: readonly Expression[],
  made: N,
  { report, types }: ExportContext<N>,
): void {
  const type = types.typeOfAll(args);
  if (type !== undefined && type !== "string") return;
  const { callee, span } = node;
  const strength = strengthOf(node) ?? types.strengthOf(args);
  if (/^[lg][te]$/.test(callee) && strength !== "codePoint")
    report.note("string-order", "other", OWN_ORDER, span, made);
  if (strength === undefined || strength === "identical" || strength === "codePoint") return;
  const message = `The other language compares each character, and not at the strength ${strength}.`;
  report.note("case-sensitivity", strengthEffect(callee), message, span, made);
}
