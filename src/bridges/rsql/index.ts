/** Filters and orders of RSQL and FIQL. */
export { rsqlBridge } from "./bridge.ts";
