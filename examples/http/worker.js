import { openTable } from "tamis/databases";
import { createService, fetchHandler, tableResource } from "tamis/http";

// The database is known with the first request.
let handle;
async function open(DB) {
  const places = tableResource("/api/places", await openTable(DB, "places"), { locales: ["en", "sv"] });
  return fetchHandler(createService({ resources: [places], roots: ["/api"] }));
}

export default { fetch: async (request, { DB }) => (handle ??= await open(DB))(request) };
