import type { Expression, TemporalLiteral } from "../../ast/nodes.ts";
import type { Span } from "../../diagnostics/span.ts";
import { compareInstants, parseTemporal } from "../../values/instant.ts";
import { isTemporal } from "../../values/types.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import type { BridgePlace } from "../contract/types.ts";
import { literalOf } from "./literals.ts";
import { holds } from "./null-equality.ts";
import type { ForeignValue } from "../../readers/nodes.ts";

/** Evaluates a comparison of two literals, such as `1 = 1`, while a filter is translated. */
export function constantComparison(
  callee: string,
  left: ForeignValue,
  right: ForeignValue,
  span: Span,
  importer: BridgeImporter,
  place: BridgePlace = span,
): Expression | undefined {
  const { report } = importer;
  const isNumber = left.type === "number" && right.type === "number";
  if (left.type !== right.type || left.type === "other" || left.type === "null")
    return report.drop("type-conversion", "Two values of different types are compared.", place);
  if (isTemporal(left.type)) {
    const literals = [left, right].map((value) => literalOf(value, undefined, importer));
    if (literals.includes(undefined)) return undefined;
    const [a, b] = (literals as TemporalLiteral[]).map(({ type, value }) => parseTemporal(type, value)!);
    return importer.boolean(holds(callee, compareInstants(a!, b!)), span);
  }
  if (!isNumber && callee !== "eq" && callee !== "ne")
    return report.drop("unsupported-value", "The order of two values depends on the server.", place);
  const areIntegers = /^-?\d{1,309}$/.test(left.text) && /^-?\d{1,309}$/.test(right.text);
  const toNumber = areIntegers ? BigInt : Number;
  const order = !isNumber
    ? Number(left.text !== right.text)
    : toNumber(left.text) < toNumber(right.text)
      ? -1
      : Number(toNumber(left.text) > toNumber(right.text));
  return importer.boolean(holds(callee, order), span);
}
