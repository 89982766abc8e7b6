import { setTimeout as wait } from "node:timers/promises";
import type { PlatformOptions } from "../src/platform.ts";
import {
  type Answer,
  connectTo,
  type Parts,
  registration,
  startPlatform,
  tokenOf,
} from "./platform-fixture.ts";

export const TASKS = "/modelManagement/performanceTasks";
export const LOANS = `${TASKS}/loan-default-quarterly`;
export const HOMES = `${TASKS}/home-price-quarterly`;

export interface PerformanceClient {
  readonly send: (target: string, parts?: Parts) => Promise<Answer>;
  /** Sends a request without a token. */
  readonly anonymous: (target: string, parts?: Parts) => Promise<Answer>;
  /** Runs a task and returns the path of the job. */
  readonly run: (task: string, json?: object) => Promise<string>;
  /** Waits until a job has ended, and returns its state. */
  readonly ended: (job: string) => Promise<string>;
  readonly reader: string;
  readonly close: () => Promise<void>;
}

export async function startPerformance(options: Partial<PlatformOptions> = {}): Promise<PerformanceClient> {
  const platform = await startPlatform({ sample: true, ...options });
  const { send } = await connectTo(platform);
  await platform.tokens.addClient(registration("reader", { authorities: [] }));
  const reader = await tokenOf(platform, "reader");
  return {
    send,
    reader,
    anonymous: platform.send,
    close: platform.close,
    async run(task, json) {
      const answer = await send(`${task}/@defaultTask/performanceJobs`, {
        method: "POST",
        ...(json === undefined ? {} : { json }),
      });
      if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
      return answer.headers["location"]!;
    },
    async ended(job) {
      for (;;) {
        const { text } = await send(`${job}/state`);
        if (text !== "queued" && text !== "running") return text;
        await wait(5);
      }
    },
  };
}
