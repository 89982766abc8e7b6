/** Media type of API roots. */
export const API_TYPE = "application/vnd.vendor.api+json";

/** Media types of API roots that clients can accept, in addition to `application/json`. */
export const API_TYPES: readonly string[] = [API_TYPE, "application/vnd.vendor.api"];
