import type { Io } from "../../io/process-io.ts";
import type { Answered } from "./start-server.ts";

/** Requests that are written to the log. */
export const LOG_LEVELS = ["requests", "errors", "none"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const MAX_TARGET = 500;
/** Parameters whose values are secrets. The server does not use them, but clients send them by mistake. */
const SECRET_PARAMETER = /([?&][^=&]*(?:token|secret|passw|api[-_]?key|auth|signature)[^=&]*=)[^&]*/gi;

/** Returns a function that writes one line for each response to standard error. */
export function requestLog({ stderr }: Pick<Io, "stderr">, level: LogLevel): (answer: Answered) => void {
  return (answer) => {
    if (level === "none" || (level === "errors" && answer.status < 500)) return;
    stderr.write(`${logLine(answer)}\n`);
  };
}

/** @example logLine(answer) // "127.0.0.1 GET /places?limit=5 200 3.1 ms" */
export function logLine({
  remoteAddress,
  method,
  target,
  status,
  milliseconds,
  isComplete,
}: Answered): string {
  const safe = target.replace(SECRET_PARAMETER, "$1***").replace(/[\r\n]/g, "?");
  const shown = safe.length > MAX_TARGET ? `${safe.slice(0, MAX_TARGET)}…` : safe;
  const end = isComplete ? "" : " (incomplete)";
  return `${remoteAddress ?? "-"} ${method} ${shown} ${status} ${milliseconds.toFixed(1)} ms${end}`;
}
