export { API_TYPES } from "./media-types.ts";

/** Media type of API roots. */
export const API_TYPE = "application/vnd.vendor.api+json";
