import { defineBridge } from "../contract/define-bridge.ts";
import type { Bridge } from "../contract/types.ts";
import { renderJson, type JsonPiece } from "../json/pieces.ts";
import { readJson } from "../json/source.ts";
import { group, RulesExporter } from "./export.ts";
import { RulesImporter } from "./import.ts";

/**
 * Queries of react-querybuilder 8: groups of rules, with the meaning of the SQL that the library's `formatQuery` writes.
 *
 * @example reactQuerybuilderBridge.exportQuery({ filter }).filter // { combinator: "and", rules: [...] }
 */
export const reactQuerybuilderBridge: Bridge = /* @__PURE__ */ defineBridge<unknown, JsonPiece>({
  name: "react-querybuilder",
  title: "react-querybuilder",
  form: "json",
  readFilter: (query, importer) =>
    readJson(query, importer, (source) => new RulesImporter(importer).query(source)),
  writeFilter: (filter, context) => new RulesExporter(context).query(filter),
  writeTrue: () => group("and", []),
  render: renderJson,
});
