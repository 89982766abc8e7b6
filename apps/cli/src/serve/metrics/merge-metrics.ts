import type { MetricObjectWithValues, MetricValue } from "prom-client";
import { loadDriver } from "../../io/load-driver.ts";

type Report = MetricObjectWithValues<MetricValue<string>>[];

/**
 * Returns a function that merges the metrics of threads into the text format of Prometheus. Counters and memory are summed, and each
 * delay of the event loop is the largest or the mean one. Metrics of the process, such as its CPU time, are counted once.
 *
 * @throws InputError if the package prom-client is missing
 */
export async function createMerge(): Promise<(reports: readonly object[][]) => Promise<string>> {
  const { AggregatorRegistry, Registry, collectDefaultMetrics } = await loadDriver(
    () => import("prom-client"),
    "--metrics",
    "prom-client",
  );
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return async (reports) => {
    const threadMetrics = (reports as readonly Report[]).map((report) =>
      report.filter(({ name }) => !name.startsWith("process_")),
    );
    return AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), ...threadMetrics]).metrics();
  };
}
