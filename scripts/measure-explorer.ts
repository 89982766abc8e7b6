/**
 * Measures the explorer in Chromium: types filters into rows of the tab and of a server, and prints the time from each key to its
 * result, and the time until a page shows its first rows. Run `npm run build` first.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { madeOrders } from "../apps/explorer/src/data/orders.ts";
import { startExplorer } from "../apps/explorer/test/opened-page.ts";
import { startChromium } from "../test/browser/chromium.ts";

const FILTERS = [
  "and(gt(price,100),eq(city,'Lyon'),ge(ordered,2024-06-01))",
  "or(startsWith(product,'tea'),in(state,'open','returned'))",
  "and(contains($primary,product,'spatz'),not(lt(quantity,10)))",
];
const PAUSE = 60;
const MAX_WAIT = 5_000;

const SERVED_ROWS = 1_000_000;
const OPENED = 15;

const folder = mkdtempSync(join(tmpdir(), "tamis-explorer-"));
const file = join(folder, "many.csv");
writeFileSync(file, madeOrders(SERVED_ROWS));
const explorer = await startExplorer([file]);
try {
  await measureKeys("/playground#data=orders&filter=true&sortBy=price:descending", "100,000 rows of the tab");
  await measureKeys("/many?sortBy=price:descending", "1,000,000 rows of a server in memory");
  await measureFirstRows("/many");
} finally {
  await explorer.stop();
  rmSync(folder, { recursive: true });
}

/** Types filters, and prints the time from each key to its result. */
async function measureKeys(target: string, rows: string): Promise<void> {
  const page = await explorer.open(target);
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
  await page.context().close();
  print(`${times.length} keys in ${rows}`, times);
}

/** Opens the page in new windows without a cache, and prints the time from the start of the navigation to the first rows. */
async function measureFirstRows(target: string): Promise<void> {
  const browser = await startChromium();
  const times: number[] = [];
  for (let i = 0; i < OPENED; i++) {
    const page = await (await browser.newContext()).newPage();
    await page.addInitScript(markFirstRows);
    await page.goto(new URL(target, explorer.url).href);
    await page.locator(".grid-row .cell").first().waitFor();
    times.push(await page.evaluate<number>("performance.getEntriesByName('first-rows')[0].startTime"));
    await page.context().close();
  }
  await browser.close();
  print(`${OPENED} pages of 1,000,000 rows, until the first rows`, times);
}

function print(title: string, times: number[]): void {
  times.sort((a, b) => a - b);
  const at = (share: number) => `${times[Math.floor(times.length * share)]!.toFixed(1)} ms`;
  console.log(`${title}: median ${at(0.5)}, 95th percentile ${at(0.95)}, longest ${at(0.9999)}`);
}

/** Runs in the page: marks the time when the first cell is there. */
function markFirstRows(): void {
  const { document, MutationObserver } = globalThis as unknown as {
    readonly document: { querySelector(selector: string): object | null };
    readonly MutationObserver: new (run: () => void) => {
      observe(node: object, options: object): void;
      disconnect(): void;
    };
  };
  const observer = new MutationObserver(() => {
    if (document.querySelector(".grid-row .cell") === null) return;
    performance.mark("first-rows");
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

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
