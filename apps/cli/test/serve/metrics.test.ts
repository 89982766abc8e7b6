import { expect, it } from "vitest";
import { routePattern, knownMethod } from "../../src/serve/metrics/route-pattern.ts";
import { example } from "../files.ts";
import { send, serve, until } from "./running-server.ts";

it.each([
  ["/", "/"],
  ["/?limit=1", "/"],
  ["/health", "/health"],
  ["/places?filter=eq(a,'/b')", "/{collection}"],
  ["http://localhost:8080/places/1?x", "/{collection}/{key}"],
  ["http://localhost", "/"],
  ["/places/%40rows", "/{collection}/{key}"],
  ["/places/@rows", "/{collection}/@rows"],
  ["/places/@facets/name", "/{collection}/@facets/{member}"],
  ["/playground", "/playground"],
  ["/explorer/0123456789abcdef/engine.js", "/explorer/{file}"],
  ["/places/@unknown", "other"],
  ["/places/", "other"],
  ["/a/b/c", "other"],
  ["/places/@facets/a/b", "other"],
  ["//", "other"],
  ["*", "other"],
])("the route of %s is %s", (target, route) => {
  expect(routePattern(target)).toBe(route);
});

it("methods that HTTP does not have share one label", () => {
  expect(["GET", "BREW", "toString"].map(knownMethod)).toEqual(["GET", "other", "other"]);
});

it("/metrics counts responses, rows and durations, and needs the token", async () => {
  const options = ["--metrics", "--token", "secret-token", "--log", "none"];
  const server = await serve([example("rivers.ndjson"), ...options]);
  const headers = { authorization: "Bearer secret-token" };
  const get = (path: string, method = "GET") => send(`${server.url}${path}`, { headers, method });
  const { json, headers: fields } = await get("/rivers?limit=3");
  expect(fields["server-timing"]).toMatch(/^parse;dur=/);
  for (let i = 0; i < 2; i++) await get("/rivers?limit=3");
  await get("/rivers?limit=3", "HEAD");
  await get("/rivers/@rows");
  await get("/rivers/none");
  expect((await send(`${server.url}/metrics`)).status).toBe(401);
  expect((await get("/metrics", "POST")).status).toBe(405);
  let text = "";
  await until(async () => {
    const metrics = await get("/metrics");
    expect(metrics.headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
    text = metrics.text;
    return text.includes('route="/metrics",status="405"');
  });
  const { count } = json as { count: number };
  for (const line of [
    'tamis_http_requests_total{method="GET",route="/{collection}",status="200"} 3',
    'tamis_http_requests_total{method="HEAD",route="/{collection}",status="200"} 1',
    'tamis_http_requests_total{method="GET",route="/{collection}/{key}",status="404"} 1',
    'tamis_http_requests_total{method="GET",route="/metrics",status="401"} 1',
    'tamis_http_rows_sent_total{route="/{collection}"} 9',
    `tamis_http_rows_sent_total{route="/{collection}/@rows"} ${count}`,
    'tamis_http_request_duration_seconds_count{route="/{collection}"} 4',
    "tamis_http_requests_in_progress 1",
  ])
    expect(text).toContain(`${line}\n`);
  expect(text).toContain("nodejs_eventloop_lag_seconds");
  expect(text).not.toMatch(/rivers|secret/);
});

it("without --metrics, there is no such path, and with --no-timing no field Server-Timing", async () => {
  const server = await serve([example("rivers.ndjson"), "--log", "none", "--no-timing"]);
  expect((await send(`${server.url}/rivers`)).headers).not.toHaveProperty("server-timing");
  expect((await send(`${server.url}/metrics`)).status).toBe(404);
});
