import { rmSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DIALECTS } from "tamis/sql";
import {
  canOpen,
  dropFile,
  filterOf,
  FOLDER,
  startExplorer,
  waitForCount,
  writeFilter,
  type OpenedExplorer,
} from "./opened-page.ts";

describe.skipIf(!canOpen)("the explorer in Chromium", { timeout: 120_000 }, () => {
  let explorer: OpenedExplorer;
  let page: Page;

  beforeAll(async () => {
    explorer = await startExplorer();
    page = await explorer.open();
  }, 120_000);
  afterAll(() => explorer.stop());

  const names = () => page.locator(".grid-space .grid-row .cell:nth-child(2)").allInnerTexts();
  const tab = (name: string) => page.getByRole("tab", { name, exact: true }).click();
  const panel = () => page.locator("#panel").innerText();

  it("starts with the rows of an example", async () => {
    await waitForCount(page, "34 of 243 rows");
    expect((await names())[0]).toBe("Tokyo");
  });

  it("changes the rows with each key", async () => {
    await writeFilter(page, "");
    await waitForCount(page, "243 of 243 rows");
    await page.keyboard.type("startsWith(name,'Os");
    await waitForCount(page, "1 of 243 rows");
    expect(await names()).toEqual(["Oslo"]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Backspace");
    await waitForCount(page, "3 of 243 rows");
  });

  it("completes members, functions and values of the data", async () => {
    await writeFilter(page, "");
    await page.keyboard.type("eq(adm0n");
    const option = page.locator(".cm-tooltip-autocomplete li[aria-selected]");
    await page.locator(".cm-tooltip-autocomplete li", { hasText: "adm0name" }).waitFor();
    await page.waitForTimeout(100);
    await page.keyboard.press("Enter");
    await page.keyboard.type(",'Norw");
    await option.filter({ hasText: "Norway" }).waitFor();
    await page.waitForTimeout(100);
    await page.keyboard.press("Enter");
    expect(await filterOf(page)).toBe("eq(adm0name,'Norway')");
    await waitForCount(page, "1 of 243 rows");
  });

  it("offers a fix under the filter, and keeps the last rows until then", async () => {
    await writeFilter(page, "eq(nmae,'Oslo')");
    await page.locator("#table.outdated").waitFor();
    expect(await names()).toEqual(["Oslo"]);
    const problem = page.locator("#filter #message");
    await problem.filter({ hasText: "nmae" }).waitFor();
    await page.getByRole("button", { name: "Write name" }).click();
    expect(await filterOf(page)).toBe("eq(name,'Oslo')");
    await waitForCount(page, "1 of 243 rows");
    expect(await problem.innerText()).toBe("");
  });

  it("knows the present", async () => {
    await writeFilter(page, "and(lt(ago(7,'days'),now()),eq(name,'Oslo'))");
    await waitForCount(page, "1 of 243 rows");
    expect(await page.locator("#filter #message").innerText()).toBe("");
    for (const [title, text] of [
      ["Tree", /now/],
      ["SQL", /Oslo/],
      ["In words", /7 days/],
      ["OData & RSQL", /Oslo/],
    ] as const) {
      await tab(title);
      await page.locator("#panel", { hasText: text }).waitFor();
    }
  });

  it("sorts by the name of a column: ascending, descending, not at all", async () => {
    await page.locator("#sort .cm-content").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await writeFilter(page, "gt(pop_max,18000000)");
    await waitForCount(page, "5 of 243 rows");
    const column = page.locator(".column", { hasText: /^pop_max/ });
    await column.click();
    await page.locator('.column[aria-sort="ascending"]').waitFor();
    expect((await names()).at(-1)).toBe("Tokyo");
    await column.click();
    await page.locator('.column[aria-sort="descending"]').waitFor();
    expect((await names())[0]).toBe("Tokyo");
    await column.click();
    await page.locator(".column[aria-sort]").waitFor({ state: "detached" });
  });

  it("explains why a row is excluded, and shows its values in the tree", async () => {
    await page.getByRole("button", { name: /^Excluded 238/ }).click();
    const row = page.locator(".grid-space .grid-row", { hasText: "Vatican City" });
    await row.locator(".cell").nth(1).click();
    await page.locator("#panel .json").waitFor();
    await tab("Why");
    await page.locator("#panel .verdict").waitFor();
    expect(await panel()).toMatch(/Row 1 is excluded: gt\(pop_max,18000000\) is false/);
    expect(await panel()).toMatch(/pop_max\s+832/);
    await tab("Tree");
    await page.locator("svg.tree .is-false").waitFor();
    expect(await page.locator("svg.tree").getAttribute("aria-label")).toBe(
      "gt is false of (pop_max is 832, 18000000)",
    );
    await page.getByRole("button", { name: /^Matching/ }).click();
  });

  it("describes the filter in two languages, and offers a shorter one", async () => {
    await writeFilter(page, "and(gt(pop_max,1000000),gt(pop_max,18000000))");
    await tab("In words");
    await page.locator("#panel p[lang=de]").waitFor();
    expect(await page.locator("#panel p[lang=en]").innerText()).toContain(
      "pop_max is greater than 18,000,000",
    );
    await page.getByRole("button", { name: "Use it" }).click();
    expect(await filterOf(page)).toBe("gt(pop_max,18000000)");
  });

  it("shows SQL of each database with its verdict and reasons", async () => {
    await writeFilter(page, "contains($primary,name,'sao')");
    await tab("SQL");
    await page.locator(".card .badge.warn").first().waitFor();
    expect(await page.locator(".card h2").allInnerTexts()).toEqual(DIALECTS.map(({ title }) => title));
    await page.locator(".card summary").first().click();
    expect(await page.locator(".card details li").first().innerText()).toContain(
      "contains($primary,name,'sao')",
    );
    await writeFilter(page, "gt(pop_max,5)");
    await page.locator(".card .badge.warn").first().waitFor({ state: "detached" });
    expect(await page.locator(".card pre").nth(1).innerText()).toContain("CAST($1 AS bigint)");
  });

  it("translates to OData and RSQL, and writes a query string", async () => {
    await tab("OData & RSQL");
    await page.locator(".copy-line code", { hasText: "pop_max gt 5" }).waitFor();
    expect(await panel()).toContain("pop_max=gt=5");
    await tab("Share");
    await page.locator(".copy-line code", { hasText: "?filter=gt(pop_max,5)" }).waitFor();
  });

  it("adds conditions from the values and the histogram of a member", async () => {
    await writeFilter(page, "gt(pop_max,1000000)");
    const member = (name: string) => page.locator(".member", { hasText: new RegExp(`^${name}`) }).click();
    await member("featurecla");
    await page.locator(".facet", { hasText: "Admin-1 capital" }).first().click();
    await page.locator("#filter .cm-content", { hasText: "'Admin-1 capital'" }).waitFor();
    expect(await filterOf(page)).toBe("and(gt(pop_max,1000000),eq(featurecla,'Admin-1 capital'))");
    await member("featurecla");
    await member("pop_max");
    const bin = page.locator(".bin").nth(1);
    await bin.focus();
    await page.keyboard.press("Enter");
    await page.locator("#filter .cm-content", { hasText: "lt(pop_max" }).waitFor();
    expect(await filterOf(page)).toMatch(
      /^and\(gt\(pop_max,1000000\),eq\(.*\),ge\(pop_max,\d+\),lt\(pop_max,\d+\)\)$/,
    );
    await member("pop_max");
  });

  it("adds a condition without writing: a member, a comparison, and a value of the data", async () => {
    await writeFilter(page, "gt(pop_max,1000000)");
    const choose = async (label: string) => {
      await page.locator(".cm-completionLabel").getByText(label, { exact: true }).waitFor();
      await page.waitForTimeout(100);
      await page.locator(".cm-completionLabel").getByText(label, { exact: true }).click();
    };
    const add = page.getByRole("button", { name: "Add condition" });
    await add.click();
    await choose("adm0name");
    await page.keyboard.press("Escape");
    expect(await filterOf(page)).toBe("gt(pop_max,1000000)");
    await add.click();
    await choose("adm0name");
    await choose("eq(adm0name, value)");
    await choose("Brazil");
    await page.keyboard.press("Enter");
    expect(await filterOf(page)).toBe("and(gt(pop_max,1000000),eq(adm0name,'Brazil'))");
    await page.getByRole("button", { name: "Remove condition: pop_max is greater than 1,000,000" }).click();
    expect(await filterOf(page)).toBe("eq(adm0name,'Brazil')");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    expect(await filterOf(page)).toBe("gt(pop_max,1000000)");
  });

  it("opens a dropped file, also gzipped, and infers its types", async () => {
    await dropFile(page, "parts.csv", "name;size;made\nsieve;3;2026-01-31\nstrainer;12;2025-05-01\n");
    await waitForCount(page, "2 of 2 rows");
    const types = page.locator("#members .member .type");
    await types.nth(2).waitFor();
    expect(await types.allInnerTexts()).toEqual(["string", "integer", "date"]);
    await writeFilter(page, "ge(made,2026-01-01)");
    await waitForCount(page, "1 of 2 rows");
    await dropFile(page, "big.ndjson.gz", gzipSync('{"id":9007199254740993}\n{"id":1,"tags":["a","b"]}\n'));
    await waitForCount(page, "2 of 2 rows");
    await writeFilter(page, "eq(id,9007199254740993)");
    await waitForCount(page, "1 of 2 rows");
  });

  it("reads a file again with another encoding, order of dates and types", async () => {
    await dropFile(page, "old.csv", Buffer.from("name;am;code\nKöln;05.01.2024;007\n", "latin1"));
    await page.locator("#data-notes", { hasText: "another encoding" }).waitFor();
    await page.getByText("How the file is read").click();
    await page.getByLabel("Encoding").fill("windows-1252");
    await page.locator("#read-dates").selectOption("day-first");
    await page.getByLabel("Types of columns").fill("code=string");
    await page.getByRole("button", { name: "Read again" }).click();
    await page.locator(".grid-space .cell", { hasText: "Köln" }).waitFor();
    expect(await page.locator(".grid-space .cell").allInnerTexts()).toEqual([
      "1",
      "Köln",
      "2024-01-05",
      "007",
    ]);
    await dropFile(page, "big.ndjson", '{"id":9007199254740993}\n{"id":1}\n');
    await waitForCount(page, "2 of 2 rows");
    await writeFilter(page, "eq(id,9007199254740993)");
    await waitForCount(page, "1 of 2 rows");
  });

  it("does not apply the filter of an own file to the examples after a reload", async () => {
    const other = await explorer.open();
    await dropFile(other, "own.csv", "size\n1\n2\n");
    await waitForCount(other, "2 of 2 rows");
    await writeFilter(other, "gt(size,1)");
    await waitForCount(other, "1 of 2 rows");
    await other.reload();
    await waitForCount(other, "34 of 243 rows");
    await other.context().close();
  });

  it("keeps the rows and says why if a file cannot be read", async () => {
    await dropFile(page, "broken.json", '[{"a":1},{"a":]');
    await page.locator("#data-notes .bad").waitFor();
    expect(await page.locator("#data-notes").innerText()).toContain("broken.json: line 1");
    await dropFile(page, "empty.csv", "");
    await page.locator("#data-notes", { hasText: "empty.csv" }).waitFor();
    await waitForCount(page, "1 of 2 rows");
  });

  it("shows markup in data as text", async () => {
    const markup = "<img src=x onerror=alert(1)>";
    await dropFile(page, "<b>x</b>.json", JSON.stringify([{ [markup]: markup, b: "<b>" }]));
    await waitForCount(page, "1 of 1 row");
    expect(await names()).toContain(markup);
    await page.locator(".member").first().click();
    await page.locator(".facet").first().waitFor();
    expect(await page.locator("[src=x], main b, aside b, .cm-editor b").count()).toBe(0);
  });

  it("opens Parquet files of DuckDB, with its usual and with zstd compression", async () => {
    const { DuckDBInstance } = await import("@duckdb/node-api");
    const folder = mkdtempSync(join(tmpdir(), "tamis-explorer-"));
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    for (const codec of ["snappy", "zstd", "gzip"]) {
      const file = join(folder, `${codec}.parquet`);
      await connection.run(`COPY (SELECT i AS id, 'n' || i AS name, DATE '2026-01-01' + i::INTEGER AS day,
        TIMESTAMP '2026-01-01 10:00:00.25' + INTERVAL 1 HOUR * i AS at, [i, 2] AS list, NULL::DOUBLE AS none
        FROM range(1000) t(i)) TO '${file}' (FORMAT parquet, CODEC '${codec}')`);
      await dropFile(page, `${codec}.parquet`, readFileSync(file));
      await page.locator(".file-name", { hasText: `${codec}.parquet · 1,000 rows` }).waitFor();
      await writeFilter(page, "and(eq(day,2026-01-03),eq(at,2026-01-01T12:00:00.25Z),eq(list,2))");
      await waitForCount(page, "1 of 1,000 rows");
      await writeFilter(page, "");
    }
    connection.closeSync();
    rmSync(folder, { recursive: true });
  });

  it("shares the expressions by a link, never the data or the name of a file", async () => {
    await dropFile(page, "secret-name.csv", "name,size\nsecret value,1\n");
    await waitForCount(page, "1 of 1 row");
    await writeFilter(page, "gt(size,0)");
    await waitForCount(page, "1 of 1 row");
    expect(new URL(page.url()).hash).toBe("#filter=gt%28size%2C0%29");
    await page.getByRole("button", { name: /^Countries/ }).click();
    await waitForCount(page, "\\d+ of 177 rows");
    await writeFilter(page, "startsWith(NAME,'Z')");
    await waitForCount(page, "2 of 177 rows");
    const other = await explorer.open(page.url());
    await waitForCount(other, "2 of 177 rows");
    expect(await filterOf(other)).toBe("startsWith(NAME,'Z')");
    await other.context().close();
  });

  it("opens the rows of a link of the documentation, and keeps them in the address", async () => {
    const rows = encodeURIComponent('[{"day":"2026-01-03"},{"day":"2025-01-03"}]');
    const linked = await explorer.open(`/playground#filter=gt(day,2026-01-01)&rows=${rows}`);
    await waitForCount(linked, "1 of 2 rows");
    await writeFilter(linked, "gt(day,2024-01-01)");
    await waitForCount(linked, "2 of 2 rows");
    await linked.reload();
    await waitForCount(linked, "2 of 2 rows");
    await linked.context().close();
  });

  it("works without a network once it is loaded, and sends nothing to other hosts", async () => {
    await page.context().setOffline(true);
    await page.getByRole("button", { name: /^Languages/ }).click();
    await waitForCount(page, "\\d+ of 851 rows");
    await page.context().setOffline(false);
    expect(explorer.foreign).toEqual([]);
  });

  it("works when its folder is opened without a server", async () => {
    const local = await explorer.open(pathToFileURL(join(FOLDER, "index.html")).href);
    await writeFilter(local, "startsWith(name,'Osl')");
    await waitForCount(local, "1 of 243 rows");
    await local.context().close();
  });

  it("causes no error, and no violation of its Content-Security-Policy", () => {
    expect(explorer.errors).toEqual([]);
  });
});
