import { strengthOf, type Call, type Expression } from "../../ast/nodes.ts";
import type { Span } from "../../diagnostics/span.ts";
import type { ExportContext } from "../contract/define-bridge.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import type { BridgePlace } from "../contract/types.ts";
import { strengthEffect } from "../contract/strength-effect.ts";

/** The message of notes about the order of strings. */
export const OWN_ORDER = "tamis puts strings in the order of a language, and the other server in its own.";

/** The same for a database. */
export const COLLATION_ORDER =
  "tamis compares strings in the order of a language, databases in that of a collation.";

/**
 * Compares values by code points, with a note if the order of strings differs.
 *
 * @param order message of the note
 * @param place place of the comparison in the source
 */
export function exactComparison(
  callee: string,
  args: readonly Expression[],
  span: Span,
  to: BridgeImporter,
  order = OWN_ORDER,
  place: BridgePlace = span,
): Expression {
  const { report, types } = to;
  const isString = types.areStrings(args);
  const isEquality = callee === "eq" || callee === "ne" || callee === "in";
  const node = to.call(callee, args, span, isEquality && isString ? types.exactStrength(args) : undefined);
  if (!isEquality && isString && types.strengthOf(args) !== "codePoint")
    report.note("string-order", "other", order, place, node);
  return node;
}

/** How a language compares strings, as messages. */
export interface StringComparison {
  /** Subject and verb of the comparison of equal strings. */
  readonly exact: string;
  readonly order: string;
  /** Whether the language orders strings by their code points. */
  readonly isOfCodePoints: boolean;
}

/**
 * Adds notes about a condition on strings, for a language that compares them character by character.
 *
 * @param callee function of the condition. The condition is one pair of the node's values if the node compares several pairs.
 */
export function noteStrings<N extends object>(
  { report, types }: ExportContext<N>,
  node: Call,
  callee: string,
  args: readonly Expression[],
  piece: N,
  { exact, order, isOfCodePoints }: StringComparison,
): void {
  if (!types.areStrings(args)) return;
  const strength = strengthOf(node) ?? types.strengthOf(args);
  if (strength !== undefined && strength !== "identical" && strength !== "codePoint") {
    const message = `${exact}, and not at the strength ${strength}.`;
    report.note("case-sensitivity", strengthEffect(callee), message, node.span, piece);
  }
  const isOrdered = /^[lg][te]$/.test(callee);
  if (!isOrdered || (strength === "codePoint" && isOfCodePoints)) return;
  report.note("string-order", "other", order, node.span, piece);
}

/** Adds notes for a language that compares strings character by character, and sorts them in an order of its own. */
export function noteStringDifferences<N extends object>(
  node: Call,
  args: readonly Expression[],
  piece: N,
  context: ExportContext<N>,
): void {
  noteStrings(context, node, node.callee, args, piece, {
    exact: "The other language compares each character",
    order: OWN_ORDER,
    isOfCodePoints: true,
  });
}
