import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser, Page } from "playwright-core";
import { bundleForPage } from "../browser/bundle.ts";
import { CHROMIUM, startChromium } from "../browser/chromium.ts";

describe.skipIf(CHROMIUM === undefined)("CodeMirror in Chromium", { timeout: 120_000 }, () => {
  let browser: Browser;
  let page: Page;
  const errors: unknown[] = [];

  beforeAll(async () => {
    const script = bundleForPage(new URL("page.js", import.meta.url));
    browser = await startChromium();
    page = await browser.newPage();
    page.on("pageerror", (error) => errors.push(error));
    await page.setContent("<!doctype html><body></body>");
    await page.addScriptTag({ content: script });
    await page.locator(".cm-content").click();
  }, 120_000);
  afterAll(() => browser.close());

  const text = () => page.evaluate<string>("editor.state.doc.toString()");
  /** Replaces the text as if a person had typed it, without the time between keys. */
  const replace = async (insert: string) => {
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(insert);
  };

  it("completes a member and colors the words", async () => {
    await page.keyboard.type("eq(na");
    await page.locator(".cm-tooltip-autocomplete li", { hasText: "nameOfOwner" }).waitFor();
    expect(await page.locator("li[aria-selected]").innerText()).toMatch(/^name\s*string$/);
    await page.waitForTimeout(100);
    await page.keyboard.press("Enter");
    expect(await text()).toBe("eq(name");
    await page.keyboard.type(",'x')");
    expect(await page.locator(".tamis-member").allInnerTexts()).toEqual(["name"]);
    const color = await page.evaluate("getComputedStyle(document.querySelector('.tamis-string')).color");
    expect(color).toBe("rgb(163, 21, 21)");
  });

  it("shows the parameter at the cursor in bold, until Escape", async () => {
    await replace("contains(name,");
    await page.keyboard.press("Escape");
    await page.keyboard.type("'");
    expect(await page.locator(".tamis-active").innerText()).toBe("substring");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    expect(await page.locator(".tamis-active").count()).toBe(0);
  });

  it("offers a fix in the message of an error, and applies it", async () => {
    await replace("eq(nmae,'x')");
    await page.locator(".cm-lintRange-error").hover();
    await page.locator(".cm-diagnosticAction", { hasText: "Write name" }).click();
    expect(await text()).toBe("eq(name,'x')");
    await page.locator(".cm-lintRange-error").waitFor({ state: "detached" });
  });

  it("explains the member under the pointer", async () => {
    await page.mouse.move(0, 300);
    await page.locator(".tamis-member").hover();
    const tooltip = page.locator(".cm-tooltip-hover .tamis-tooltip");
    await tooltip.waitFor();
    expect(await tooltip.innerText()).toContain("Title of the report.");
    await page.mouse.move(0, 300);
  });

  it("formats with a key", async () => {
    await replace(`and(${Array.from({ length: 9 }, () => "contains(name,'Paris')").join(" , ")})`);
    await page.keyboard.press("Shift+Alt+f");
    expect((await text()).split("\n").length).toBeGreaterThan(5);
  });

  it("throws no error in all of this", async () => {
    expect(errors).toEqual([]);
    expect(await page.evaluate("globalThis.failures ?? []")).toEqual([]);
  });
});
