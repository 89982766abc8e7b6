import type { HttpHandler } from "tamis/http";
import { answerOtherMethod, isRead } from "./read-only-path.ts";

export const HEALTH_PATH = "/health";

/** State of the server: `degraded` if a source has old rows because it could not be read again. */
export type HealthStatus = "ok" | "degraded";

/** Adds the path `/health` to a handler. It says nothing about the rows, because it needs no token. */
export function withHealth(handle: HttpHandler, status: () => HealthStatus): HttpHandler {
  return async (request) => {
    if (request.path !== HEALTH_PATH) return handle(request);
    if (!isRead(request)) return answerOtherMethod(request);
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
