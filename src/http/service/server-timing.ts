import type { HttpHandler, RequestPhase } from "../contract/exchange.ts";

/**
 * Adds the field `Server-Timing` to the responses of a handler: the milliseconds of each phase, and those until the response is
 * ready to be sent. Tenths of a millisecond are precise enough to find a slow phase.
 */
export function withServerTiming(handle: HttpHandler): HttpHandler {
  return async (request) => {
    const begin = performance.now();
    const durations = new Map<RequestPhase, number>();
    const observer = request.observer;
    const onPhase = (phase: RequestPhase, milliseconds: number) => {
      durations.set(phase, (durations.get(phase) ?? 0) + milliseconds);
      observer?.onPhase?.(phase, milliseconds);
    };
    const response = await handle({ ...request, observer: { onRows: observer?.onRows, onPhase } });
    const phases = [...durations, ["total", performance.now() - begin] as const];
    const timing = phases.map(([name, milliseconds]) => `${name};dur=${milliseconds.toFixed(1)}`).join(", ");
    return { ...response, headers: { ...response.headers, "server-timing": timing } };
  };
}
