import { defineCatalog } from "../catalog/define-catalog.ts";
import { defineFamily } from "./define-family.ts";
import { OBJECT } from "./shared-resources.ts";

const actionResult = defineCatalog({
  name: "actionResult",
  members: {
    status: "integer",
    log: "string",
    results: {
      type: "object",
      members: {
        table: {
          type: "object",
          description: "A table of results. Its place in `results` is published without a name.",
          members: {
            _ctb: { type: "boolean", description: "True of tables." },
            label: "string",
            title: "string",
            name: "string",
            schema: {
              type: "object",
              members: {
                name: "string",
                label: "string",
                format: "string",
                type: "string",
                width: "integer",
                attributes: OBJECT,
              },
            },
          },
        },
        logEntries: { type: "object", members: { level: "string", message: "string" } },
      },
    },
    disposition: {
      type: "object",
      description: "How the action ended.",
      members: {
        severity: "string",
        reason: "string",
        statusCode: "integer",
        formattedStatus: "string",
        debugInfo: "string",
        changedResources: { type: "list", items: "string" },
        metrics: OBJECT,
      },
    },
  },
});

export const analyticServer = defineFamily({
  name: "analytic-server",
  prefix: "/cas",
  purpose: "Shuts the analytic server down.",
  roots: [],
  resources: {
    actionResult: { description: "How an action of the server ended.", fields: "all", catalog: actionResult },
  },
  collections: {},
  endpoints: [
    {
      method: "POST",
      path: "/cas/shutdown",
      does: "Shuts the server down.",
      body: "unknown",
      responses: [
        { status: 200, resource: "actionResult" },
        { status: 403, meaning: "Only administrators of the server may do this." },
      ],
      deprecatedFor: "DELETE /cas",
    },
  ],
  paths: [{ path: "/cas", description: "The server; DELETE shuts it down.", methods: ["DELETE"] }],
  errors: [],
});
