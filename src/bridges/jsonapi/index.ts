/** Filters and orders in parameters in the style of JSON:API. */
export { jsonApiBridge } from "./bridge.ts";
