import { jsonResponse } from "../family/json-response.ts";
import { analyticServer } from "tamis/families";
import { chooseType, type HttpRequest, type HttpResponse, type OperationDescription } from "tamis/http";
import type { AuditTrail } from "../audit/audit-trail.ts";
import { familyOf } from "../audit/entry.ts";
import { ADMINISTRATORS } from "../access/caller.ts";
import { endpoint, type FamilyOperation } from "../access/guard.ts";
import { requireMember } from "../access/require-caller.ts";
import type { Family } from "../family/family.ts";

export interface AnalyticServerOptions {
  /**
   * Ends the process after the requests that are being answered.
   *
   * @returns the number of these requests, without the one that asks for it
   */
  readonly shutDown: () => number;
  readonly record: AuditTrail["record"];
  /** Called if the shut-down cannot be recorded. The process ends nevertheless. */
  readonly onError: (error: unknown) => void;
}

const OFFERS = [{ types: ["application/json"], value: undefined }] as const;

const SHUT_DOWN: OperationDescription = {
  summary: "Shut down the server after the requests that it is answering. Only for administrators.",
  responses: [
    {
      description: "The action result.",
      content: OFFERS.map(({ types }) => ({ types, schema: analyticServer.resources.actionResult.catalog })),
      headers: ["Vary"],
    },
  ],
};

/** Stops the platform by a request. */
export class AnalyticServer implements Family {
  readonly root = `${analyticServer.prefix}/`;
  readonly operations: readonly FamilyOperation[];

  constructor(options: AnalyticServerOptions) {
    const answer = ({ request }: { readonly request: HttpRequest }) => shutDownBy(request, options);
    this.operations = [
      endpoint("DELETE", analyticServer.prefix, SHUT_DOWN, answer),
      endpoint(
        "POST",
        `${analyticServer.prefix}/shutdown`,
        {
          ...SHUT_DOWN,
          deprecated: true,
          responses: SHUT_DOWN.responses.map((response) => ({
            ...response,
            headers: ["Vary", "Deprecation", "Link"],
          })),
        },
        async (operation) => {
          const response = await answer(operation);
          const headers = {
            ...response.headers,
            // RFC 9745, RFC 8288
            deprecation: "@1767225600",
            link: `<${analyticServer.prefix}>; rel="successor-version"`,
          };
          return { ...response, headers };
        },
      ),
    ];
  }
}

async function shutDownBy(
  request: HttpRequest,
  { shutDown, record, onError }: AnalyticServerOptions,
): Promise<HttpResponse> {
  const caller = requireMember(request, ADMINISTRATORS);
  const { type } = chooseType(request, OFFERS);
  const { prefix } = analyticServer;
  const event = {
    kind: "shutDown",
    outcome: "success",
    family: familyOf(prefix),
    resourceUri: prefix,
  } as const;
  await record(event).catch(onError);
  const start = performance.now();
  const waiting = shutDown();
  const message = `The server was shut down by ${caller.name}. It ends after ${waiting} other requests.`;
  const response = jsonResponse(type, actionResult(message, waiting, performance.now() - start));
  // Other requests on this connection would not be answered.
  return { ...response, headers: { ...response.headers, connection: "close" } };
}

/** The action result, with all published fields. */
function actionResult(message: string, waiting: number, milliseconds: number): object {
  const { user, system } = process.cpuUsage();
  return {
    status: 0,
    log: `NOTE: ${message}`,
    results: {
      table: {
        _ctb: true,
        label: "Requests",
        title: "Requests that are being answered",
        name: "Requests",
        schema: {
          name: "requests",
          label: `${waiting} requests`,
          format: "BEST12.",
          type: "int32",
          width: 4,
          attributes: {},
        },
      },
      logEntries: { level: "info", message },
    },
    disposition: {
      severity: "Normal",
      reason: "OK",
      statusCode: 0,
      formattedStatus: "The server is shutting down.",
      debugInfo: "",
      changedResources: [],
      metrics: {
        elapsedTime: milliseconds / 1000,
        cpuUserTime: user / 1e6,
        cpuSystemTime: system / 1e6,
        memory: process.memoryUsage().rss,
      },
    },
  };
}
