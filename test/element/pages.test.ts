import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser, Page } from "playwright-core";
import { server as example } from "../../examples/element/server.ts";
import { CHROMIUM, startChromium } from "../browser/chromium.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}${path}`, "utf8");

/** The page of docs/element.md that readers copy. */
const copied = createServer(({ url }, response) => {
  const isScript = url === "/node_modules/tamis/dist/tamis-filter.js";
  const page = /```html\n([^]*?)```/.exec(read("docs/element.md"))![1]!;
  response
    .writeHead(200, { "content-type": isScript ? "text/javascript" : "text/html; charset=utf-8" })
    .end(isScript ? read("dist/tamis-filter.js") : page);
});

describe.skipIf(CHROMIUM === undefined)("pages with <tamis-filter>", { timeout: 120_000 }, () => {
  let browser: Browser;
  const failures: string[] = [];

  beforeAll(async () => {
    browser = await startChromium();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    for (const server of [example, copied]) {
      server.close();
      server.closeAllConnections();
    }
  });

  async function open(server: Server): Promise<Page> {
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const page = await browser.newPage();
    page.on("pageerror", (error) => failures.push(String(error)));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return page;
  }

  it("the page in the docs explains the filter, and submits it", async () => {
    const page = await open(copied);
    const chips = page.locator("tamis-filter .chip-edit");
    await chips.first().waitFor();
    expect(await chips.allInnerTexts()).toEqual(["name contains 'plan'", "size is greater than 10"]);
    expect(await page.getByRole("textbox", { name: "Filter of reports" }).count()).toBe(1);
    await page.getByRole("textbox").click();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/reports?*");
    expect(new URL(page.url()).searchParams.get("filter")).toBe("and(contains(name,'plan'),gt(size,10))");
    expect(failures).toEqual([]);
  });

  it("the example shows the rows while a person types, and completes values of the data", async () => {
    const page = await open(example);
    await page.locator("tbody tr").first().waitFor();
    expect(await page.locator("tbody tr").count()).toBe(12);
    await page.getByRole("textbox").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("eq(adm0name,'Indo");
    await page.keyboard.press("Control+Space");
    await page.locator(".cm-tooltip-autocomplete li", { hasText: "Indonesia" }).waitFor();
    await page.waitForTimeout(100);
    await page.keyboard.press("Enter");
    await page.locator("caption", { hasText: "Places: 1" }).waitFor();
    expect(await page.locator("tbody tr").allInnerTexts()).toEqual([expect.stringContaining("Jakarta")]);
    expect(failures).toEqual([]);
  });
});
