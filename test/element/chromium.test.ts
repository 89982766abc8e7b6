import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser, Page } from "playwright-core";
import { CHROMIUM, startChromium } from "../browser/chromium.ts";
import { asAttribute, AXE, CATALOG, openPage, STRICT, type OpenPage } from "./page.ts";

const attribute = `catalog='${asAttribute(CATALOG)}'`;

describe.skipIf(CHROMIUM === undefined)("<tamis-filter> in Chromium", { timeout: 120_000 }, () => {
  let browser: Browser;
  const opened: OpenPage[] = [];

  beforeAll(async () => {
    browser = await startChromium();
  }, 120_000);
  afterAll(() => browser.close());

  const open = async (body: string, options?: Parameters<typeof openPage>[2]) => {
    const found = await openPage(browser, body, options);
    opened.push(found);
    return found.page;
  };
  const valueOf = (page: Page, id = "f") => page.evaluate<string>(`document.getElementById("${id}").value`);
  const eventsOf = (page: Page) =>
    page.evaluate<
      { type: string; id: string; detail: { value: string; diagnostics: unknown[]; expression?: unknown } }[]
    >("events.splice(0)");
  const labels = (page: Page, id = "f") => page.locator(`#${id} .chip-edit`).allInnerTexts();
  const message = (page: Page, id = "f") => page.locator(`#${id} #message`);
  /** Resolves once the element's content has not changed for half a second. */
  const settled = (page: Page, id: string) =>
    page.evaluate(`new Promise((resolve) => {
      const done = () => { observer.disconnect(); resolve(undefined); };
      let timer = setTimeout(done, 500);
      const observer = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(done, 500); });
      const kinds = { subtree: true, childList: true, attributes: true, characterData: true };
      observer.observe(document.getElementById("${id}").shadowRoot, kinds);
    })`);
  /** Description of the focused element, through shadow roots. */
  const focused = (page: Page) =>
    page.evaluate<string>(`(() => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return at?.getAttribute("aria-label") ?? at?.id ?? at?.localName ?? "";
    })()`);

  it("completes a member, and tells the page about each input", async () => {
    const page = await open(`<tamis-filter id="f" ${attribute}></tamis-filter>`, { policy: STRICT });
    await page.locator("#f .cm-content").click();
    await page.keyboard.type("eq(na");
    await page.locator("#f .cm-tooltip-autocomplete li", { hasText: "nameOfOwner" }).waitFor();
    await page.waitForTimeout(100);
    await page.keyboard.press("Enter");
    expect(await valueOf(page)).toBe("eq(name)");
    await page.keyboard.type(",'x'");
    expect(await valueOf(page)).toBe("eq(name,'x')");
    const events = await eventsOf(page);
    expect(events.every(({ type, id }) => type === "input" && id === "f")).toBe(true);
    expect(events.at(0)).toMatchObject({ detail: { value: "e" } });
    expect(events.at(0)?.detail.diagnostics).toHaveLength(1);
    expect(events.at(0)?.detail.expression).toBeUndefined();
    expect(events.at(-1)).toMatchObject({
      detail: { value: "eq(name,'x')", diagnostics: [], expression: { kind: "call", callee: "eq" } },
    });
    await page.keyboard.press("Enter");
    expect((await eventsOf(page)).map(({ type }) => type)).toEqual(["change"]);
    await page.keyboard.press("Control+z");
    expect(await valueOf(page)).not.toBe("eq(name,'x')");
  });

  it("shows and announces the first problem after a pause, and applies its fix", async () => {
    const page = await open(`<tamis-filter id="f" ${attribute}></tamis-filter>`);
    await page.locator("#f .cm-content").click();
    await page.keyboard.insertText("eq(nmae,'x')");
    expect(await message(page).innerText()).toBe("");
    await message(page).filter({ hasText: "Did you mean 'name'?" }).waitFor();
    expect(await message(page).getAttribute("role")).toBe("status");
    expect(await page.locator("#f .problem-error").innerText()).toBe("nmae");
    const content = page.locator("#f .cm-content");
    expect(await content.getAttribute("aria-invalid")).toBe("true");
    await page.locator("#f .message .fix", { hasText: "Write name" }).click();
    expect(await valueOf(page)).toBe("eq(name,'x')");
    expect(await message(page).innerText()).toBe("");
    expect(await page.locator("#f .problem-error").count()).toBe(0);
    expect(await content.getAttribute("aria-invalid")).toBe(null);
    expect((await eventsOf(page)).map(({ type }) => type)).toEqual(["input", "input", "change"]);
    expect(await focused(page)).toBe("Filter");
  });

  it("applies a fix from the message under the pointer", async () => {
    const page = await open(`<tamis-filter id="f" ${attribute} value="eq(nmae,'x')"></tamis-filter>`, {
      policy: STRICT,
    });
    await page.locator("#f .problem-error").hover();
    await page.locator("#f .cm-tooltip .fix", { hasText: "Write name" }).click();
    expect(await valueOf(page)).toBe("eq(name,'x')");
  });

  it("lists the conditions as sentences, which can be edited and removed", async () => {
    const value = "and(contains($primary,name,'a'),gt(size,10),eq(state,'open'))";
    const page = await open(`<tamis-filter id="f" ${attribute} value="${value}"></tamis-filter>`);
    expect(await labels(page)).toEqual([
      "name contains 'a', ignoring accents and case",
      "size is greater than 10",
      "state is 'open'",
    ]);
    const chip = page.getByRole("button", { name: "Edit condition: size is greater than 10" });
    await chip.click();
    expect(await focused(page)).toBe("Filter");
    await page.keyboard.insertText("lt(size,5)");
    expect(await valueOf(page)).toBe("and(contains($primary,name,'a'),lt(size,5),eq(state,'open'))");
    await eventsOf(page);
    await page.getByRole("button", { name: "Remove condition: size is less than 5" }).click();
    expect(await valueOf(page)).toBe("and(contains($primary,name,'a'),eq(state,'open'))");
    expect((await eventsOf(page)).map(({ type }) => type)).toEqual(["input", "change"]);
    expect(await page.locator("#f .unseen").innerText()).toBe("Removed: size is less than 5");
    await page.keyboard.press("Control+z");
    expect(await labels(page)).toHaveLength(3);
    await page.getByRole("button", { name: "Add condition" }).click();
    expect(await valueOf(page)).toBe("and(contains($primary,name,'a'),lt(size,5),eq(state,'open'),)");
    await page.keyboard.insertText("enabled");
    expect((await labels(page)).at(-1)).toBe("enabled is true");
  });

  it("works with keys only, and Tab leaves it", async () => {
    const page = await open(
      `<button id="before">Before</button><tamis-filter id="f" ${attribute}></tamis-filter><button id="after">After</button>`,
    );
    await page.locator("#before").focus();
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Filter");
    await page.keyboard.type("and(gt(size,1),lt(size,9),enabled");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Edit condition: size is greater than 1");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Delete");
    expect(await valueOf(page)).toBe("and(gt(size,1),enabled)");
    expect(await focused(page)).toBe("Edit condition: enabled is true");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("after");
    for (let i = 0; i < 3; i++) await page.keyboard.press("Shift+Tab");
    expect(await focused(page)).toBe("Filter");
    await page.keyboard.press("Shift+Tab");
    expect(await focused(page)).toBe("before");
  });

  it("leaves the placeholders of a completed function by Tab, one after the other", async () => {
    const page = await open(
      `<tamis-filter id="f" ${attribute}></tamis-filter><button id="after">After</button>`,
    );
    await page.locator("#f .cm-content").click();
    await page.keyboard.type("contai");
    await page.locator("#f .cm-tooltip-autocomplete").waitFor();
    await page.waitForTimeout(100);
    await page.keyboard.press("Enter");
    expect(await valueOf(page)).toBe("contains(member,substring)");
    const stops: string[] = [];
    for (let i = 0; i < 6 && stops.at(-1) !== "after"; i++) {
      await page.keyboard.press("Tab");
      stops.push(await focused(page));
    }
    expect(stops.at(-1)).toBe("after");
  });

  it("takes part in a form: value, validity, reset, disabled fieldset, label", async () => {
    const page = await open(`<form id="form"><fieldset id="set"><label for="f">Reports to show</label>
      <tamis-filter id="f" name="filter" required value="gt(size,1)" ${attribute}></tamis-filter>
      <input name="other"><button id="send">Send</button></fieldset></form>`);
    const inPage = <T>(code: string) => page.evaluate<T>(code);
    const data = () => inPage<string[][]>("[...new FormData(form)]");
    await inPage(
      "form.addEventListener('submit', (event) => { event.preventDefault(); globalThis.sent = (globalThis.sent ?? 0) + 1; })",
    );
    expect(await data()).toEqual([
      ["filter", "gt(size,1)"],
      ["other", ""],
    ]);
    await page.getByText("Reports to show").click();
    expect(await focused(page)).toBe("Reports to show");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("gt(sise,1)");
    expect(await inPage("[f.checkValidity(), f.validity.badInput, f.matches(':invalid')]")).toEqual([
      false,
      true,
      true,
    ]);
    expect(await inPage("f.validationMessage")).toContain("sise");
    await page.keyboard.press("Enter");
    expect(await inPage("globalThis.sent")).toBe(undefined);
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.locator("#send").click();
    expect(await inPage("globalThis.sent")).toBe(undefined);
    expect(await inPage("f.validity.valueMissing")).toBe(true);
    expect(await message(page).innerText()).toBe("Enter a filter.");
    expect(await focused(page)).toBe("Reports to show");
    await page.keyboard.insertText("gt(size,2)");
    expect(await message(page).innerText()).toBe("");
    await page.keyboard.press("Enter");
    expect(await inPage("globalThis.sent")).toBe(1);
    await inPage("f.setCustomValidity('Too slow.')");
    expect(await inPage("[f.validity.customError, f.validationMessage]")).toEqual([true, "Too slow."]);
    await inPage("f.setCustomValidity('')");
    await inPage("form.reset()");
    expect(await valueOf(page)).toBe("gt(size,1)");
    await inPage("f.setAttribute('value', 'gt(size,7)')");
    expect(await valueOf(page)).toBe("gt(size,7)");
    await inPage("f.formStateRestoreCallback('gt(size,8)', 'restore')");
    expect(await data()).toEqual([
      ["filter", "gt(size,8)"],
      ["other", ""],
    ]);
    await inPage("document.getElementById('set').disabled = true");
    expect(await page.locator("#f .cm-content").getAttribute("contenteditable")).toBe("false");
    expect(await data()).toEqual([]);
    expect(await page.locator("#f .chip-edit").isDisabled()).toBe(true);
    await inPage("document.getElementById('set').disabled = false");
    await inPage("f.readOnly = true");
    await page.locator("#f .cm-content").click();
    await page.keyboard.type("x");
    expect(await valueOf(page)).toBe("gt(size,8)");
    expect(await page.locator("#f .chip-remove").isVisible()).toBe(false);
  });

  it("keeps two elements apart, and survives being moved in the page", async () => {
    const page = await open(`<tamis-filter id="f" ${attribute} value="gt(size,1)"></tamis-filter>
      <tamis-filter id="g" label="Other" value="eq(a,1)"></tamis-filter><div id="there"></div>`);
    await page.locator("#f .cm-content").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" ");
    expect([await valueOf(page), await valueOf(page, "g")]).toEqual(["gt(size,1) ", "eq(a,1)"]);
    expect(await labels(page, "g")).toEqual(["a is 1"]);
    expect(await page.evaluate("globalThis.kept = f, kept.remove(), kept.value")).toBe("gt(size,1) ");
    await page.evaluate("kept.value = 'lt(size,1)', there.append(kept)");
    expect([await valueOf(page), await labels(page)]).toEqual(["lt(size,1)", ["size is less than 1"]]);
    await page.locator("#f .cm-content").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("gt(siz");
    await page.locator("#f .cm-tooltip-autocomplete li", { hasText: "size" }).waitFor();
    await page.evaluate("document.body.append(f)");
    expect(await valueOf(page)).toBe("gt(siz)");
    await page.locator("#f .cm-content").click();
    await page.keyboard.press("Control+z");
    expect(await valueOf(page)).not.toBe("gt(siz)");
  });

  it("reads properties that were set before it was defined, and a catalog that comes later", async () => {
    const page = await open(`<tamis-filter id="f" value="eq(nmae,'x')"></tamis-filter>`);
    expect(await message(page).innerText()).toBe("");
    await page.evaluate(`f.catalog = ${JSON.stringify(CATALOG)}`);
    expect(await message(page).innerText()).toContain("Did you mean 'name'?");
    expect(await page.evaluate("f.catalog.name")).toBe("reports");
    await page.evaluate("f.setAttribute('catalog', '{')");
    expect(await page.evaluate("f.catalogProblems[0].message")).toContain("Not JSON");
    expect(await page.evaluate("f.catalog")).toBe(undefined);
    expect(await message(page).innerText()).toBe("");
    await page.evaluate(`f.setAttribute('catalog', '{"name":"x","members":{"nmae":"string"}}')`);
    expect(
      await page.evaluate("[f.catalogProblems.length, f.diagnostics.length, f.expression.callee]"),
    ).toEqual([0, 0, "eq"]);
    const early = await page.evaluate(`(() => {
      const later = document.createElement("later-filter");
      later.value = "gt(size,3)";
      document.body.append(later);
      customElements.define("later-filter", class extends customElements.get("tamis-filter") {});
      return [later.value, Object.hasOwn(later, "value"), later.conditions[0].label];
    })()`);
    expect(early).toEqual(["gt(size,3)", false, "size is greater than 3"]);
  });

  it("completes values from a provider, and describes conditions with a function of the page", async () => {
    const page = await open(`<tamis-filter id="f" ${attribute} value="gt(size,1)"></tamis-filter>`);
    await page.evaluate("f.values = async ({ member, prefix }) => [prefix + 'ris of ' + member], undefined");
    await page.evaluate("f.describe = (node) => '<b>' + node.callee + '</b>', undefined");
    expect(await labels(page)).toEqual(["<b>gt</b>"]);
    await page.locator("#f .cm-content").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("eq(name,'Pa");
    await page.locator("#f .cm-tooltip-autocomplete li", { hasText: "Paris of name" }).waitFor();
  });

  it("is a box for an order too, whose text buttons of the page change, undo and format", async () => {
    const page = await open(`<tamis-filter id="f" kind="sortBy" ${attribute} value="nmae"></tamis-filter>`);
    await page.getByRole("button", { name: "Write name" }).click();
    expect(await focused(page)).toBe("Order");
    await page.keyboard.type(":desc");
    await page.locator("#f .cm-tooltip-autocomplete li", { hasText: "descending" }).waitFor();
    await page.waitForTimeout(100);
    await page.keyboard.press("Enter");
    expect(await valueOf(page)).toBe("name:descending");
    expect(await page.evaluate("[f.diagnostics.length, f.conditions.length, f.expression ?? null]")).toEqual([
      0,
      0,
      null,
    ]);
    expect(await page.getByRole("button", { name: "Add condition" }).count()).toBe(0);
    await eventsOf(page);
    await page.evaluate("f.replaceValue('size ,name')");
    expect(await eventsOf(page)).toEqual([]);
    const after = (method: string) => page.evaluate<string>(`f.${method}(), f.value`);
    expect([await after("format"), await after("undo"), await after("undo"), await after("redo")]).toEqual([
      "size, name",
      "size ,name",
      "name:descending",
      "size ,name",
    ]);
    const events = (await eventsOf(page)).map(({ type, detail }) => `${type} ${detail.value}`);
    expect(events.slice(0, 2)).toEqual(["input size, name", "change size, name"]);
    expect(events).toHaveLength(8);
    await page.evaluate("f.kind = 'filter', f.value = 'enabled', undefined");
    expect(await labels(page)).toEqual(["enabled is true"]);
    expect(await page.getByRole("textbox", { name: "Filter" }).count()).toBe(1);
  });

  it("speaks German in a German page", async () => {
    const page = await open(
      `<div lang="de"><tamis-filter id="f" ${attribute} value="gt(size,1)"></tamis-filter></div>`,
    );
    expect(
      await page.getByRole("button", { name: "Bedingung entfernen: size ist größer als 1" }).count(),
    ).toBe(1);
  });

  it("shows at most 50 conditions", async () => {
    const value = `and(${Array.from({ length: 120 }, (_, i) => `gt(size,${i})`).join(",")})`;
    const page = await open(`<tamis-filter id="f" ${attribute} value="${value}"></tamis-filter>`);
    expect(await labels(page)).toHaveLength(50);
    expect(await page.locator("#f .more").innerText()).toBe("and 70 more");
  });

  it.each(["light", "dark"] as const)("has no violation that axe finds: %s", async (colorScheme) => {
    const page = await open(
      `<label for="f">Reports</label><tamis-filter id="f" ${attribute} value="and(eq(nmae,'x'),gt(size,1))"></tamis-filter>
       <tamis-filter id="g" label="Empty" placeholder="gt(size,10)" required ${attribute}></tamis-filter>
       <tamis-filter id="h" label="Off" disabled value="gt(size,10)"></tamis-filter>
       <tamis-filter id="r" label="Read" readonly value="and(gt(size,10),in(state,'a','b'),not(enabled))"></tamis-filter>`,
      { colorScheme },
    );
    await page.evaluate(AXE);
    const check = () =>
      page.evaluate<unknown[]>(
        "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ target, failureSummary }) => [String(target), failureSummary])]))",
      );
    await settled(page, "f");
    expect(await check()).toEqual([]);
    await page.locator("#g .cm-content").click();
    await page.keyboard.type("and(gt(size,1),n");
    // axe fails if an element disappears while it looks. Wait for the list of the last letter and for the message.
    await expect
      .poll(() => page.locator("#g .cm-tooltip-autocomplete li").count(), { timeout: 20_000 })
      .toBe(5);
    await page.locator("#g .cm-completionInfo").waitFor();
    await message(page, "g").filter({ hasText: /./ }).waitFor();
    await settled(page, "g");
    expect(await check()).toEqual([]);
  });

  it("has caused no error, and no violation of a strict content security policy", () => {
    expect(opened.length).toBeGreaterThan(8);
    expect(opened.flatMap(({ failures }) => failures)).toEqual([]);
  });
});
