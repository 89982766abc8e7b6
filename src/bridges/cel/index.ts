/** Conditions of CEL, the Common Expression Language. */
export { celBridge } from "./bridge.ts";
