/** Rules of JsonLogic. */
export { jsonLogicBridge } from "./bridge.ts";
