import { execFile } from "node:child_process";
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
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { isTried } from "../effort.ts";
import { compileErrors } from "./examples/compile.ts";
import { examplesOf } from "./examples/extract.ts";
import { instrument } from "./examples/instrument.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pages = ["README.md", "grammar.md", ...readdirSync(`${root}docs`).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith(".md"),
);
const examples = pages.flatMap((page) => examplesOf(page, readFileSync(join(root, page), "utf8")));
const named = examples.map((example) => ({
  ...example,
  name: `${example.page.replaceAll("/", "-")}-${example.line}`,
  // Errors then show the lines of the page.
  padded: "\n".repeat(example.line - 1) + example.code,
}));
const runnable = named.filter(({ fragment }) => fragment === undefined);
/** Fragments that other tests run, or that need a server. Those of the architecture are parts of files. */
const complete = named
  .filter(({ fragment, page }) => fragment !== undefined && page !== "docs/architecture.md")
  .map(({ name, padded }) => ({
    name,
    padded: `/// <reference lib="dom" />${padded.replaceAll('"npm:', '"')}`,
  }));

interface Run {
  readonly file: string;
  readonly problems: readonly string[];
  readonly checked: readonly number[];
}

/** Runs modules in one process of Node, in a folder with the example data. */
async function runModules(modules: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, Run>> {
  const folder = mkdtempSync(join(tmpdir(), "tamis-examples-"));
  try {
    const files = [...modules].map(([name, code]) => {
      mkdirSync(join(folder, name));
      symlinkSync(`${root}examples`, join(folder, name, "examples"));
      writeFileSync(join(folder, name, "package.json"), '{ "type": "module" }');
      const file = join(folder, name, "example.ts");
      writeFileSync(file, `${code}\nexport {};\n`);
      return file;
    });
    const preloaded = `${root}test/documentation/examples/resolve-tamis.ts`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--import", preloaded, `${root}test/documentation/examples/run.ts`, ...files],
      { cwd: folder, timeout: 120_000 },
    );
    const runs = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Run);
    return new Map([...modules.keys()].map((name, i) => [name, runs[i]!]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("the TypeScript examples of the pages", () => {
  const instrumented = new Map(runnable.map(({ name, padded }) => [name, instrument(padded)]));
  let runs: ReadonlyMap<string, Run>;
  beforeAll(async () => {
    runs = await runModules(new Map([...instrumented].map(([name, { code }]) => [name, code])));
  }, 120_000);

  it.runIf(isTried("documentation/examples: types"))(
    "compile strictly, each by itself",
    () => {
      const files = [...runnable, ...complete].map(
        ({ name, padded }) => [`examples/${name}.ts`, `${padded}\nexport {};\n`] as const,
      );
      // The wrong examples show that errors are found. They are part of the same program because it takes seconds.
      const wrong = [
        ["examples/wrong-type.ts", '\nimport { print } from "tamis";\nprint(1);\nexport {};\n'],
        ["examples/wrong-import.ts", 'import { printed } from "tamis";\nexport const x = printed;\n'],
      ] as const;
      expect(compileErrors(root, new Map([...files, ...wrong]))).toEqual([
        expect.stringMatching(/^wrong-type\.ts:3: Argument of type 'number'/),
        expect.stringMatching(/^wrong-import\.ts:1: .*no exported member/),
      ]);
    },
    300_000,
  );

  it.each(runnable.map(({ page, line, name }) => [`${page}:${line}`, name]))(
    "%s runs, with the results that it shows",
    (_, name) => {
      const { problems, checked } = runs.get(name)!;
      expect(problems).toEqual([]);
      // Each shown result was reached.
      expect([...new Set(checked)].sort((a, b) => a - b)).toEqual(instrumented.get(name)!.checks);
    },
  );

  it("are fragments only where the page names the reason", () => {
    // Other tests run them: guides.test.ts against a server, and those of the element in a page.
    const elsewhere = ["docs/guides.md", "docs/element.md"];
    const fragments = examples.filter(
      ({ fragment, page }) => fragment !== undefined && !elsewhere.includes(page),
    );
    expect(fragments.map(({ page }) => page)).toEqual(["README.md", "docs/architecture.md"]);
  });
});

describe("the test of the examples", () => {
  it("reports exceptions, wrong results, and results that are not reached", async () => {
    const codes = new Map([
      [
        "right",
        "const a = [1, 2]; // => [1, …]\na.length; // => 2\nconsole.log({ x: a }); // => { x: [1, 2] }",
      ],
      ["open", "({ ok: true, more: 1 }); // => { ok: true, … }\nnew Uint8Array(2); // => Uint8Array"],
      ["wrong", "1 + 1; // => 3\n({ a: 1, b: 2 });\n// => { a: 1 }\n[1, 2]; // => [1]"],
      ["throws", "1; // => 1\nthrow new Error('stop');\n2; // => 2"],
      ["rejects", "await Promise.reject(new Error('later'));"],
    ]);
    const runs = await runModules(new Map([...codes].map(([name, code]) => [name, instrument(code).code])));
    expect(runs.get("right")).toMatchObject({ problems: [], checked: [1, 2, 3] });
    expect(runs.get("open")).toMatchObject({ problems: [], checked: [1, 2] });
    expect(runs.get("wrong")!.problems).toEqual([
      "line 1: got 2",
      "line 3: got { a: 1, b: 2 }",
      "line 4: got [ 1, 2 ]",
    ]);
    expect(runs.get("throws")).toMatchObject({ problems: [expect.stringContaining("stop")], checked: [1] });
    expect(runs.get("rejects")!.problems).toEqual([expect.stringContaining("later")]);
  });

  it("rejects comments that belong to no value, and blocks that would never run", () => {
    expect(() => instrument("if (1) {\n} // => 1")).toThrow("line 2: the comment belongs to no value");
    expect(() => instrument("1; // => about 1")).toThrow("not a value: about 1");
    expect(() => examplesOf("a.md", "```typescript\n1;\n```")).toThrow("a.md:1: write `ts`");
    expect(() => examplesOf("a.md", "```ts ignore\n1;\n```")).toThrow("got `ts ignore`");
    expect(() => examplesOf("a.md", "```ts\n1;")).toThrow("no end");
    expect(examplesOf("a.md", "```ts fragment: internal\n1;\n```\n  ```ts\n  2;\n  ```")).toEqual([
      { page: "a.md", line: 2, code: "1;", fragment: "internal" },
      { page: "a.md", line: 5, code: "2;", fragment: undefined },
    ]);
  });
});
