import { openTable } from "tamis/databases";
import { createService, fetchHandler, tableResource } from "tamis/http";

let handle;
export default {
  async fetch(request, { DB }) {
    handle ??= fetchHandler(
      createService({
        resources: [tableResource("/api/places", await openTable(DB, "places"))],
        roots: ["/api"],
      }),
    );
    return handle(request);
  },
};
