import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser, Page } from "playwright-core";
import { CHROMIUM, startChromium } from "../browser/chromium.ts";
import { asAttribute, AXE, CATALOG, openPage } from "./page.ts";

const ARABIC = { name: "offers", members: { السعر: "number", اسم: "string" } };

describe.skipIf(CHROMIUM === undefined)("Add condition", { timeout: 120_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  }, 120_000);
  afterAll(() => browser.close());

  async function open(value: string, catalog: object = CATALOG) {
    const attributes = `value="${value}" catalog='${asAttribute(catalog)}'`;
    const { page } = await openPage(browser, `<tamis-filter id="f" ${attributes}></tamis-filter>`);
    return page;
  }
  const valueOf = (page: Page) => page.evaluate<string>("f.value");
  const inputs = (page: Page) =>
    page.evaluate<string[]>("events.splice(0).map(({ type, detail }) => type + ' ' + detail.value)");
  const focused = (page: Page) =>
    page.evaluate<string>("f.shadowRoot.activeElement?.className ?? document.activeElement.localName");
  const button = (page: Page) => page.getByRole("button", { name: "Add condition" });
  const options = (page: Page) => page.locator("#f .cm-tooltip-autocomplete li .cm-completionLabel");
  /** Waits for a list with an option, and returns all options. */
  async function listWith(page: Page, label: string): Promise<readonly string[]> {
    await options(page).getByText(label, { exact: true }).first().waitFor();
    // A list that has just opened accepts no key.
    await page.waitForTimeout(100);
    return options(page).allInnerTexts();
  }
  async function choose(page: Page, label: string): Promise<void> {
    const labels = await listWith(page, label);
    for (let i = labels.indexOf(label); i > 0; i--) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  }

  it("offers members, comparisons that fit, and values, with keys only, and is one step of the history", async () => {
    const page = await open("gt(size,10)");
    await button(page).focus();
    await page.keyboard.press("Enter");
    expect((await listWith(page, "name"))[0]).toBe("name");
    expect(await page.locator("#f .unseen").innerText()).toContain("Choose a member");
    await page.keyboard.type("siz");
    await choose(page, "size");
    const comparisons = await listWith(page, "gt(size, value)");
    expect(comparisons).toContain("isNull(size)");
    expect(comparisons.filter((label) => /^(?:contains|startsWith|match|and|not)\(/.test(label))).toEqual([]);
    await choose(page, "lt(size, value)");
    expect((await listWith(page, "0"))[0]).toBe("0");
    await page.keyboard.type("99");
    expect(await valueOf(page)).toBe("and(gt(size,10),lt(size,99))");
    await page.keyboard.press("Enter");
    expect((await inputs(page)).at(-1)).toBe("change and(gt(size,10),lt(size,99))");
    expect(await page.locator("#f .chip-edit").allInnerTexts()).toEqual([
      "size is greater than 10",
      "size is less than 99",
    ]);
    await page.keyboard.press("Control+z");
    expect(await valueOf(page)).toBe("gt(size,10)");
    await page.keyboard.press("Control+y");
    expect(await valueOf(page)).toBe("and(gt(size,10),lt(size,99))");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    expect(await valueOf(page)).toBe("gt(size,10)");
  });

  it.each([
    ["", [], ""],
    ["and(gt(size,1),enabled)", [], ""],
    ["and(gt(size,1),enabled)", ["size"], ""],
    ["and(gt(size,1),or(enabled,gt(size,2)))", ["name", "contains(name, substring)"], ""],
    ["eq(nmae,'x'", ["size", "gt(size, value)"], ""],
    ["and(gt(size,1),contains(name,'x", ["size"], "si"],
  ])("Escape leaves %j as it was after %j and the keys %j", async (value, chosen, typed) => {
    const page = await open(value);
    const before = await page.locator("#f .chip-edit").allInnerTexts();
    await button(page).click();
    for (const label of chosen) await choose(page, label);
    await page.keyboard.type(typed);
    await page.waitForTimeout(100);
    await page.keyboard.press("Escape");
    expect(await valueOf(page)).toBe(value);
    const sent = await inputs(page);
    expect(sent.length).toBe(chosen.length + typed.length + (chosen.length > 0 ? 1 : 0));
    expect(sent.at(-1) ?? `input ${value}`).toBe(`input ${value}`);
    expect(await focused(page)).toBe("add");
    expect(await options(page).count()).toBe(0);
    expect(await page.locator("#f .chip-edit").allInnerTexts()).toEqual(before);
    await page.keyboard.press("Control+z");
    expect(await valueOf(page)).toBe(value);
  });

  it("leaves the text as it was if nothing is chosen, or if undo comes first", async () => {
    const page = await open("and(enabled,gt(size,1))");
    await button(page).click();
    await page.locator("#f .chip-edit").first().focus();
    expect(await valueOf(page)).toBe("and(enabled,gt(size,1))");
    await button(page).click();
    await choose(page, "name");
    await page.keyboard.press("Control+z");
    expect(await valueOf(page)).toBe("and(enabled,gt(size,1))");
    expect((await inputs(page)).at(-1)).toBe("input and(enabled,gt(size,1))");
    await button(page).click();
    await listWith(page, "name");
    await page.keyboard.press("Home");
    await expect.poll(() => valueOf(page)).toBe("and(enabled,gt(size,1))");
  });

  it("offers fixed values, and those of the page in quotes", async () => {
    const page = await open("");
    await page.evaluate(
      "f.values = async ({ member }) => member === 'name' ? [`O'Brien`, 'x y'] : [], undefined",
    );
    await button(page).click();
    await choose(page, "state");
    await choose(page, "eq(state, value)");
    await choose(page, "open");
    expect(await valueOf(page)).toBe("eq(state,'open')");
    await button(page).click();
    await choose(page, "name");
    await choose(page, "in(name, value, …)");
    await choose(page, "O'Brien");
    expect(await valueOf(page)).toBe("and(eq(state,'open'),in(name,'O''Brien'))");
    await page.keyboard.press("Escape");
    expect(await valueOf(page)).toBe("and(eq(state,'open'),in(name,'O''Brien'))");
    await page.keyboard.press("Control+z");
    expect(await valueOf(page)).toBe("eq(state,'open')");
    await page.evaluate(AXE);
    await button(page).click();
    await listWith(page, "name");
    // The focus stays in the text field, whose arrow keys scroll the list.
    const rules = { "scrollable-region-focusable": { enabled: false } };
    const { violations } = await page.evaluate<{ violations: { id: string }[] }>(
      `axe.run(document, { rules: ${JSON.stringify(rules)} })`,
    );
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

  it("keeps names from right to left in their place", async () => {
    const page = await open("gt(السعر,15)", ARABIC);
    /** Horizontal center of a part of the text on the screen. */
    const center = (word: string) =>
      page.evaluate<number>(`(() => {
        const line = f.shadowRoot.querySelector(".cm-line");
        const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          const at = node.data.indexOf(${JSON.stringify(word)});
          if (at < 0) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + ${word.length});
          const { left, right } = range.getBoundingClientRect();
          return (left + right) / 2;
        }
      })()`);
    for (const direction of ["ltr", "rtl"]) {
      await page.evaluate(`document.documentElement.dir = "${direction}"`);
      const centers = [await center("gt"), await center("السعر"), await center("15")];
      expect(centers.toSorted((a, b) => a - b)).toEqual(centers);
    }
    await page.evaluate(`document.documentElement.dir = "ltr"`);
    await button(page).click();
    await choose(page, "اسم");
    await choose(page, "eq(\u2068اسم\u2069, value)");
    await choose(page, "'…'");
    await page.keyboard.type("x");
    expect(await valueOf(page)).toBe("and(gt(السعر,15),eq(اسم,'x'))");
  });
});
