import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser, Page } from "playwright-core";
import { server as example } from "../../examples/element/server.ts";
import { CHROMIUM, startChromium } from "../browser/chromium.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}${path}`, "utf8");

/** The page of docs/start-edit.md that readers copy. */
const copied = createServer(({ url }, response) => {
  const isScript = url === "/node_modules/tamis/dist/tamis-filter.js";
  const page = /```html\n([^]*?)```/.exec(read("docs/start-edit.md"))![1]!;
  response
    .writeHead(200, { "content-type": isScript ? "text/javascript" : "text/html; charset=utf-8" })
    .end(isScript ? read("dist/tamis-filter.js") : page);
});

/** The example for bundlers in docs/element.md, in a page. */
function bundled(folder: string): string {
  symlinkSync(`${ROOT}node_modules`, join(folder, "node_modules"), "junction");
  const input = join(folder, "page.ts");
  writeFileSync(input, /```ts fragment[^\n]*\n([^]*?)```/.exec(read("docs/element.md"))![1]!);
  const build = `
    import { rolldown } from "rolldown";
    const built = await rolldown({ input: ${JSON.stringify(input)}, platform: "browser", logLevel: "silent" });
    const { output } = await built.generate({ format: "iife", minify: true, codeSplitting: false });
    process.stdout.write(output[0].code);`;
  return execFileSync(process.execPath, ["--input-type=module", "-e", build], {
    encoding: "utf8",
    cwd: ROOT,
    maxBuffer: 64 * 1_048_576,
  });
}

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

  it("the example for bundlers describes conditions, and passes each correct filter on", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tamis-element-"));
    try {
      const page = await browser.newPage();
      page.on("pageerror", (error) => failures.push(String(error)));
      await page.setContent('<!doctype html><tamis-filter value="gt(size,1)"></tamis-filter>');
      await page.evaluate("globalThis.found = [], globalThis.search = (filter) => found.push(filter)");
      await page.addScriptTag({ content: bundled(folder) });
      await page.locator("tamis-filter .chip-edit", { hasText: "size is greater than 1" }).waitFor();
      await page.getByRole("textbox").click();
      await page.keyboard.press("End");
      await page.keyboard.press("Backspace");
      await page.keyboard.insertText(")");
      expect(await page.evaluate("found")).toEqual(["gt(size,1)"]);
      expect(failures).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
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
