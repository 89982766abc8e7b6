import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser, Page } from "playwright-core";
import { bundleForPage } from "../browser/bundle.ts";
import { CHROMIUM, startChromium } from "../browser/chromium.ts";

describe.skipIf(CHROMIUM === undefined)("Monaco in Chromium", { timeout: 120_000 }, () => {
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
  }, 120_000);
  afterAll(() => browser.close());

  const text = () => page.evaluate<string>("editor.getValue()");
  const run = (action: string) => page.evaluate(`editor.trigger("test", ${JSON.stringify(action)})`);
  const open = (value: string, column: number) =>
    page.evaluate(
      `editor.setValue(${JSON.stringify(value)}); editor.setPosition({ lineNumber: 1, column: ${column} }); editor.focus()`,
    );
  const hasText = (value: string) =>
    page.waitForFunction(`editor.getValue() === ${JSON.stringify(value)}`, undefined, { timeout: 30_000 });

  it("completes a member in place of the whole word", async () => {
    await open("eq(na,'x')", 6);
    await run("editor.action.triggerSuggest");
    await page.locator(".suggest-widget .monaco-list-row.focused", { hasText: "name" }).waitFor();
    expect(await page.locator(".suggest-widget .monaco-list-row").first().innerText()).toContain("name");
    await run("acceptSelectedSuggestion");
    await hasText("eq(name,'x')");
  });

  it("inserts a function with placeholders", async () => {
    await open("startsW", 8);
    await run("editor.action.triggerSuggest");
    await page.locator(".suggest-widget .monaco-list-row.focused", { hasText: "startsWith" }).waitFor();
    await run("acceptSelectedSuggestion");
    await hasText("startsWith(member,prefix)");
    expect(await page.evaluate("editor.getModel().getValueInRange(editor.getSelection())")).toBe("member");
  });

  it("marks an error, and offers its fix", async () => {
    await open("eq(nmae,'x')", 5);
    // The markers of the text before are still there at first.
    await page.waitForFunction("monaco.editor.getModelMarkers({})[0]?.startColumn === 4", undefined, {
      timeout: 30_000,
    });
    expect(await page.evaluate("monaco.editor.getModelMarkers({})")).toMatchObject([
      { code: "unknown-member", severity: 8, startColumn: 4, source: "tamis" },
    ]);
    await run("editor.action.autoFix");
    await hasText("eq(name,'x')");
    await page.waitForFunction("monaco.editor.getModelMarkers({}).length === 0", undefined, {
      timeout: 30_000,
    });
  });

  it("colors the words", async () => {
    await open("eq(name,'x')", 1);
    // The theme has a color for strings, but none for functions.
    await page.waitForFunction(
      `(() => {
        const word = [...document.querySelectorAll(".view-line span span")].find((node) => node.textContent === "'x'");
        return word !== undefined && getComputedStyle(word).color === "rgb(163, 21, 21)";
      })()`,
      undefined,
      { timeout: 30_000 },
    );
  });

  it("explains the member under the cursor", async () => {
    await open("eq(name,'x')", 5);
    await run("editor.action.showHover");
    const hover = page.locator(".monaco-hover-content", { hasText: "Title of the report." });
    await hover.waitFor();
    expect(await hover.innerText()).toContain("name");
  });

  it("shows the parameter at the cursor", async () => {
    await open("contains(name,'x')", 16);
    await run("editor.action.triggerParameterHints");
    const active = page.locator(".parameter-hints-widget .parameter.active");
    await active.waitFor();
    expect(await active.innerText()).toBe("substring");
  });

  it("formats", async () => {
    await open(`and(${Array.from({ length: 9 }, () => "contains(name,'Paris')").join(" , ")})`, 1);
    await run("editor.action.formatDocument");
    await page.waitForFunction("editor.getModel().getLineCount() > 5", undefined, { timeout: 30_000 });
    expect(await text()).not.toContain(" , ");
  });

  it("throws no error in all of this", () => {
    expect(errors).toEqual([]);
  });
});
