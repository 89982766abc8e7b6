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

// The page of wrong addresses is a part of VitePress, and the playground has tests of its own.
const pages = globSync("**/*.html", { cwd: FOLDER }).filter(
  (file) => !file.startsWith(PLAYGROUND) && file !== "404.html",
);
const chosen = process.argv.slice(2);
const LOADING = `({
  milliseconds: Math.round(performance.getEntriesByName("first-contentful-paint")[0].startTime),
  bytes: performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource"))
    .reduce((sum, { transferSize }) => sum + transferSize, 0),
})`;

let slowest = { file: "", milliseconds: 0 };
let largest = { file: "", bytes: 0 };
const problems: string[] = [];

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
  // Static hosts send files that are already compressed.
  const compressed = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const file = fileAt(decodeURIComponent(new URL(request.url!, "http://site").pathname));
    if (file === undefined) return response.writeHead(404).end();
    const content = compressed.get(file) ?? gzipSync(readFileSync(join(FOLDER, file)));
    compressed.set(file, content);
    response.setHeader("content-type", TYPES[extname(file)] ?? "application/octet-stream");
    return response.setHeader("content-encoding", "gzip").end(content);
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const checked = pages.filter((name) => chosen.length === 0 || chosen.includes(name));
  const timed = await startChromium();
  for (const file of checked) problems.push(...(await loadPage(timed, url, file)));
  await timed.close();
  const queue = [...checked];
  // Tabs in the background of a browser paint nothing, so each browser has one tab at a time.
  const checkInBrowser = async () => {
    const browser = await startChromium();
    for (let file = queue.pop(); file !== undefined; file = queue.pop())
      problems.push(...(await checkPage(browser, url, file)));
    await browser.close();
  };
  await Promise.all([checkInBrowser(), checkInBrowser()]);
  server.close();
  server.closeAllConnections();
}

const MAX_LOADS = 4;

/** Loads a page until its first content appears soon: other work on the machine also delays it. */
async function loadPage(browser: Browser, url: string, file: string): Promise<readonly string[]> {
  let milliseconds = Infinity;
  let bytes = 0;
  for (let i = 0; i < MAX_LOADS && milliseconds > MAX_FIRST_CONTENT_MS; i++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${url}${file}`, { waitUntil: "networkidle" });
    await page.waitForFunction('performance.getEntriesByName("first-contentful-paint").length > 0');
    const loading = await page.evaluate<Loading>(LOADING);
    milliseconds = Math.min(milliseconds, loading.milliseconds);
    bytes = loading.bytes;
    await context.close();
  }
  if (milliseconds > slowest.milliseconds) slowest = { file, milliseconds };
  if (bytes > largest.bytes) largest = { file, bytes };
  return [
    ...(milliseconds > MAX_FIRST_CONTENT_MS ? [`${file}: first content after ${milliseconds} ms`] : []),
    ...(bytes > MAX_BYTES ? [`${file}: ${bytes} bytes`] : []),
  ];
}

async function checkPage(browser: Browser, url: string, file: string): Promise<readonly string[]> {
  const found: string[] = [];
  const page = await browser.newPage();
  page.on("pageerror", (error) => found.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith("data:"))
      found.push(`requests ${request.url()}`);
  });
  await page.goto(`${url}${file}`, { waitUntil: "networkidle" });
  await page.evaluate(axe.source);
  // The pages of the API have one template, so each is checked in one view.
  const views = file.startsWith("api/") ? [VIEWS[file.length % VIEWS.length]!] : VIEWS;
  for (const [colorScheme, width] of views) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    found.push(...(await violations(page)).map((violation) => `${colorScheme}, ${width} px: ${violation}`));
  }
  await page.close();
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

problems.push(...deadLinks());
if (CHROMIUM === undefined) console.warn("Chromium is not installed. Only the links are checked.");
else await checkInChromium();
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${pages.length} pages have no problem.`);
console.log(
  `Slowest first content: ${slowest.milliseconds} ms, ${slowest.file}. Most bytes: ${largest.bytes}, ${largest.file}.`,
);
