/** Filters of CQL2 JSON (OGC 21-065). */
export { cql2JsonBridge } from "./bridge.ts";
