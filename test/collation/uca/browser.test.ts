/**
 * Compares the built package in a browser with the same files in Node. The browser is `CHROMIUM` or a program with one of
 * the usual names. Skipped without a browser.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type * as Uca from "../../../src/collation/uca/index.ts";
import { pairOfTexts, random } from "./random-strings.ts";

const DIST = new URL("../../../dist/", import.meta.url);
const LOCALES = ["und", "ar", "cs", "da", "de-u-co-phonebk", "fr-CA", "ja", "ko", "th", "zh"];

/** Returns a hash of all orders and keys per locale. Runs in Node and in the browser, so it uses its parameters only. */
async function digest(
  uca: Pick<typeof Uca, "createCollation" | "loadCollations">,
  locales: readonly string[],
  texts: readonly string[],
): Promise<Record<string, string>> {
  await uca.loadCollations(...locales);
  const digests: Record<string, string> = {};
  for (const locale of locales) {
    let hash = 0x811c9dc5;
    let bytes = 0;
    const add = (byte: number): void => {
      hash = Math.imul(hash ^ (byte & 0xff), 0x01000193) >>> 0;
      bytes++;
    };
    for (const strength of ["primary", "tertiary", "identical"] as const) {
      const collation = uca.createCollation({ locale, strength });
      texts.forEach((text, i) => {
        collation.sortKey(text).forEach(add);
        add(collation.compare(texts[i === 0 ? 0 : i - 1]!, text));
      });
    }
    digests[locale] = `${hash.toString(16)} of ${bytes}`;
  }
  return digests;
}

function findBrowser(): string | undefined {
  const { CHROMIUM } = process.env;
  const names = [
    ...(CHROMIUM === undefined ? [] : [CHROMIUM]),
    "chromium",
    "chromium-browser",
    "google-chrome",
  ];
  return names.find((name) => spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0);
}

/** Serves the built files and a page that computes the hashes. Resolves with the result that the page sends back. */
async function inBrowser(browser: string, texts: readonly string[]): Promise<unknown> {
  const page = `<!doctype html><script type="module">
    const send = (answer) => fetch("/answer", { method: "POST", body: JSON.stringify(answer) });
    try {
      const [uca, [locales, texts]] = await Promise.all([
        import("/collation/uca.js"),
        fetch("/texts").then((response) => response.json()),
      ]);
      ${digest.toString()}
      await send(await digest(uca, locales, texts));
    } catch (error) {
      await send(String(error));
    }
  </script>`;
  const answer = Promise.withResolvers<unknown>();
  const server = createServer((request, response) => {
    const reply = (type: string, body: string | Buffer): void => {
      response.writeHead(200, { "content-type": type }).end(body);
    };
    const { pathname } = new URL(request.url!, "http://localhost");
    if (pathname === "/") reply("text/html", page);
    else if (pathname === "/texts") reply("application/json", JSON.stringify([LOCALES, texts]));
    else if (pathname === "/answer") {
      let body = "";
      request.on("data", (part: Buffer) => (body += part.toString()));
      request.on("end", () => {
        reply("text/plain", "");
        answer.resolve(JSON.parse(body));
      });
    } else if (/^(?:\/[\w-]+)+\.js$/.test(pathname)) {
      reply("text/javascript", readFileSync(new URL(`.${pathname}`, DIST)));
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const profile = mkdtempSync(join(tmpdir(), "browser-"));
  const { port } = server.address() as AddressInfo;
  const flags = [
    ..."headless no-sandbox disable-gpu disable-quic no-first-run disable-background-networking".split(" "),
    ..."disable-component-update disable-sync".split(" "),
    `user-data-dir=${profile}`,
  ];
  const child = spawn(
    browser,
    [...flags.map((flag) => `--${flag}`), "--remote-debugging-port=0", `http://127.0.0.1:${port}/`],
    { stdio: "ignore" },
  );
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  void ended.then(() => answer.reject(new Error("The browser ended without a result.")));
  try {
    return await answer.promise;
  } finally {
    child.kill();
    await ended;
    server.close();
    server.closeAllConnections();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

it("keys and orders are the same in a browser and in Node", async ({ skip }) => {
  const browser = findBrowser();
  if (browser === undefined) skip("No browser found. Install chromium or set CHROMIUM.");
  const next = random(2026);
  const texts = Array.from({ length: 2000 }, () => pairOfTexts(next)).flat();
  const built = (await import(fileURLToPath(new URL("collation/uca.js", DIST)))) as typeof Uca;
  const here = await digest(built, LOCALES, texts);
  expect(new Set(Object.values(here)).size).toBe(LOCALES.length);
  expect(await inBrowser(browser!, texts)).toEqual(here);
  const otherwise = await digest(built, LOCALES, [...texts.slice(1), texts[0]!]);
  expect(Object.values(otherwise)).not.toContain(here["und"]);
});
