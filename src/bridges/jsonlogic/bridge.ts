import { defineBridge } from "../contract/define-bridge.ts";
import type { Bridge } from "../contract/types.ts";
import { JsonPiece, renderJson } from "../json/pieces.ts";
import { readJson } from "../json/source.ts";
import { LogicExporter } from "./export.ts";
import { LogicImporter } from "./import.ts";

/**
 * Rules of JsonLogic, with the meaning that json-logic-js has.
 *
 * @example jsonLogicBridge.importQuery({ filter: { ">": [{ var: "size" }, 3] } }).filter // gt(size,3)
 */
export const jsonLogicBridge: Bridge = /* @__PURE__ */ defineBridge<unknown, JsonPiece>({
  name: "jsonlogic",
  title: "JsonLogic",
  form: "json",
  readFilter: (rule, importer) =>
    readJson(rule, importer, (source) => new LogicImporter(importer).rule(source)),
  readSortBy(_, { report }) {
    report.fail("syntax", "JsonLogic has no order.", { pointer: "" });
    return [];
  },
  writeFilter: (filter, context) => new LogicExporter(context).condition(filter),
  writeSortBy({ keys }, { report }) {
    for (const { span } of keys) report.drop("unsupported-order", "JsonLogic has no order.", span);
    return undefined;
  },
  writeTrue: () => new JsonPiece(true),
  render: renderJson,
});
