/** Filters and orders of SCIM (RFC 7644). */
export { scimBridge } from "./bridge.ts";
