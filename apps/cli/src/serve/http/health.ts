import type { HttpHandler } from "tamis/http";

export const HEALTH_PATH = "/health";

/** State of the server: `degraded` if a source has old rows because it could not be read again. */
export type HealthStatus = "ok" | "degraded";

/** Adds the path `/health` to a handler. It says nothing about the rows, because it needs no token. */
export function withHealth(handle: HttpHandler, status: () => HealthStatus): HttpHandler {
  return async (request) => {
    if (request.path !== HEALTH_PATH || !/^(?:GET|HEAD)$/.test(request.method)) return handle(request);
    const body = JSON.stringify({ status: status() });
    const headers = {
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-length": String(body.length),
    };
    return { status: 200, headers, body: request.method === "HEAD" ? undefined : body };
  };
}
