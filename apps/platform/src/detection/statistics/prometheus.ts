import { Counter, Gauge, Histogram, Registry } from "prom-client";

const PREFIX = "vendor_detection_";

/** Label for messages that no deployment received. */
const NO_PACKAGE = "none";

/** The metrics of the service, in the text format of Prometheus. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #messages = this.#counter("messages_total", "Messages, by the status success or an error code.", [
    "deployment_package_id",
    "status",
  ]);
  readonly #duration = new Histogram({
    name: `${PREFIX}message_duration_seconds`,
    help: "Time from the arrival of a message to its answer.",
    labelNames: ["deployment_package_id", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [this.#registry],
  });
  readonly #alerts = this.#counter("alerts_total", "Alerts that were raised.", [
    "deployment_package_id",
    "alert_type",
  ]);
  readonly #deliveries = this.#counter(
    "alert_deliveries_total",
    "Attempts to deliver alerts, by the status success, retry or failure.",
    ["status"],
  );
  readonly #deployments = this.#counter(
    "deployments_total",
    "Decision packages that were read, by the status success or refused.",
    ["status"],
  );

  /** @param pending returns the number of alerts that wait for their delivery */
  constructor(pending: () => number) {
    new Gauge({
      name: `${PREFIX}alerts_pending`,
      help: "Alerts that wait for their delivery.",
      registers: [this.#registry],
      collect() {
        this.set(pending());
      },
    });
  }

  #counter<L extends string>(name: string, help: string, labelNames: readonly L[]): Counter<L> {
    return new Counter({ name: PREFIX + name, help, labelNames, registers: [this.#registry] });
  }

  /** Media type of {@link text}. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  /** @param status `success`, or the code of the error */
  message(packageId: string | undefined, status: string, milliseconds: number): void {
    const labels = { deployment_package_id: packageId ?? NO_PACKAGE, status };
    this.#messages.inc(labels);
    this.#duration.observe(labels, milliseconds / 1000);
  }

  alert(packageId: string, alertType: string): void {
    this.#alerts.inc({ deployment_package_id: packageId, alert_type: alertType });
  }

  delivery(status: "success" | "retry" | "failure"): void {
    this.#deliveries.inc({ status });
  }

  deployment(status: "success" | "refused"): void {
    this.#deployments.inc({ status });
  }
}
