/** Filters and orders in parameters in the style of JSON:API. */
export { jsonapiBridge } from "./bridge.ts";
