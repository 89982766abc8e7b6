import { readFileSync } from "node:fs";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  canOpen,
  filterOf,
  keyboardOf,
  startExplorer,
  waitForCount,
  writeFilter,
  type OpenedExplorer,
} from "./opened-page.ts";
import { folder, lines } from "../../cli/test/files.ts";
import { serve, type Serving } from "../../cli/test/serve/running-server.ts";

const write = folder();
const TABS = ["In words", "Row", "Tree", "Why", "Groups", "SQL", "Share", "OData & RSQL"];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Runs axe with all of its rules on the page or on a part of it. The debugger runs it, because the page allows no scripts of others. */
async function violations(page: Page, part = "html"): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<readonly Violation[]>(
    `axe.run("${part}", { resultTypes: ['violations'] }).then(({ violations }) => JSON.parse(JSON.stringify(violations)))`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ""}`),
  );
}

describe.skipIf(!canOpen)("accessibility of the explorer", { timeout: 180_000 }, () => {
  let explorer: OpenedExplorer;
  let writable: Serving;
  beforeAll(async () => {
    const rows = [
      { id: 1, name: "nib" },
      { id: 2, name: "ink" },
    ];
    explorer = await startExplorer();
    writable = await serve([write("items.ndjson", lines(rows)), "--writable", "--log", "none"]);
  }, 120_000);
  afterAll(async () => {
    await explorer.stop();
    await writable.stop();
  });

  it.each([
    ["light", 1280],
    ["dark", 1280],
    ["light", 390],
    ["dark", 390],
  ] as const)(
    "axe finds no violation in the %s theme with a width of %i pixels",
    async (colorScheme, width) => {
      const page = await explorer.open(undefined, { colorScheme, viewport: { width, height: 844 } });
      await page.getByRole("button", { name: /^Excluded/ }).click();
      await page.locator(".grid-space .cell").nth(1).click();
      for (const name of TABS) {
        await page.getByRole("tab", { name, exact: true }).click();
        await page.waitForTimeout(150);
        expect(await violations(page, "#panels"), name).toEqual([]);
      }
      await writeFilter(page, "and(eq(nmae,'x'),gt(pop_max,'a'))");
      await page.locator("#filter .message .fix").first().waitFor();
      expect(await violations(page), "with problems").toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
      await page.context().close();
    },
  );

  // 640 pixels are a page of 1280 pixels at 200 %.
  it.each([
    ["light", 1280],
    ["dark", 640],
    ["light", 390],
  ] as const)(
    "axe finds no violation on served pages and in dialogs in the %s theme with a width of %i pixels",
    async (colorScheme, width) => {
      const viewport = { width, height: 844 };
      const root = await explorer.open("/", { colorScheme, viewport }, "#home .example");
      expect(await violations(root), "collections").toEqual([]);
      await root.context().close();
      const page = await explorer.open(`${writable.url}/items`, { colorScheme, viewport });
      if (width < 860) await page.locator("#members-section summary").click();
      await page.locator(".member", { hasText: /^name/ }).click();
      await page.locator(".facet").first().waitFor();
      expect(await violations(page), "collection").toEqual([]);
      for (const name of ["Columns", "Views", "New row"]) {
        await page.getByRole("button", { name, exact: true }).click();
        expect(await violations(page, "dialog"), name).toEqual([]);
        await page.keyboard.press("Escape");
      }
      for (const direction of ["ltr", "rtl"]) {
        await page.evaluate(`document.documentElement.dir = "${direction}"`);
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), direction).toBe(
          true,
        );
      }
      await page.context().close();
    },
  );

  it("finds a violation that is added to the page", async () => {
    const page = await explorer.open();
    await page.evaluate("document.querySelector('main').append(document.createElement('button'))");
    expect((await violations(page)).map((text) => text.split(":")[0])).toEqual(["button-name"]);
    await page.context().close();
  });

  it("can be used with a keyboard alone", async () => {
    const page = await explorer.open();
    const { press, tabTo } = keyboardOf(page);
    await tabTo(/^Filter$/);
    await press("Control+a");
    await page.keyboard.type("gt(pop_max,18000000)");
    await press("Escape");
    await waitForCount(page, "5 of 243 rows");
    await tabTo(/^Excluded/);
    await press("Enter");
    await tabTo(/^Rows$/);
    await press("ArrowDown", "Enter");
    await page.locator("#panel .json").waitFor();
    await tabTo(/^Row$/);
    await press("ArrowRight", "ArrowRight");
    await page.locator("#panel .verdict").waitFor();
    await tabTo(/^pop_max/, "Shift+Tab");
    await press("Enter");
    await page.locator(".bin").first().waitFor();
    await tabTo(/: \d+ rows?$/);
    await press("Enter");
    await page.waitForTimeout(200);
    expect(await filterOf(page)).toMatch(/^and\(gt\(pop_max,18000000\),/);
    await tabTo(/^Places/, "Shift+Tab");
    await press("Tab", "Enter");
    await waitForCount(page, "\\d+ of 177 rows");
    await page.context().close();
  });

  it("opens, filters, sorts, arranges, groups and saves the rows of a server with a keyboard alone", async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    const page = await explorer.open("/", { permissions }, "#home .example");
    const { press, tabTo } = keyboardOf(page);
    await tabTo(/^places/);
    await press("Enter");
    await page.waitForURL(/\/places$/);
    await waitForCount(page, "243");
    await tabTo(/^Filter$/);
    await page.keyboard.type("eq(sov_a3,'IN");
    await page.locator(".cm-tooltip-autocomplete li", { hasText: "IND" }).waitFor();
    await page.waitForTimeout(100);
    await press("Enter", "Escape");
    await waitForCount(page, "4 of 243 rows");

    await tabTo(/^Rows$/);
    await press(
      "Control+Home",
      "ArrowUp",
      "Home",
      "ArrowRight",
      "ArrowRight",
      "Enter",
      "ArrowRight",
      "Shift+Enter",
    );
    const sort = page.locator("#sort .cm-content", { hasText: "featurecla,name" });
    await sort.waitFor();
    await press("Alt+ArrowLeft");
    const headers = () => page.locator(".column .name").allInnerTexts();
    expect((await headers()).slice(0, 3)).toEqual(["fid", "name", "featurecla"]);
    await press("ArrowDown", "Control+c");
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("New Delhi");
    await press("Enter");
    await page.locator("#panel .json", { hasText: '"name": "New Delhi"' }).waitFor();

    await tabTo(/^Columns$/, "Shift+Tab");
    await press("Enter");
    await tabTo(/^Pin sov_a3$/);
    await press("Enter", "Escape");
    expect((await headers())[0]).toBe("sov_a3");
    await tabTo(/^Save CSV$/);
    const [download] = await Promise.all([page.waitForEvent("download"), press("Enter")]);
    expect(
      readFileSync(await download.path(), "utf8")
        .trim()
        .split("\n"),
    ).toHaveLength(5);

    await tabTo(/^featurecla/, "Shift+Tab");
    await press("Enter");
    await page.locator(".facet").first().waitFor();
    await tabTo(/^Exclude /);
    await press("Enter");
    await page.locator("#filter .cm-content", { hasText: "ne(featurecla," }).waitFor();
    await tabTo(/^Undo$/, "Shift+Tab");
    await press("Enter");
    await waitForCount(page, "4 of 243 rows");

    await tabTo(/^Row$/);
    await press("ArrowRight", "ArrowRight", "ArrowRight");
    await tabTo(/^Group by$/);
    await page.keyboard.type("featurecla");
    await page.locator("table.groups tbody tr").first().waitFor();
    await tabTo(/^Views$/, "Shift+Tab");
    await press("Enter");
    await tabTo(/^Name of the current view$/);
    await page.keyboard.type("India");
    await press("Enter");
    await page.locator(".view-list strong", { hasText: "India" }).waitFor();
    await page.context().close();
  });

  it("creates and deletes a row with a keyboard alone", async () => {
    const page = await explorer.open(`${writable.url}/items`);
    const { press, tabTo } = keyboardOf(page);
    await tabTo(/^New row$/);
    await press("Enter");
    await page.locator("#field-id").waitFor();
    await page.keyboard.type("7");
    // The box that lets the server assign the key comes next.
    await press("Tab", "Tab");
    await page.keyboard.type("quill");
    await tabTo(/^Save$/);
    await press("Enter");
    await waitForCount(page, "3 of 3 rows");
    await tabTo(/^Rows$/);
    await press("Control+End", "Enter");
    await tabTo(/^Edit$/);
    await press("Enter");
    await tabTo(/^Delete row$/);
    await press("Enter");
    await waitForCount(page, "2 of 2 rows");
    await page.context().close();
  });
});
