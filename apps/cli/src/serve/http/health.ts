import { readOnlyResponse, type HttpHandler } from "tamis/http";

export const HEALTH_PATH = "/health";

/** State of the server: `degraded` if a source has old rows because it could not be read again. */
export type HealthStatus = "ok" | "degraded";

/** Adds the path `/health` to a handler. It says nothing about the rows, because it needs no token. */
export function withHealth(handle: HttpHandler, status: () => HealthStatus): HttpHandler {
  return (request) =>
    request.path === HEALTH_PATH
      ? Promise.resolve(
          readOnlyResponse(request, {
            headers: { "content-type": "application/json", "cache-control": "no-store" },
            body: JSON.stringify({ status: status() }),
          }),
        )
      : handle(request);
}
