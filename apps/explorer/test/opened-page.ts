/** Opens the built explorer in Chromium, as `tamis serve` has it. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions, ConsoleMessage, Page } from "playwright-core";
import { serve, type Serving } from "../../cli/test/serve/running-server.ts";
import { CHROMIUM, startChromium } from "../../../test/browser/chromium.ts";

export const FOLDER = fileURLToPath(new URL("../../../dist/explorer/", import.meta.url));

const isBuilt = existsSync(`${FOLDER}page.js`);
if (!isBuilt) console.warn("The explorer is not built, so its tests are skipped. Run npm run build first.");

export const canOpen = isBuilt && CHROMIUM !== undefined;

const ROWS = "#count strong";

export interface OpenedExplorer {
  readonly url: string;
  /** Errors of all opened pages, with violations of the Content-Security-Policy. */
  readonly errors: readonly string[];
  /** Addresses of requests to other hosts. */
  readonly foreign: readonly string[];
  /**
   * Opens a new page with its own storage, and waits for its rows and editors.
   *
   * @param shown selector of what the page shows then. Default: the number of rows
   * @param target path with its query, or an address. Default: the examples
   */
  readonly open: (target?: string, options?: BrowserContextOptions, shown?: string) => Promise<Page>;
  /** Forgets the errors of requests that a test expected to fail. */
  readonly forgetErrors: () => void;
  readonly stop: () => Promise<void>;
}

export async function startExplorer(args: readonly string[] = []): Promise<OpenedExplorer> {
  const serving: Serving = await serve([
    "examples/data/places.ndjson",
    "examples/data/rivers.ndjson",
    "--log",
    "none",
    ...args,
  ]);
  const browser: Browser = await startChromium();
  const errors: string[] = [];
  const foreign: string[] = [];
  const { url } = serving;
  return {
    url,
    errors,
    foreign,
    open: async (target = "/playground", options = {}, shown = ROWS) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      const page = await context.newPage();
      // Without this function, a page downloads files. With it, Chromium opens a window that tests cannot see.
      await page.addInitScript("delete window.showSaveFilePicker");
      page.setDefaultTimeout(15_000);
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error" && !isOfBrowser(message))
          errors.push(`${message.text()} ${message.location().url}`);
      });
      page.on("request", (request) => {
        if (!/^(?:http:\/\/127\.0\.0\.1:|file:|blob:)/.test(request.url())) foreign.push(request.url());
      });
      await page.goto(new URL(target, url).href);
      await page.locator(shown).first().waitFor();
      // The editors follow the rows.
      if (shown === ROWS) await page.locator("#filter .cm-content").waitFor();
      return page;
    },
    forgetErrors: () => void errors.splice(0),
    stop: async () => {
      await browser.close();
      await serving.stop();
    },
  };
}

/**
 * Returns whether the browser itself caused a message:
 * - When text is typed over colored text, Chromium inserts it with a `style` attribute, which the policy blocks. CodeMirror
 *   replaces the element anyway. A violation by a script or by the document has a line.
 * - Without a network, Chromium fails to load the icon again.
 */
function isOfBrowser(message: ConsoleMessage): boolean {
  const { url, lineNumber } = message.location();
  const isTyped = lineNumber === 0 && message.text().startsWith("Applying inline style");
  return isTyped || url.endsWith("/icon.svg");
}

/** Replaces the filter as if a person had pasted it. */
export async function writeFilter(page: Page, text: string): Promise<void> {
  await page.locator("#filter .cm-content").click();
  await page.keyboard.press("Control+a");
  // Chromium does not always delete the selection if an empty text is inserted.
  if (text === "") await page.keyboard.press("Delete");
  else await page.keyboard.insertText(text);
  await page.keyboard.press("Escape");
}

export const filterOf = (page: Page) => page.locator("#filter .cm-content").innerText();

/** Waits until the line above the table begins with a text, such as "3 of 243 rows". */
export async function waitForCount(page: Page, text: string): Promise<void> {
  await page.locator("#count", { hasText: new RegExp(`^${text}`) }).waitFor();
}

/** Drops a file on the page, as from the desktop. */
export async function dropFile(page: Page, name: string, content: Uint8Array | string): Promise<void> {
  const base64 = JSON.stringify(Buffer.from(content).toString("base64"));
  const transfer = await page.evaluateHandle(`(() => {
    const bytes = Uint8Array.from(atob(${base64}), (character) => character.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], ${JSON.stringify(name)}));
    return data;
  })()`);
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
}

/** The keyboard of a person who uses no mouse. */
export function keyboardOf(page: Page) {
  const focused = () =>
    page.evaluate<string>(`(() => {
      const active = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
      return active?.ariaLabel ?? (active?.labels?.[0] ?? active)?.textContent ?? "";
    })()`);
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  return {
    press,
    /** Presses Tab until the focus is on an element with a label or a text. */
    tabTo: async (name: RegExp, key = "Tab") => {
      for (let i = 0; i < 80; i++) {
        if (name.test(await focused())) return;
        await press(key);
      }
      throw new Error(`${key} does not reach ${name.source}.`);
    },
  };
}
