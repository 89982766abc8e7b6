/** Filters and orders in parameters of PostgREST. */
export { postgrestBridge } from "./bridge.ts";
