import type { Bridge } from "./contract/types.ts";

/** Loads the bridge of each language, by the name that commands use. The only list of bridges. */
export const BRIDGES: ReadonlyMap<string, () => Promise<Bridge>> = new Map<string, () => Promise<Bridge>>([
  ["sql", async () => (await import("./sql/bridge.ts")).sqlBridge],
  ["odata", async () => (await import("./odata/bridge.ts")).odataBridge],
  ["rsql", async () => (await import("./rsql/bridge.ts")).rsqlBridge],
  ["cql2-text", async () => (await import("./cql2-text/bridge.ts")).cql2TextBridge],
  ["cql2-json", async () => (await import("./cql2-json/bridge.ts")).cql2JsonBridge],
  [
    "react-querybuilder",
    async () => (await import("./react-querybuilder/bridge.ts")).reactQuerybuilderBridge,
  ],
  ["tanstack-table", async () => (await import("./tanstack-table/bridge.ts")).tanstackTableBridge],
  ["ag-grid", async () => (await import("./ag-grid/bridge.ts")).agGridBridge],
  ["scim", async () => (await import("./scim/bridge.ts")).scimBridge],
  ["jsonapi", async () => (await import("./jsonapi/bridge.ts")).jsonApiBridge],
  ["django", async () => (await import("./django/bridge.ts")).djangoBridge],
  ["postgrest", async () => (await import("./postgrest/bridge.ts")).postgrestBridge],
  ["mongo", async () => (await import("./mongo/bridge.ts")).mongoBridge],
  ["jsonlogic", async () => (await import("./jsonlogic/bridge.ts")).jsonLogicBridge],
  ["cel", async () => (await import("./cel/bridge.ts")).celBridge],
  ["aip", async () => (await import("./aip/bridge.ts")).aipBridge],
]);
