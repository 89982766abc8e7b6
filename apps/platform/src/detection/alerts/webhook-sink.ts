import { RejectedAlert, type Alert, type AlertSink } from "./alert.ts";

/** Milliseconds for one request. */
const TIMEOUT = 10_000;

/**
 * Sends each alert by POST as JSON. Any status 2xx is a success. The field `Idempotency-Key` has the id of the alert.
 *
 * @param address such as `https://triage.example/alerts`
 */
export function webhookSink(address: string): AlertSink {
  const { origin, pathname } = new URL(address);
  const send = async (alert: Alert, signal: AbortSignal): Promise<void> => {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": alert.id },
      body: JSON.stringify(alert),
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
    });
    await response.body?.cancel();
    if (response.ok) return;
    const message = `The webhook answered ${response.status}.`;
    const isTemporary = response.status >= 500 || [408, 425, 429].includes(response.status);
    throw isTemporary ? new Error(message) : new RejectedAlert(message);
  };
  return {
    // The rest of an address can contain a secret.
    description: `webhook ${origin}${pathname}`,
    batch: 1,
    async deliver(alerts, signal) {
      for (const alert of alerts) await send(alert, signal);
    },
    close: () => Promise.resolve(),
  };
}
