/**
 * Measures the explorer in Chromium: types filters into 100,000 rows, and prints the time from each key to its result. Run
 * `npm run build` first.
 */
import type { Page } from "playwright-core";
import { startExplorer } from "../apps/explorer/test/opened-page.ts";

const FILTERS = [
  "and(gt(price,100),eq(city,'Lyon'),ge(ordered,2024-06-01))",
  "or(startsWith(product,'tea'),in(state,'open','returned'))",
  "and(contains($primary,product,'spatz'),not(lt(quantity,10)))",
];
const PAUSE = 60;
const MAX_WAIT = 5_000;

const explorer = await startExplorer();
const page = await explorer.open("/playground#data=orders&filter=true&sortBy=price:descending");
await page.waitForTimeout(3_000);
await page.evaluate(observe);
const times: number[] = [];
for (const filter of FILTERS) {
  await page.locator("#filter .cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.waitForTimeout(500);
  for (const character of filter) times.push(await timeOf(page, character));
}
await explorer.stop();
times.sort((a, b) => a - b);
const at = (share: number) => `${times[Math.floor(times.length * share)]!.toFixed(1)} ms`;
console.log(
  `${times.length} keys in 100,000 rows: median ${at(0.5)}, 95th percentile ${at(0.95)}, longest ${at(0.9999)}`,
);

/** Runs in the page: notes when a key was pressed, and when the line with the result changed after it. */
function observe(): void {
  const state = globalThis as unknown as { begin?: number | undefined; taken?: number | undefined };
  const page = (globalThis as unknown as { document: EventTarget & { getElementById(id: string): object } })
    .document;
  const Observer = (
    globalThis as unknown as {
      MutationObserver: new (run: () => void) => { observe(node: object, options: object): void };
    }
  ).MutationObserver;
  page.addEventListener(
    "keydown",
    (event: Event) => {
      state.begin = event.timeStamp;
      state.taken = undefined;
    },
    true,
  );
  new Observer(() => {
    if (state.begin !== undefined) state.taken = performance.now() - state.begin;
    state.begin = undefined;
  }).observe(page.getElementById("count"), { childList: true });
}

async function timeOf(target: Page, character: string): Promise<number> {
  await target.keyboard.type(character);
  for (let waited = 0; waited < MAX_WAIT; waited += PAUSE) {
    await target.waitForTimeout(PAUSE);
    // `waitForFunction` evaluates code in the page, which the Content-Security-Policy refuses.
    const taken = await target.evaluate<number | null>("globalThis.taken ?? null");
    if (taken !== null) return taken;
  }
  throw new Error(`There is no result for the key ${character} after ${MAX_WAIT} ms.`);
}
