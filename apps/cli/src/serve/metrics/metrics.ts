import type * as prometheus from "prom-client";
import { readOnlyResponse, type HttpHandler } from "tamis/http";
import { loadDriver } from "../../io/load-driver.ts";
import type { Answered } from "../http/start-server.ts";
import { knownMethod, routePattern } from "./route-pattern.ts";

export const METRICS_PATH = "/metrics";

/** Seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics of a server in the text format of Prometheus. */
export interface ServeMetrics {
  /** Adds the path `/metrics` to a handler, and counts the rows that it sends. */
  readonly wrap: (handle: HttpHandler) => HttpHandler;
  /** Called when a request has arrived, and after its response. */
  readonly onRequest: () => void;
  readonly onAnswer: (answer: Answered) => void;
}

/** One of several threads, whose metrics are merged. */
export interface MeteredThread {
  readonly number: number;
  /** Returns the metrics of all threads as text. */
  readonly allMetrics: () => Promise<string>;
  readonly onMetrics: (report: () => Promise<unknown>) => void;
}

/** @throws InputError if the package prom-client is missing */
export async function createMetrics(thread?: MeteredThread): Promise<ServeMetrics> {
  return metricsOf(await loadDriver(() => import("prom-client"), "--metrics", "prom-client"), thread);
}

function metricsOf(
  {
    collectDefaultMetrics,
    Counter,
    Gauge,
    Histogram,
    Registry,
  }: Pick<typeof prometheus, "collectDefaultMetrics" | "Counter" | "Gauge" | "Histogram" | "Registry">,
  thread: MeteredThread | undefined,
): ServeMetrics {
  const register = new Registry();
  const registers = [register];
  // Memory, CPU time and event loop delay of the process.
  collectDefaultMetrics({ register });
  const requests = new Counter({
    name: "tamis_http_requests_total",
    help: "Responses, also those that the client did not receive completely.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "tamis_http_request_duration_seconds",
    help: "Time from the arrival of a request to the end of its response.",
    labelNames: ["route"],
    buckets: BUCKETS,
    registers,
  });
  const running = new Gauge({
    name: "tamis_http_requests_in_progress",
    help: "Requests whose responses are not complete.",
    registers,
  });
  const rows = new Counter({
    name: "tamis_http_rows_sent_total",
    help: "Rows in pages and exports.",
    labelNames: ["route"],
    registers,
  });
  const perThread =
    thread &&
    new Counter({
      name: "tamis_http_thread_requests_total",
      help: "Responses of each thread.",
      labelNames: ["thread"],
      registers,
    }).labels(String(thread.number));
  thread?.onMetrics(() => register.getMetricsAsJSON());
  return {
    onRequest: () => running.inc(),
    onAnswer: ({ method, target, status, milliseconds }) => {
      running.dec();
      perThread?.inc();
      const route = routePattern(target);
      requests.inc({ method: knownMethod(method), route, status: String(status) });
      durations.observe({ route }, milliseconds / 1_000);
    },
    wrap: (handle) => async (request) => {
      if (request.path !== METRICS_PATH) {
        const route = routePattern(request.path);
        return handle({ ...request, observer: { onRows: (count) => rows.inc({ route }, count) } });
      }
      return readOnlyResponse(request, {
        headers: { "content-type": register.contentType, "cache-control": "no-store" },
        body: await (thread === undefined ? register.metrics() : thread.allMetrics()),
      });
    },
  };
}
