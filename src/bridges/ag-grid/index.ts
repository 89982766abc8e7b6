/** Filter models and sort models of AG Grid. */
export { agGridBridge } from "./bridge.ts";
