import type { Literal } from "../../ast/nodes.ts";
import { describeValue } from "../../diagnostics/describe-value.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import type { ForeignValue } from "../../readers/nodes.ts";
import type { ValueType } from "../../values/types.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import { literalOf } from "../syntax/literals.ts";
import type { JsonSource } from "./source.ts";

/**
 * Converts a value of JSON to a literal of the type that a member has. Without a type, the literal has the type of the value.
 * Undefined, with a note, if there is no such literal.
 */
export function jsonLiteral(
  { value, place }: Pick<JsonSource, "value" | "place">,
  type: ValueType["type"] | undefined,
  importer: BridgeImporter,
): Literal | undefined {
  const kind = typeof value === "bigint" ? "number" : typeof value;
  const isPlain = kind === "boolean" || kind === "string" || (kind === "number" && !isSpecial(value));
  if (!isPlain)
    return importer.report.drop(
      "unsupported-value",
      `tamis has no value such as ${describeValue(value)}.`,
      place,
    );
  const foreign: ForeignValue = { kind: "value", type: kind, text: String(value), span: NOWHERE, place };
  return literalOf(foreign, type, importer);
}

/** Returns whether a value is NaN or infinite. */
function isSpecial(value: unknown): boolean {
  return typeof value === "number" && !Number.isFinite(value);
}
