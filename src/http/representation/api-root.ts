export const API_TYPE = "application/vnd.vendor.api+json";

/** Media types of API roots. The first is sent if the client accepts any. */
export const API_TYPES: readonly string[] = [API_TYPE, "application/vnd.vendor.api", "application/json"];
