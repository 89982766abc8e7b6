import type { SortKey } from "../../ast/nodes.ts";
import type { BridgeImporter } from "../contract/importer.ts";
import { importSortKey, signedSortKeys } from "../syntax/sort-keys.ts";
import { readText } from "../contract/read-text.ts";
import { readParameters } from "./query-string.ts";

/** Reads `sort=-a,b` or `-a,b`. `separator` separates the segments of a path. */
export function readSignedSortBy(
  text: string,
  names: readonly string[],
  importer: BridgeImporter,
  separator = ".",
): readonly SortKey[] {
  const parameters = readText(importer.report, () => readParameters(text));
  const parameter = parameters?.find(({ name }) => names.includes(name));
  const [value, start] = parameter === undefined ? [text, 0] : [parameter.value, parameter.valueSpan.start];
  const keys = signedSortKeys(value, start).map((key) => {
    const end = Math.min(key.span.end, text.length);
    return {
      ...key,
      path: key.path.replaceAll(separator, "."),
      span: { start: Math.min(key.span.start, end), end },
    };
  });
  return keys.flatMap((key) => importSortKey(key, importer));
}
