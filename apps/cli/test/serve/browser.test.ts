import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser, Page } from "playwright-core";
import { CHROMIUM, startChromium } from "../../../../test/browser/chromium.ts";
import { example, folder, lines } from "../files.ts";
import { serve, type Serving } from "./running-server.ts";

const write = folder();
const FAINT_TEXTS = readFileSync(new URL("../../../../test/browser/faint-texts.js", import.meta.url), "utf8");
const LONG = "long".repeat(200);

let server: Serving;
let browser: Browser;

/** Opens a page, and fails the test on errors in its console, such as refused styles. */
async function open(target: string): Promise<Page> {
  const page = await browser.newPage();
  page.on("console", (message) => {
    const isStatus = message.text().startsWith("Failed to load resource: the server responded with");
    if (message.type() === "error" && !isStatus) throw new Error(message.text());
  });
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.goto(server.url + target);
  return page;
}

describe.skipIf(CHROMIUM === undefined)("in a browser", () => {
  beforeAll(async () => {
    const file = write("odd.ndjson", lines([{ id: 1, [`name${LONG}`]: LONG, arabic: "القاهرة" }]));
    server = await serve([example("places.ndjson"), file]);
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  it.each([
    "/",
    "/places",
    "/places?filter=gt(pop_mx,100)&sortBy=name",
    "/places?filter=eq(name,'LONG'",
    "/places?start=1000",
    "/places/1",
    "/places/none",
    "/odd",
    "/odd/1",
  ])("%s fits a narrow and a wide window, and its text is readable in both themes", async (target) => {
    const page = await open(target.replace("LONG", LONG));
    for (const width of [360, 1200]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    }
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect([colorScheme, await page.evaluate(FAINT_TEXTS)]).toEqual([colorScheme, []]);
    }
    await page.close();
  });

  it("filters, corrects, sorts and turns pages with the keyboard alone", async () => {
    const page = await open("/places");
    const rowTexts = () => page.locator("tbody tr td:nth-child(3)").allTextContents();

    await page.getByLabel("Filter").focus();
    await page.keyboard.type("gt(pop_mx,10000000)");
    await page.keyboard.press("Enter");
    await page.waitForURL(/pop_mx/);
    expect(await page.locator("mark").textContent()).toBe("pop_mx");
    expect(await page.getByRole("alert").textContent()).toContain("Did you mean 'pop_max'");

    await page.getByRole("link", { name: "Write pop_max" }).press("Enter");
    await page.getByText("of 17").waitFor();
    expect(await page.getByLabel("Filter").inputValue()).toBe("gt(pop_max,10000000)");

    await page.getByRole("link", { name: "pop_max" }).press("Enter");
    await page.locator("th[aria-sort=ascending]").waitFor();
    await page.getByRole("link", { name: "pop_max" }).press("Enter");
    await page.locator("th[aria-sort=descending]").waitFor();
    expect((await rowTexts())[0]).toBe("Tokyo");

    await page.getByRole("link", { name: "Clear" }).press("Enter");
    await page.getByText("Rows 1 to 20 of 243").waitFor();
    const first = await rowTexts();
    await page.getByRole("link", { name: "Next" }).press("Enter");
    await page.getByText("Rows 21 to 40 of 243").waitFor();
    expect((await rowTexts()).some((each) => first.includes(each))).toBe(false);
    await page.close();
  });

  it("an export has the rows of the filter, in their order", async () => {
    const page = await open("/places?filter=gt(pop_max,10000000)&sortBy=name&limit=5&start=5");
    const target = await page.getByRole("link", { name: "NDJSON" }).getAttribute("href");
    expect(target).toBe("/places/@rows?filter=gt(pop_max,10000000)&sortBy=name");
    await page.close();
  });
});
