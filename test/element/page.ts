import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");

/** Allows scripts of the same origin and nothing else, so no styles in attributes and elements. */
export const STRICT = "default-src 'none'; script-src 'self'; form-action 'self'";
/** Chromium itself writes a style attribute when a person replaces selected text in an editor. */
const POLICY = `${STRICT}; style-src-elem 'none'; style-src-attr 'unsafe-inline'`;

export const CATALOG = {
  name: "reports",
  members: {
    name: { type: "string", description: "Title of the report." },
    nameOfOwner: "string",
    state: { type: "string", enum: ["open", "done"] },
    size: "integer",
    enabled: "boolean",
    created: "dateTime",
  },
} as const;

export const asAttribute = (value: unknown) =>
  JSON.stringify(value).replaceAll("&", "&amp;").replaceAll("'", "&#39;");

export interface OpenPage {
  readonly page: Page;
  /** Errors of scripts, and violations of the content security policy. */
  readonly failures: readonly string[];
}

interface PageOptions {
  readonly colorScheme?: "light" | "dark";
  readonly width?: number;
  readonly policy?: string;
}

/** Opens a page with the file of the element as `npm run build` writes it. `body` is markup. */
export async function openPage(
  browser: Browser,
  body: string,
  { colorScheme = "light", width = 840, policy = POLICY }: PageOptions = {},
): Promise<OpenPage> {
  const page = await browser.newPage({ colorScheme, viewport: { width, height: 700 } });
  const failures: string[] = [];
  page.on("pageerror", (error) => failures.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") failures.push(message.text());
  });
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Reports</title>
    <meta name="color-scheme" content="light dark"><script type="module" src="/tamis-filter.js"></script></head>
    <body><main><h1>Reports</h1>${body}</main></body></html>`;
  await page.route("**/*", async (route) => {
    const { pathname } = new URL(route.request().url());
    const isScript = pathname === "/tamis-filter.js";
    await route.fulfill({
      contentType: isScript ? "text/javascript" : "text/html; charset=utf-8",
      body: isScript ? read("dist/tamis-filter.js") : pathname === "/" ? html : "",
      headers: { "content-security-policy": policy },
    });
  });
  await page.goto("https://reports.example/");
  await page.evaluate(`(async () => {
    await customElements.whenDefined("tamis-filter");
    globalThis.events = [];
    for (const type of ["input", "change"])
      document.addEventListener(type, ({ target, detail }) => events.push({ type, id: target.id, detail }));
    // Axe takes an unset background for white.
    document.documentElement.style.background = "light-dark(#fff, #121212)";
  })()`);
  return { page, failures };
}

export const AXE = read("node_modules/axe-core/axe.min.js");
