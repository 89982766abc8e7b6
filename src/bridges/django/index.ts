/** Filters and orders in parameters in the style of Django. */
export { djangoBridge } from "./bridge.ts";
