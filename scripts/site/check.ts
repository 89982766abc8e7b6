import { existsSync, globSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { CHROMIUM, startChromium } from "../../test/browser/chromium.ts";
import { PLAYGROUND } from "./playground-links.ts";

/*
 * Checks the built site: `npm run site:check`, or `npm run site:check -- sql.html` for some pages. Every link and anchor exists. In Chromium, if it is installed, each page of text is
 * small and appears soon, axe-core finds nothing, and no request leaves the site.
 */

const FOLDER = fileURLToPath(new URL(".vitepress/dist/", import.meta.url));
const MAX_FIRST_CONTENT_MS = 1_000;
const MAX_BYTES = 200_000;
const VIEWS = [
  ["light", 1280],
  ["dark", 1280],
  ["light", 360],
  ["dark", 360],
] as const;
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
};

const pages = globSync("**/*.html", { cwd: FOLDER }).filter((file) => !file.startsWith(PLAYGROUND));
const chosen = process.argv.slice(2);
const LOADING = `({
  milliseconds: Math.round(performance.getEntriesByName("first-contentful-paint")[0].startTime),
  bytes: performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource"))
    .reduce((sum, { transferSize }) => sum + transferSize, 0),
})`;

let slowest = { file: "", milliseconds: 0 };
let largest = { file: "", bytes: 0 };
const problems: string[] = deadLinks();
if (CHROMIUM === undefined) console.warn("Chromium is not installed. Only the links are checked.");
else await checkInChromium();
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${pages.length} pages have no problem.`);
console.log(
  `Slowest first content: ${slowest.milliseconds} ms, ${slowest.file}. Most bytes: ${largest.bytes}, ${largest.file}.`,
);

function deadLinks(): string[] {
  const texts = new Map(pages.map((file) => [file, readFileSync(join(FOLDER, file), "utf8")]));
  const anchors = new Map(
    [...texts].map(([file, text]) => [
      file,
      new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)),
    ]),
  );
  const links = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, link]) => [file, link!] as const),
  );
  return links.flatMap(([file, link]) => {
    const { pathname, hash, host } = new URL(link.replaceAll("&amp;", "&"), `http://site/${file}`);
    if (host !== "site") return [];
    const target = fileAt(decodeURIComponent(pathname));
    const anchor = decodeURIComponent(hash.slice(1));
    if (target === undefined) return [`${file}: no page at ${link}`];
    const isMissing = anchor !== "" && anchors.get(target)?.has(anchor) === false;
    return isMissing ? [`${file}: no anchor at ${link}`] : [];
  });
}

/** Returns the file that a static server sends for a path. */
function fileAt(path: string): string | undefined {
  const name = path.slice(1);
  const names = path.endsWith("/") ? [`${name}index.html`] : [name, `${name}.html`];
  return names.find((file) => existsSync(join(FOLDER, file)) && extname(file) !== "");
}

async function checkInChromium(): Promise<void> {
  // Static hosts compress files.
  const server = createServer((request, response) => {
    const file = fileAt(decodeURIComponent(new URL(request.url!, "http://site").pathname));
    if (file === undefined) return response.writeHead(404).end();
    const content = gzipSync(readFileSync(join(FOLDER, file)));
    response.setHeader("content-type", TYPES[extname(file)] ?? "application/octet-stream");
    return response.setHeader("content-encoding", "gzip").end(content);
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const queue = pages.filter((name) => chosen.length === 0 || chosen.includes(name));
  // Tabs in the background of a browser paint nothing, so each browser has one tab at a time.
  const checkInBrowser = async () => {
    const browser = await startChromium();
    // The first page takes longer, because the browser starts.
    const first = await browser.newPage();
    await first.goto(`${url}changelog.html`);
    await first.close();
    for (let file = queue.pop(); file !== undefined; file = queue.pop())
      problems.push(...(await checkPage(browser, url, file)));
    await browser.close();
  };
  await Promise.all([checkInBrowser(), checkInBrowser()]);
  server.close();
  server.closeAllConnections();
}

async function checkPage(browser: Browser, url: string, file: string): Promise<readonly string[]> {
  const found: string[] = [];
  const context = await browser.newContext();
  const page = await context.newPage();
  page.on("pageerror", (error) => found.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith("data:"))
      found.push(`requests ${request.url()}`);
  });
  await page.goto(`${url}${file}`, { waitUntil: "networkidle" });
  await page.waitForFunction('performance.getEntriesByName("first-contentful-paint").length > 0');
  const { milliseconds, bytes } = await page.evaluate<Loading>(LOADING);
  if (milliseconds > slowest.milliseconds) slowest = { file, milliseconds };
  if (bytes > largest.bytes) largest = { file, bytes };
  if (milliseconds > MAX_FIRST_CONTENT_MS) found.push(`first content after ${milliseconds} ms`);
  if (bytes > MAX_BYTES && !file.startsWith("api/")) found.push(`${bytes} bytes`);
  await page.evaluate(axe.source);
  // The pages of the API have one template, so each is checked in one view.
  const views = file.startsWith("api/") ? [VIEWS[file.length % VIEWS.length]!] : VIEWS;
  for (const [colorScheme, width] of views) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    found.push(...(await violations(page)).map((violation) => `${colorScheme}, ${width} px: ${violation}`));
  }
  await context.close();
  return found.map((problem) => `${file}: ${problem}`);
}

interface Loading {
  readonly milliseconds: number;
  readonly bytes: number;
}

async function violations(page: Page): Promise<readonly string[]> {
  const found = await page.evaluate<
    readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[]
  >(
    `document.documentElement.scrollWidth > innerWidth
      ? Promise.resolve([{ id: "the page is wider than the window", nodes: [{ html: "" }] }])
      : axe.run({ resultTypes: ["violations"] }).then(({ violations }) => JSON.parse(JSON.stringify(violations)))`,
  );
  return found.map(({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]!.html.slice(0, 200)}`);
}
