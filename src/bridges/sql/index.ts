/** Conditions and orders of SQL, with literal values. */
export { sqlBridge } from "./bridge.ts";
