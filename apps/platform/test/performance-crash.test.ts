import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { withFolder } from "./detection-fixture.ts";
import { LOANS } from "./performance-fixture.ts";
import { adminToken, isBuilt, startProcess } from "./process-fixture.ts";

/** Enough rows for a job to run when the process is killed. */
const ROWS = 100_000;

it.skipIf(!isBuilt)(
  "jobs that were running or queued when the process was killed are completed by the next one",
  async () => {
    await withFolder(async (path) => {
      const table = path("libraries/public/loans_1_a.csv");
      mkdirSync(dirname(table), { recursive: true });
      const rows = Array.from(
        { length: ROWS },
        (_, i) => `${i % 3 === 0 ? 1 : 0},${(i * 7_919) % 10_007},${i},1,2,a`,
      );
      const header = "bad,p_bad,amount,debt_ratio,age_of_credit,job";
      writeFileSync(table, `${[header, ...rows].join("\n")}\n`);
      const args = ["--database", path("platform.db"), "--libraries", path("libraries")];
      const first = await startProcess(args);
      const secret = first.secret!;
      let base = first.base;
      let token = await adminToken(first, secret);
      const send = (target: string, method = "GET", accept = "*/*") =>
        fetch(`${base}${target}`, { method, headers: { authorization: `Bearer ${token}`, accept } });
      const jobs: string[] = [];
      for (let i = 0; i < 3; i++) {
        const made = await send(`${LOANS}/@defaultTask/performanceJobs`, "POST");
        jobs.push(made.headers.get("location")!);
      }
      const states = () => Promise.all(jobs.map(async (job) => (await send(`${job}/state`)).text()));
      await expect.poll(async () => (await states())[0], { interval: 5, timeout: 10_000 }).toBe("running");
      // Two jobs run at the same time, so the third one waits. Requests are answered meanwhile.
      expect((await states())[2]).toBe("queued");
      first.child.kill("SIGKILL");
      expect(await first.ended).toEqual({ code: null, signal: "SIGKILL" });
      const second = await startProcess(args);
      base = second.base;
      token = await adminToken(second, secret);
      await expect.poll(states, { interval: 100, timeout: 90_000 }).toEqual(jobs.map(() => "completed"));
      for (const job of jobs) {
        const data = await send(`${job}/reportData/mse`);
        const page = (await data.json()) as { readonly items: readonly { readonly count: number }[] };
        expect(page.items.map(({ count }) => count)).toEqual([ROWS]);
      }
      second.child.kill("SIGTERM");
      expect(await second.ended).toEqual({ code: 0, signal: null });
    });
  },
  180_000,
);
