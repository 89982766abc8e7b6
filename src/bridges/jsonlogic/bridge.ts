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
  writeFilter: (filter, context) => new LogicExporter(context).condition(filter),
  writeTrue: () => new JsonPiece(true),
  render: renderJson,
});
