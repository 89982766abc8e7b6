/** Filters and orders of OData 4.01. */
export { odataBridge } from "./bridge.ts";
