import type { Expression } from "../../ast/nodes.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import type { NullableTest } from "../json/null-logic.ts";
import type { JsonSource } from "../json/source.ts";
import { patternOfPart } from "../syntax/searches.ts";

/** Translates a search in the elements of a list. `contains` of a list finds equal elements, so a pattern is used. */
export function elementSearch(
  of: Expression,
  search: Expression,
  source: JsonSource,
  to: BridgeImporter,
): NullableTest | undefined {
  const { report, types } = to;
  const type = types.typeOfAll([of]);
  const isList = types.isList(of) || types.typeOf(of) === undefined;
  if (!isList || (type !== undefined && type !== "string") || search.kind !== "literal")
    return report.drop(
      "unsupported-value",
      "in searches for a string in the elements of a list.",
      source.place,
    );
  const text = String(search.value);
  const pattern = text === "" ? "(?s).+" : patternOfPart(text);
  const node = to.call("match", [of, to.string(pattern, NOWHERE)], NOWHERE);
  return { node, of, onNull: false };
}
