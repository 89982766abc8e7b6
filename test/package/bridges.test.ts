import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { afterAll, expect, it } from "vitest";
import { BRIDGES } from "tamis/bridges";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SOURCE = join(ROOT, "src/bridges");
const directory = mkdtempSync(join(tmpdir(), "tamis-bridges-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Folders with what bridges share: reports, limits and places, and the reading of infix texts. */
const SHARED = ["contract", "syntax", "../readers"];
const shared = SHARED.flatMap((folder) =>
  readdirSync(join(SOURCE, folder)).map((file) => `${folder}/${file}`),
);

/** Size in bytes of files of `src/bridges` and everything that they import, as one minified file. */
function bundledSize(name: string, files: readonly string[]): number {
  const input = join(directory, `${name}.ts`);
  writeFileSync(
    input,
    files.map((file) => `export * from ${JSON.stringify(join(SOURCE, file))};`).join("\n"),
  );
  const script = `
    import { rolldown } from "rolldown";
    const built = await rolldown({ input: ${JSON.stringify(input)}, platform: "browser", logLevel: "silent" });
    const { output } = await built.generate({ format: "esm", minify: true });
    console.log(output.map(({ code }) => code).join("\\n"));`;
  const code = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: ROOT,
    maxBuffer: 16 * 1_048_576,
  });
  return brotliCompressSync(code).length;
}

const sharedSize = bundledSize("shared", shared);

it("the parts that bridges share are at most 12 kB", () => {
  expect(sharedSize).toBeGreaterThan(3_000);
  expect(sharedSize).toBeLessThanOrEqual(12_000);
});

it.each([...BRIDGES.keys()])("the bridge %s adds at most 8 kB to the parts that bridges share", (name) => {
  const index = `src/bridges/${name}/index.ts`;
  expect(existsSync(join(ROOT, index)), `${index} is missing: it exports the bridge`).toBe(true);
  const added = bundledSize(name, [...shared, `${name}/index.ts`]) - sharedSize;
  expect(added).toBeGreaterThan(1_000);
  expect(added).toBeLessThanOrEqual(8_000);
});

/** The code of a file of the package and of all files that it loads at once. */
function loadedCode(file: string, found = new Map<string, string>()): ReadonlyMap<string, string> {
  if (found.has(file)) return found;
  const code = readFileSync(file, "utf8");
  found.set(file, code);
  for (const [, target] of code.matchAll(/^(?:import|export)\b[^;"]*"(\.[^"]+)";$/gm))
    loadedCode(join(dirname(file), target!), found);
  return found;
}

it.each([...BRIDGES.keys()])(
  "tamis/bridges/%s loads no library, no parser of tamis and no SQL compiler",
  (name) => {
    const file = join(ROOT, `dist/bridges/${name}.js`);
    const missing = `dist/bridges/${name}.js is missing: run npm run generate, which adds the entry point to package.json and builds it`;
    expect(existsSync(file), missing).toBe(true);
    const files = loadedCode(file);
    expect(files.size).toBeGreaterThan(1);
    const code = [...files.values()].join("\n");
    expect(code).toContain(`src/bridges/${name}/bridge.ts`);
    expect(code.match(/from "[^."][^"]*"|^import "[^."][^"]*"/gm)).toBeNull();
    const sources = [...code.matchAll(/^\/\/#region (src\/.*)$/gm)].map(([, file]) => file!);
    const unwanted = sources.filter((file) =>
      /^src\/(?:parser|checker|lexer|evaluator|pattern|sql|engine)\//.test(file),
    );
    expect(unwanted).toEqual([]);
    const others = [...BRIDGES.keys()].filter((other) => other !== name);
    expect(sources.filter((file) => others.includes(/^src\/bridges\/(\w+)\//.exec(file)?.[1] ?? ""))).toEqual(
      [],
    );
  },
);
