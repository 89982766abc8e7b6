import type { SortKey } from "../../ast/nodes.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import type { JsonSource } from "../json/source.ts";
import { orderBy } from "../syntax/sort-keys.ts";

/** Reads an order such as `{ "name": 1, "size": -1 }`. Null is the lowest value in both languages. */
export function mongoSortKeys(source: JsonSource, importer: BridgeImporter): readonly SortKey[] {
  const { report } = importer;
  if (!source.isObject) source.fail("An order is an object with members and directions, such as 1 and -1.");
  return source.entries().flatMap(([name, direction]) => {
    const isDescending = direction.value === -1;
    if (!isDescending && direction.value !== 1) {
      report.drop("unsupported-order", "The direction of a sort key is 1 or -1.", direction.place);
      return [];
    }
    const of = importer.name(name, NOWHERE, direction.place);
    if (of === undefined) return [];
    return orderBy(of, { isDescending, span: NOWHERE, place: direction.place }, importer, {
      strings: "tamis sorts strings in the order of a language, MongoDB by their code points.",
    });
  });
}
