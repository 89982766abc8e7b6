/** Filters of CQL2 text (OGC 21-065). */
export { cql2TextBridge } from "./bridge.ts";
