import { show } from "../../diagnostics/show.ts";
import type { Strength } from "../../collation/order/strength.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import { placeOf, type ForeignNode, type ForeignValue } from "../../readers/nodes.ts";

/** An operand without the functions `casei` and `accenti` around it, and which of them there were. */
export interface FoldedOperand {
  readonly inner: ForeignNode;
  readonly ignoresCase: boolean;
  readonly ignoresAccents: boolean;
}

export function unfolded(node: ForeignNode): FoldedOperand {
  let inner = node;
  let ignoresCase = false;
  let ignoresAccents = false;
  while (
    inner.kind === "call" &&
    inner.args.length === 1 &&
    (inner.callee === "casei" || inner.callee === "accenti")
  ) {
    if (inner.callee === "casei") ignoresCase = true;
    else ignoresAccents = true;
    inner = inner.args[0]!;
  }
  return { inner, ignoresCase, ignoresAccents };
}

/** Operands of a comparison, and the differences that it ignores. */
export interface FoldedComparison {
  readonly operands: readonly ForeignNode[];
  readonly strength: Strength | undefined;
  readonly ignoresCase: boolean;
  readonly ignoresAccents: boolean;
}

/**
 * Finds the strength of a comparison from the functions around its operands. A string such as `'abc'`, which the functions do
 * not change, may lack them. Undefined, with a note, if different functions are around the two operands.
 */
export function foldedComparison(
  nodes: readonly ForeignNode[],
  { report }: BridgeImporter,
): FoldedComparison | undefined {
  const [first, ...otherOperands] = nodes.map(unfolded) as [FoldedOperand, ...FoldedOperand[]];
  const { ignoresCase, ignoresAccents } = first;
  const operands: ForeignNode[] = [first.inner];
  for (const folded of otherOperands) {
    const isSame = folded.ignoresCase === ignoresCase && folded.ignoresAccents === ignoresAccents;
    const operand = isSame ? folded.inner : foldedValue(folded, ignoresCase);
    if (operand === undefined) {
      const message = "CASEI and ACCENTI are carried over if they are around both sides of a comparison.";
      return report.drop("unsupported-function", message, placeOf(folded.inner));
    }
    operands.push(operand);
  }
  const strength = ignoresAccents ? "primary" : ignoresCase ? "secondary" : undefined;
  return { operands, strength, ignoresCase, ignoresAccents };
}

/**
 * Returns the result of `casei` and `accenti` for an ASCII string. Undefined for other values, and for upper case letters
 * without `casei` if `isFolded` says that the other operand is in lower case: the two are never equal.
 */
function foldedValue({ inner, ignoresCase }: FoldedOperand, isFolded: boolean): ForeignValue | undefined {
  if (inner.kind !== "value" || inner.type !== "string" || !/^[\0-\x7f]*$/.test(inner.text)) return undefined;
  const text = ignoresCase ? inner.text.toLowerCase() : inner.text;
  return isFolded && /[A-Z]/.test(text) ? undefined : { ...inner, text };
}

/** Returns the message of the note that `casei` and `accenti` do not ignore exactly the differences that the strength ignores. */
export function describeFolding({ ignoresCase, ignoresAccents, strength }: FoldedComparison): string {
  if (ignoresAccents && !ignoresCase)
    return "tamis ignores upper and lower case together with accents: ACCENTI ignores accents only.";
  const functions = ignoresAccents ? "CASEI and ACCENTI ignore" : "CASEI ignores";
  return `${functions} differences by the case folding of Unicode, tamis by the collation of a language at the strength ${show(strength ?? "identical")}.`;
}
