import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { beyondSample } from "../../../test/effort.ts";
import { adminToken, isBuilt, startProcess, type PlatformProcess } from "./process-fixture.ts";
import { EXECUTE, MESSAGE, VALID, withFolder } from "./detection-fixture.ts";

/** Numbers of accepted messages after which the process is killed. */
const KILLS = [25, 60, ...beyondSample(40)];

interface Accepted {
  readonly alerts: readonly { readonly id: string }[];
}

/** Sends messages until the process ends. Returns the decisions that were answered. */
async function sendUntilKilled({ base, child }: PlatformProcess, token: string, count: number) {
  const accepted: Accepted[] = [];
  const send = async () => {
    for (;;) {
      const response = await fetch(`${base}${EXECUTE}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": MESSAGE },
        body: VALID.replace("12.50", "150"),
      });
      if (response.status !== 200) throw new Error(await response.text());
      accepted.push((await response.json()) as Accepted);
      if (accepted.length === count) child.kill("SIGKILL");
    }
  };
  const results = await Promise.allSettled([send(), send(), send(), send()]);
  for (const result of results)
    if (result.status === "rejected" && !/fetch failed|terminated|other side/.test(String(result.reason)))
      throw result.reason;
  return accepted;
}

it.skipIf(!isBuilt)(
  "no accepted message is lost when the process is killed: all are counted once, and their alerts delivered",
  async () => {
    await withFolder(async (path) => {
      const alerts = path("alerts.ndjson");
      const args = ["--database", path("platform.db"), "--alerts", alerts];
      let secret = "";
      const accepted: Accepted[] = [];
      for (const count of KILLS) {
        const running = await startProcess(args);
        secret = running.secret ?? secret;
        accepted.push(...(await sendUntilKilled(running, await adminToken(running, secret), count)));
        expect(await running.ended).toEqual({ code: null, signal: "SIGKILL" });
      }
      const last = await startProcess(args);
      const token = await adminToken(last, secret);
      const response = await fetch(`${last.base}/detection/decision/rulemetrics`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const metrics = (await response.json()) as {
        readonly total: {
          readonly metrics: readonly { readonly referenceIdentifier: string; readonly alertFired: number }[];
        };
      };
      const { alertFired } = metrics.total.metrics.find((each) => each.referenceIdentifier === "LIMIT")!;
      // A message that was stored just before the end can lack its answer: one for each of four clients and each kill.
      expect(alertFired).toBeGreaterThanOrEqual(accepted.length);
      expect(alertFired).toBeLessThanOrEqual(accepted.length + 4 * KILLS.length);
      const ids = accepted.flatMap((decision) => decision.alerts.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
      const delivered = () => {
        const lines = existsSync(alerts) ? readFileSync(alerts, "utf8").split("\n") : [];
        return new Set(lines.flatMap((line) => /^\{"id":"([^"]+)".*\}$/.exec(line)?.[1] ?? []));
      };
      await expect.poll(() => ids.filter((id) => !delivered().has(id)), { timeout: 20_000 }).toEqual([]);
      last.child.kill("SIGTERM");
      expect(await last.ended).toEqual({ code: 0, signal: null });
    });
  },
  120_000,
);
