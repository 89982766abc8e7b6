import { detection } from "tamis/families";
import { chooseType, failRequest, type OperationDescription, type ServiceOperation } from "tamis/http";
import { endpoint, type FamilyOperation } from "../../access/guard.ts";
import { requireCaller } from "../../access/require-caller.ts";
import type { AlertQueue } from "../alerts/alert-queue.ts";
import { ION_LIMITS } from "../ion/limits.ts";
import type { Clocks, DecisionService } from "../runtime/decision-service.ts";
import type { Deployments } from "../runtime/deployments.ts";
import type { Metrics } from "../statistics/prometheus.ts";
import type { RuleMetrics } from "../statistics/rule-metrics.ts";
import type { Timeline } from "../statistics/timeline.ts";
import {
  HEALTH,
  METRICS,
  READY,
  RULE_METRICS,
  SETTINGS,
  STATISTICS,
  TIMELINE,
  TOOLS,
} from "./descriptions.ts";
import { requireDeployment } from "./description-endpoints.ts";
import { acceptedJson, link } from "./responses.ts";
import { contentResponse } from "../../family/json-response.ts";
import { VERSION } from "../../storage/stamps.ts";

const ROOT = detection.prefix;

export interface StatisticsParts {
  readonly service: DecisionService;
  readonly deployments: Deployments;
  readonly queue: AlertQueue;
  readonly metrics: Metrics;
  readonly ruleMetrics: RuleMetrics;
  readonly timeline: Timeline;
  readonly clocks: Clocks;
}

/** Health, metrics, statistics and settings. Probes of health and readiness have no token. */
export function statisticsEndpoints(parts: StatisticsParts): readonly FamilyOperation[] {
  const { service, deployments, queue, metrics, ruleMetrics, timeline, clocks } = parts;
  type Answer = ServiceOperation["answer"];
  const get = (path: string, description: OperationDescription, answer: Answer): FamilyOperation =>
    endpoint("GET", `${ROOT}${path}`, description, answer);
  const statisticsEndpoint = (path: string, description: OperationDescription, answer: Answer) =>
    get(path, description, (operation) => {
      requireCaller(operation.request);
      return answer(operation);
    });
  return [
    get("/health", HEALTH, ({ request }) =>
      acceptedJson(request, {
        message: { Message: healthOf(parts) },
        errorCode: 0,
        readiness: { message: readinessOf(parts) },
      }),
    ),
    get("/ready", READY, ({ request }) => {
      if (!service.isReady) failRequest(500, readinessOf(parts), { headers: { "retry-after": "1" } });
      return acceptedJson(request, { message: readinessOf(parts) });
    }),
    statisticsEndpoint("/metrics", METRICS, async ({ request }) => {
      chooseType(request, [{ types: ["text/plain"], value: undefined }]);
      return contentResponse(metrics.contentType, await metrics.text());
    }),
    statisticsEndpoint("/decision/rulemetrics", RULE_METRICS, ({ request }) => {
      const { definition } = requireDeployment(deployments).compiled;
      const rules = definition.rules.map(({ id }) => id);
      return acceptedJson(request, ruleMetrics.show(clocks.now(), rules));
    }),
    statisticsEndpoint("/stats", STATISTICS, ({ request }) =>
      acceptedJson(request, {
        deploymentId: deployments.current?.compiled.definition.id ?? null,
        alerts: { pending: queue.pending, failed: queue.failed },
        version: VERSION,
        links: ["timeline", "tools"].map((name) => link("GET", name, `${ROOT}/stats/${name}`)),
      }),
    ),
    statisticsEndpoint("/stats/timeline", TIMELINE, ({ request }) =>
      acceptedJson(request, timeline.entries(clocks.now())),
    ),
    statisticsEndpoint("/stats/tools", TOOLS, ({ request }) =>
      acceptedJson(request, timeline.tools(clocks.now())),
    ),
    statisticsEndpoint("/settings", SETTINGS, ({ request }) => {
      const { refusal } = deployments;
      return acceptedJson(request, {
        verbosity: service.level,
        alerts: { sink: queue.description, ...queue.limits },
        limits: ION_LIMITS,
        lastRefusal:
          refusal === undefined
            ? null
            : { timeStamp: new Date(refusal.time).toISOString(), problems: refusal.problems },
        version: VERSION,
      });
    }),
  ];
}

function healthOf({ deployments, queue }: StatisticsParts): string {
  if (deployments.current === undefined) return "No decision package is deployed.";
  if (deployments.refusal !== undefined)
    return "The last decision package was refused. The one before is deployed.";
  if (queue.failed > 0) return `${queue.failed} alerts could not be delivered.`;
  return "The service is running.";
}

function readinessOf({ service }: StatisticsParts): string {
  return service.isReady ? "ready" : "not ready";
}
