import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser } from "playwright-core";
import { isInstalled } from "../../../scripts/install-packages.ts";
import { CHROMIUM, startChromium } from "../../browser/chromium.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const HERE = join(ROOT, "test/element/frameworks");
const PACKAGES = join(HERE, "node_modules");

/** Files of a page for each framework. The examples of docs/element.md are among them. */
const FRAMEWORKS = {
  react: { heading: "React 19", file: "react.tsx", source: "react" },
  preact: { heading: "Preact", file: "preact.tsx", source: "preact" },
  solid: { heading: "Solid", file: "solid.tsx", source: "solid-js" },
  vue: {
    heading: "Vue 3",
    file: "App.vue",
    main: 'import { createApp } from "vue";\ncreateApp(App).mount("#app");\n',
  },
  svelte: {
    heading: "Svelte 5",
    file: "App.svelte",
    main: 'import { mount } from "svelte";\nmount(App, { target: document.querySelector("#app") });\n',
  },
} as const;
type Framework = (typeof FRAMEWORKS)[keyof typeof FRAMEWORKS];

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: "es2023",
    lib: ["es2024", "dom", "dom.iterable"],
    module: "esnext",
    moduleResolution: "bundler",
    jsx: "react-jsx",
    verbatimModuleSyntax: true,
    skipLibCheck: true,
    // The package is linked, and must find the frameworks of the application.
    preserveSymlinks: true,
    types: ["svelte"],
  },
  vueCompilerOptions: { strictTemplates: true },
};

const folder = mkdtempSync(join(tmpdir(), "tamis-frameworks-"));

function exampleOf({ heading, file }: Framework): string {
  const docs = readFileSync(join(ROOT, "docs/element.md"), "utf8");
  const section = docs.slice(docs.indexOf(`### ${heading}\n`));
  return new RegExp(`\`\`\`${file.replace(/.*\./, "")}\n([^]*?)\`\`\``).exec(section)![1]!;
}

function writeExample(framework: Framework): void {
  const pragma = "source" in framework ? `/** @jsxImportSource ${framework.source} */\n` : "";
  writeFileSync(join(folder, framework.file), pragma + exampleOf(framework));
}

describe.skipIf(!isInstalled("test/element/frameworks"))(
  "<tamis-filter> in frameworks",
  { timeout: 120_000 },
  () => {
    beforeAll(() => {
      mkdirSync(join(folder, "node_modules"));
      const link = (from: string, name: string) =>
        symlinkSync(from, join(folder, "node_modules", name), "junction");
      for (const name of readdirSync(PACKAGES)) if (!name.startsWith(".")) link(join(PACKAGES, name), name);
      link(ROOT, "tamis");
      for (const framework of Object.values(FRAMEWORKS)) {
        writeExample(framework);
        if ("main" in framework)
          writeFileSync(
            join(folder, `${framework.file}.js`),
            `import App from "./${framework.file}";\n${framework.main}`,
          );
      }
      const include = ["*.tsx", "*.vue", "*.svelte"];
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ ...TSCONFIG, include }));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    /** Runs a type checker, and returns what it reports. */
    function check(program: string, ...args: readonly string[]): string {
      const { stdout, status } = spawnSync(process.execPath, [join(PACKAGES, program), ...args], {
        cwd: folder,
        encoding: "utf8",
      });
      return status === 0 ? "" : stdout;
    }
    const checkAll = () =>
      check("vue-tsc/bin/vue-tsc.js", "--noEmit") +
      check("svelte-check/bin/svelte-check", "--tsconfig", "./tsconfig.json", "--output", "machine");

    it("has types in each, which reject wrong properties", () => {
      expect(checkAll()).toBe("");
      for (const framework of Object.values(FRAMEWORKS)) {
        const wrong = framework.file === "App.vue" ? ':label="5"' : "label={5}";
        const path = join(folder, framework.file);
        writeFileSync(path, readFileSync(path, "utf8").replace('label="Filter of reports"', wrong));
      }
      const reported = checkAll();
      for (const framework of Object.values(FRAMEWORKS)) {
        writeExample(framework);
        expect(reported).toContain(framework.file);
      }
    });

    describe.skipIf(CHROMIUM === undefined)("in Chromium", () => {
      let browser: Browser;
      beforeAll(async () => {
        browser = await startChromium();
      }, 120_000);
      afterAll(() => browser.close());

      it.each(Object.entries(FRAMEWORKS))(
        "takes properties from %s, and passes the filter on",
        async (_, framework) => {
          const input = join(folder, "main" in framework ? `${framework.file}.js` : framework.file);
          const code = execFileSync(process.execPath, [join(HERE, "bundle.js"), input], {
            encoding: "utf8",
            maxBuffer: 64 * 1_048_576,
          });
          const page = await browser.newPage();
          const failures: string[] = [];
          page.on("pageerror", (error) => failures.push(String(error)));
          await page.setContent('<!doctype html><div id="app"></div>');
          await page.addScriptTag({ content: code });
          await page.getByRole("textbox", { name: "Filter of reports" }).click();
          const read = () =>
            page.evaluate<unknown[]>(`(() => {
          const box = document.querySelector("tamis-filter");
          return [box.catalog.name, box.value, box.hasAttribute("catalog"), document.querySelector("output").textContent];
        })()`);
          expect(await read()).toEqual(["reports", "gt(size,10)", false, "gt(size,10)"]);
          await page.keyboard.press("Control+a");
          await page.keyboard.insertText("lt(size,5)");
          await page.locator("output", { hasText: "lt(size,5)" }).waitFor();
          expect(await read()).toEqual(["reports", "lt(size,5)", false, "lt(size,5)"]);
          await page.keyboard.press("Control+z");
          await page.locator("output", { hasText: "gt(size,10)" }).waitFor();
          expect(failures).toEqual([]);
          await page.close();
        },
      );
    });
  },
);
