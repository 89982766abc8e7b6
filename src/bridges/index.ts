/** Translating filters and orders between tamis and other languages. */
export { BRIDGES } from "./list.ts";
export type { BridgeCode, BridgeEffect } from "./contract/codes.ts";
export { effectOf } from "./contract/report.ts";
export type {
  Bridge,
  BridgeNote,
  BridgeOptions,
  BridgePlace,
  BridgeQuery,
  ExportResult,
  ForeignQuery,
  ImportResult,
} from "./contract/types.ts";
