import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { embeddedPool } from "../../../test/sql/engines/postgres.ts";
import { folder, lines } from "../../cli/test/files.ts";
import { serve, type Serving } from "../../cli/test/serve/running-server.ts";
import {
  canOpen,
  filterOf,
  startExplorer,
  waitForCount,
  writeFilter,
  type OpenedExplorer,
} from "./opened-page.ts";

const write = folder();
const ROWS = 30_000;
const HOSTILE = `<img src=x onerror=alert(1)>"'&\u202e`;
const HOSTILE_VALUES = [
  "</script><script>document.title='x'</script>",
  "<svg onload=document.title='x'>",
  "javascript:document.title='x'",
  "--></noscript><img src=x>",
  "&lt;b&gt; %3Cb%3E {{7*7}} ${7*7}",
  "'); DROP TABLE odd; --",
  "line\nfeed\ttab",
  "\u2066isolated\u2069 \u202dleft to right",
  "__proto__",
];

describe.skipIf(!canOpen)("the explorer of a collection", { timeout: 120_000 }, () => {
  let explorer: OpenedExplorer;
  let page: Page;

  const column = (number: number) => page.locator(`.grid-space .grid-row .cell:nth-child(${number})`);
  const tab = (name: string) => page.getByRole("tab", { name, exact: true }).click();
  const member = (name: string) => page.locator(".member", { hasText: new RegExp(`^${name}`) });
  const facet = (text: string) => page.locator(".facet", { hasText: text });
  const waitForFilter = (text: string) =>
    page.locator("#filter .cm-content").filter({ hasText: text }).waitFor();

  beforeAll(async () => {
    const many = Array.from({ length: ROWS }, (_, i) => ({
      id: i + 1,
      state: ["open", "paid", "shipped"][i % 3],
      city: i % 10 === 0 ? null : `city ${i % 40}`,
      price: (i * 7) % 1_000,
    }));
    const odd = [
      { id: 1, [HOSTILE]: HOSTILE, arabic: "القاهرة", empty: "", none: null, list: [HOSTILE] },
      { id: 2, [HOSTILE]: "x", arabic: "x", empty: "x", none: "x", list: [] },
      ...HOSTILE_VALUES.map((value, i) => ({ id: i + 3, [HOSTILE]: value, arabic: value, list: [value] })),
    ];
    const words = ["Zebra", "öga", "zebra"].map((word, i) => ({ id: i + 1, word, wide: "WWWWWWWWWWWW" }));
    const files = [
      write("many.ndjson", lines(many)),
      write("odd.ndjson", lines(odd)),
      write("words.ndjson", lines(words)),
    ];
    explorer = await startExplorer(files);
    page = await explorer.open("/many");
  }, 120_000);
  afterAll(() => explorer.stop());

  it("lists all collections with their numbers of rows", async () => {
    const root = await explorer.open("/", {}, "#home .example");
    expect(await root.locator("#home .example").allInnerTexts()).toHaveLength(5);
    await root.locator("#home .example", { hasText: "30,000" }).click();
    await root.waitForURL(/\/many$/);
    await root.context().close();
    const listed = page.locator("#data [aria-current]");
    expect(await listed.innerText()).toContain("many");
  });

  it("names no earlier rows if the first filter has an error", async () => {
    const wrong = await explorer.open("/many?filter=eq(nmae,1)", {}, "#filter #message:not(:empty)");
    await wrong.locator("#filter #message", { hasText: "nmae" }).waitFor();
    expect(await wrong.locator("#count").innerText()).toBe("");
    expect(await wrong.locator("#shown").isHidden()).toBe(true);
    await wrong.context().close();
  });

  it("completes values of the data while a filter is typed", async () => {
    await writeFilter(page, "");
    await page.keyboard.type("eq(state,'sh");
    await page.locator(".cm-tooltip-autocomplete li", { hasText: "shipped" }).waitFor();
    await page.waitForTimeout(100);
    await page.keyboard.press("Enter");
    await waitForCount(page, "10,000 of 30,000 rows");
    expect(await filterOf(page)).toBe("eq(state,'shipped')");
  });

  it("has a few rows in the page, and reads others when it is scrolled", async () => {
    await writeFilter(page, "");
    await waitForCount(page, "30,000");
    expect(await page.locator("#table").getAttribute("aria-rowcount")).toBe("30001");
    await page.locator("#table").focus();
    await page.keyboard.press("Control+End");
    await page
      .locator(".grid-space .cell", { hasText: /^30000$/ })
      .first()
      .waitFor();
    expect(await page.locator(".grid-space .grid-row").count()).toBeLessThan(60);
    await page.keyboard.press("Control+Home");
    await page.locator(".grid-space .active", { hasText: /^30000$/ }).waitFor({ state: "detached" });
    expect(await column(2).first().innerText()).toBe("1");
  });

  it("keeps and excludes values, counts them without the own condition, and undoes it", async () => {
    await member("state").click();
    await facet("open").click();
    await waitForFilter("eq(state,'open')");
    await facet("paid").click();
    await waitForFilter("in(state,'open','paid')");
    await waitForCount(page, "20,000 of 30,000 rows");
    expect(await page.locator(".facet .rows").allInnerTexts()).toEqual(["10,000", "10,000", "10,000"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForFilter("eq(state,'open')");
    await page.getByRole("button", { name: "Exclude 'open'" }).click();
    await waitForCount(page, "20,000 of 30,000 rows");
    expect(await filterOf(page)).toBe("or(ne(state,'open'),isNull(state))");
    await member("state").click();
  });

  it("drags a range over a histogram, and toggles rows without a value", async () => {
    await writeFilter(page, "");
    await member("price").click();
    await page.locator(".bin").nth(3).waitFor();
    await page.locator("#members .outdated").first().waitFor({ state: "detached" });
    const [from, to] = await Promise.all([2, 5].map((i) => page.locator(".bin").nth(i).boundingBox()));
    await page.mouse.move(from!.x + 2, from!.y + 20);
    await page.mouse.down();
    await page.mouse.move(to!.x + 2, from!.y + 20, { steps: 4 });
    await page.mouse.up();
    await waitForFilter("and(ge(price,100),lt(price,300))");
    await waitForCount(page, "6,000 of 30,000 rows");
    await member("price").click();
    await member("city").click();
    await page.getByRole("button", { name: "not null" }).click();
    await waitForFilter("and(ge(price,100),lt(price,300),not(isNull(city)))");
    await page.getByLabel("Search values of city").fill("city 39");
    await facet("city 39").waitFor();
    await facet("city 1").waitFor({ state: "detached" });
    await facet("city 39").click();
    await waitForFilter("eq(city,'city 39')");
    await member("city").click();
  });

  it("sorts by two columns", async () => {
    await writeFilter(page, "");
    await page.locator(".column", { hasText: /^state/ }).click();
    await page.locator('.column[aria-sort="ascending"]').waitFor();
    await page.locator(".column", { hasText: /^price/ }).click({ modifiers: ["Shift"] });
    await page.locator(".column", { hasText: "price↑2" }).waitFor();
    expect(await page.locator("#sort .cm-content").innerText()).toBe("state,price");
  });

  it("groups with figures and a bar, and a click on a group filters", async () => {
    await tab("Groups");
    await page.getByLabel("Group by").selectOption("state");
    await page.getByLabel("Add a figure").selectOption("max price");
    const rows = page.locator("table.groups tbody tr");
    await rows.filter({ hasText: "999" }).first().waitFor();
    expect(await rows.count()).toBe(3);
    await rows.first().getByRole("button").click();
    await waitForCount(page, "10,000 of 30,000 rows");
  });

  it("has the view in its address: filter, order, columns, groups and row", async () => {
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByLabel("city", { exact: true }).click();
    await page.getByLabel("Pin price").click();
    await page.getByRole("button", { name: "Close" }).click();
    await column(2).first().click();
    await page.locator("#panel .json").waitFor();
    const other = await explorer.open(page.url());
    await waitForCount(other, "10,000");
    expect(await other.locator(".column .name").allInnerTexts()).toEqual(["price", "id", "state"]);
    expect(await other.locator("#sort .cm-content").innerText()).toBe("state,price");
    await other.locator(".grid-row.selected").waitFor();
    await other.context().close();
    await page.goBack();
    await page.goBack();
    await page.locator(".column", { hasText: /^city/ }).waitFor();
  });

  it("saves all matching rows, and copies the view as requests", async () => {
    await writeFilter(page, "le(id,500)");
    await waitForCount(page, "500 ");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("many.csv");
    expect(
      readFileSync(await download.path(), "utf8")
        .trim()
        .split("\n"),
    ).toHaveLength(501);
    await page.evaluate(`window.showSaveFilePicker = async ({ suggestedName }) => {
      window.savedParts = [suggestedName];
      return { createWritable: async () => new WritableStream({ write: (part) => void window.savedParts.push(new TextDecoder().decode(part)) }) };
    }`);
    await page.getByRole("button", { name: "Save CSV" }).waitFor();
    await page.getByRole("button", { name: "Save NDJSON" }).click();
    await page.getByRole("button", { name: "Saved" }).waitFor();
    const [name, ...parts] = await page.evaluate<readonly string[]>("window.savedParts");
    expect([name, parts.join("").trim().split("\n").length]).toEqual(["many.ndjson", 500]);
    await page.evaluate("delete window.showSaveFilePicker");
    await tab("Share");
    const panel = page.locator("#panel");
    await panel.locator("code", { hasText: "curl '" }).first().waitFor();
    expect(await panel.innerText()).toContain(`/many?filter=le(id,500)`);
    expect(await panel.innerText()).toContain("--filter 'le(id,500)'");
  });

  it("says in words what a filter means, and why a row matches", async () => {
    await tab("In words");
    await page.locator("#panel p[lang=en]", { hasText: "id is at most 500" }).waitFor();
    await column(2).first().click();
    await tab("Why");
    await page.locator("#panel .verdict", { hasText: "fulfills the filter" }).waitFor();
  });

  it("tells null, empty strings, lists and texts from right to left apart, and shows markup as text", async () => {
    const odd = await explorer.open("/odd");
    const cells = odd.locator(".grid-space .cell");
    expect(await cells.allInnerTexts()).toEqual(
      expect.arrayContaining([HOSTILE, "القاهرة", "empty", "null", JSON.stringify([HOSTILE])]),
    );
    expect(await odd.locator(".cell", { hasText: "القاهرة" }).getAttribute("dir")).toBe("auto");
    await cells.nth(1).click();
    await odd.locator(".member").nth(1).click();
    expect(await cells.allTextContents()).toEqual(expect.arrayContaining(HOSTILE_VALUES));
    await odd.locator(".facet").first().click();
    await waitForCount(odd, "1 of 11 rows");
    for (const name of ["Row", "Tree", "Groups", "Why", "In words", "SQL", "Share", "OData & RSQL"]) {
      await odd.getByRole("tab", { name, exact: true }).click();
      await odd.waitForTimeout(150);
      if (name !== "Groups") continue;
      await odd.getByLabel("Group by").selectOption({ index: 2 });
      await odd.locator("table.groups tbody td, table.groups tbody th").first().waitFor();
    }
    for (const name of ["Columns", "Views"]) {
      await odd.getByRole("button", { name, exact: true }).click();
      if (name === "Views") {
        await odd.getByLabel("Name of the current view").fill(HOSTILE);
        await odd.keyboard.press("Enter");
        await odd.locator(".view-list strong").waitFor();
      }
      await odd.keyboard.press("Escape");
    }
    await writeFilter(odd, "");
    await waitForCount(odd, "11 of 11 rows");
    await odd.getByRole("tab", { name: "Groups", exact: true }).click();
    await odd.locator("table.groups tbody tr").nth(10).waitFor();
    expect(await odd.locator("[src=x], svg[onload], script:not([src])").count()).toBe(0);
    expect(await odd.title()).toBe("odd · tamis explorer");
    await odd.context().close();
  });

  it("says what to do if the server does not answer", async () => {
    const offline = await explorer.open("/many");
    await offline.context().setOffline(true);
    await writeFilter(offline, "gt(id,5)");
    await offline
      .locator("#count", { hasText: "The server does not answer. Check that it still runs" })
      .waitFor();
    await offline.context().close();
    explorer.forgetErrors();
  });

  it("opens the row of an address, and keeps arguments around names from right to left in order", async () => {
    const row = await explorer.open("/many/25000");
    await row.locator("#panel .json", { hasText: '"id": 25000' }).waitFor();
    await writeFilter(row, "gt(السعر,15)");
    const [name, number] = await Promise.all(
      ["[dir=auto]", ".tamis-number"].map((part) => row.locator(`#filter ${part}`).first().boundingBox()),
    );
    expect(name!.x).toBeLessThan(number!.x);
    await row.context().close();
  });

  it("shows the excluded rows, and the number of rows of each condition", async () => {
    await writeFilter(page, "and(eq(city,'city 1'),gt(price,500))");
    await tab("Why");
    await page.getByRole("button", { name: "Explain the first excluded row" }).click();
    await page.locator("#panel .verdict", { hasText: "is excluded" }).waitFor();
    await waitForCount(page, "360 of 30,000 rows");
    // Rows without a city are excluded, too.
    expect(await page.locator("#shown button").allInnerTexts()).toEqual(["Matching 360", "Excluded 29,640"]);
    await tab("Tree");
    await page.locator("#panel svg.tree .note", { hasText: "750" }).waitFor();
    await page.getByRole("button", { name: /^Matching/ }).click();
  });

  it("compares strings at the chosen strength and in the chosen language", async () => {
    const words = await explorer.open("/words?sortBy=word");
    const cells = () => words.locator(".grid-space .grid-row .cell:nth-child(3)").allInnerTexts();
    await words.locator(".cell", { hasText: "öga" }).waitFor();
    // Wide characters are not cut off either.
    expect(
      await words
        .locator(".cell", { hasText: "WW" })
        .evaluateAll((wide) => wide.map((cell) => cell.scrollWidth - cell.clientWidth)),
    ).toEqual([0, 0, 0]);
    expect(await cells()).toEqual(["öga", "zebra", "Zebra"]);
    await words.getByLabel("Language of comparisons").selectOption("sv");
    await words.waitForURL(/#locale=sv$/);
    await expect.poll(cells).toEqual(["zebra", "Zebra", "öga"]);
    await words.getByLabel("Strength of the order").selectOption("primary");
    await expect.poll(cells).toEqual(["Zebra", "zebra", "öga"]);
    expect(await words.locator("#sort .cm-content").innerText()).toBe("word:ascending:primary");
    await words.context().close();
  });

  it("keeps named and recent views in the browser", async () => {
    await writeFilter(page, "le(id,50)");
    await waitForCount(page, "50 of");
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByLabel("Name of the current view").fill("First fifty");
    await page.keyboard.press("Enter");
    await page.locator(".view-list strong", { hasText: "First fifty" }).waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await writeFilter(page, "le(id,60)");
    await waitForCount(page, "60 of");
    await page.getByRole("button", { name: "Views" }).click();
    await page.locator(".view-list .example", { hasText: "First fifty" }).click();
    await waitForCount(page, "50 of");
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("button", { name: "Delete the view First fifty" }).click();
    expect(await page.locator(".view-list strong").count()).toBe(0);
    await page.getByRole("button", { name: "Close" }).click();
  });

  it("writes conditions of an address as a part of the filter", async () => {
    const basic = await explorer.open("/many?state=open|paid&filter=lt(id,100)&start=0");
    await waitForCount(basic, "66 of 30,000 rows");
    expect(await filterOf(basic)).toBe("and(in(state,'open','paid'),lt(id,100))");
    await basic.context().close();
    const wrong = await explorer.open("/many?stat=open");
    await wrong.locator("#data-notes", { hasText: "stat" }).waitFor();
    await wrong.context().close();
  });

  it("shows the first rows without JavaScript", async () => {
    const plain = await explorer.open("/many", { javaScriptEnabled: false }, "noscript table");
    expect(await plain.locator("noscript tbody tr").count()).toBe(20);
    await plain.context().close();
  });

  it("fits a page of 360 pixels", async () => {
    const narrow = await explorer.open("/many", { viewport: { width: 360, height: 800 } });
    expect(await narrow.evaluate("document.documentElement.scrollWidth")).toBe(360);
    await narrow.context().close();
  });

  it("shows the current rows of a table of PostgreSQL, and its statement", async () => {
    const pool = await embeddedPool();
    await pool.query("DROP TABLE IF EXISTS explorer_orders");
    await pool.query("CREATE TABLE explorer_orders (id integer PRIMARY KEY, item text, price numeric)");
    await pool.query(
      "INSERT INTO explorer_orders SELECT i, 'item ' || i % 7, i * 1.5 FROM generate_series(1, 5000) i",
    );
    const { host, port } = pool.options;
    const address = `postgres://postgres:s3cret@${host}:${port}/postgres`;
    const serving = await serve([address, "--table", "explorer_orders", "--log", "none"]);
    const orders = await explorer.open(`${serving.url}/explorer_orders`);
    await writeFilter(orders, "eq(item,'item 3')");
    await waitForCount(orders, "714 of 5,000 rows");
    await orders.locator(".member", { hasText: /^item/ }).click();
    await orders.locator('.facet[aria-pressed="true"]', { hasText: "item 3" }).waitFor();
    await orders.getByRole("tab", { name: "SQL", exact: true }).click();
    await orders.locator("#panel pre", { hasText: "explorer_orders" }).first().waitFor();
    await orders.context().close();
    await serving.stop();
    await pool.query("DROP TABLE explorer_orders");
    await pool.end();
  });

  describe("of rows that can be changed", () => {
    let writable: Serving;
    let form: Page;
    beforeAll(async () => {
      const file = write(
        "items.ndjson",
        lines([
          { id: 1, name: "nib", note: "steel" },
          { id: 2, name: "ink", note: null },
        ]),
      );
      writable = await serve([file, "--writable", "--token", "secret-token", "--log", "none"]);
      form = await explorer.open(`${writable.url}/items`, {}, "#token");
    });
    afterAll(() => writable.stop());

    it("asks for the token once for the tab", async () => {
      await form.locator("#token").fill("wrong-token");
      await form.keyboard.press("Enter");
      await form.getByText("does not accept this token").waitFor();
      await form.locator("#token").fill("secret-token");
      await form.keyboard.press("Enter");
      await waitForCount(form, "2 of 2 rows");
      await form.reload();
      await waitForCount(form, "2 of 2 rows");
    });

    it("creates, changes and deletes rows", async () => {
      await form.getByRole("button", { name: "New row" }).click();
      await form.locator("#field-id").fill("x");
      await form.getByRole("button", { name: "Save", exact: true }).click();
      await form.getByText("id must be an integer").waitFor();
      await form.getByLabel("assigned").check();
      await form.locator("#field-name").fill("pen");
      await form.locator("#field-note-null").uncheck();
      await form.getByRole("button", { name: "Save", exact: true }).click();
      await waitForCount(form, "3 of 3 rows");
      const created = await fetch(`${writable.url}/items/3`, {
        headers: { authorization: "Bearer secret-token" },
      });
      expect(await created.json()).toMatchObject({ id: 3, name: "pen", note: "" });
      await form.locator(".cell", { hasText: "pen" }).click();
      await form.getByRole("button", { name: "Edit" }).click();
      await form.locator("#field-name").fill("brush");
      await form.getByRole("button", { name: "Save", exact: true }).click();
      await form.locator(".cell", { hasText: "brush" }).click();
      await form.getByRole("button", { name: "Edit" }).click();
      await form.getByRole("button", { name: "Delete row" }).click();
      await waitForCount(form, "2 of 2 rows");
    });

    it("shows both versions if another client has changed the row", async () => {
      await form.locator(".cell", { hasText: "ink" }).click();
      await form.getByRole("button", { name: "Edit" }).click();
      await form.locator("#field-name").fill("blue ink");
      const url = `${writable.url}/items/2`;
      const authorization = "Bearer secret-token";
      const etag = (await fetch(url, { headers: { authorization } })).headers.get("etag")!;
      const headers = { authorization, "if-match": etag, "content-type": "application/merge-patch+json" };
      await fetch(url, { method: "PATCH", headers, body: '{"name":"red ink"}' });
      await form.getByRole("button", { name: "Save", exact: true }).click();
      const versions = form.locator(".row-dialog tbody tr");
      await versions.first().waitFor();
      expect(await versions.allInnerTexts()).toEqual(["name\tblue ink\tred ink"]);
      await form.getByRole("button", { name: "Overwrite with my version" }).click();
      await form.locator(".cell", { hasText: "blue ink" }).waitFor();
      explorer.forgetErrors();
    });

    it("says that rows have changed, and reads them again", async () => {
      const headers = { authorization: "Bearer secret-token", "content-type": "application/json" };
      await fetch(`${writable.url}/items`, { method: "POST", headers, body: '{"id":9,"name":"quill"}' });
      await form.getByText("Rows have changed.").waitFor();
      await form.getByRole("button", { name: "Reload" }).click();
      await form.locator(".cell", { hasText: "quill" }).waitFor();
      await form.getByText("Rows have changed.").waitFor({ state: "detached" });
      await fetch(`${writable.url}/items/9`, {
        method: "DELETE",
        headers: { authorization: headers.authorization },
      });
    });

    it("shows the statements of the database", async () => {
      await writeFilter(form, "gt(id,1)");
      await waitForCount(form, "1 of 2 rows");
      await form.getByRole("tab", { name: "SQL", exact: true }).click();
      await form
        .locator("#panel pre", { hasText: /SELECT[\s\S]+FROM "rows"/ })
        .first()
        .waitFor();
      expect(await form.locator("#panel .badge").first().innerText()).toBe("exact");
      await form.context().close();
    });
  });

  it("causes no error, no request to another host, and no violation of its Content-Security-Policy", () => {
    expect([explorer.errors, explorer.foreign]).toEqual([[], []]);
  });
});
