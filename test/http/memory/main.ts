import { parseArgs } from "node:util";
import { isFlat, loadServer } from "./load-server.ts";

/*
 * Loads a server for some time, and verifies that its memory stays flat:
 *
 *   node test/http/memory/main.ts --minutes 10 --seed 7
 */

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, seed: { type: "string", default: "1" } },
});
const end = performance.now() + Number(values.minutes) * 60_000;
const inMebibytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);
const measurements = await loadServer({
  seed: Number(values.seed),
  warmUp: 5_000,
  requests: 5_000,
  goesOn: () => performance.now() < end,
});
for (const { used, rss, requests } of measurements)
  console.log(
    `${requests} requests: ${inMebibytes(used)} MiB in use, ${inMebibytes(rss)} MiB of the process`,
  );
if (!isFlat(measurements)) {
  console.error("The memory of the server has grown.");
  process.exitCode = 1;
}
