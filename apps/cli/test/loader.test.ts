import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { ProgramLoader } from "../src/loader.ts";

const folder = mkdtempSync(join(tmpdir(), "tamis-loader-"));
const cache = join(folder, "cache/query.bin");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, source: string) =>
  writeFileSync(
    join(folder, name),
    `(function (exports, require, module, __filename, __dirname) {${source}\n})\n`,
  );

beforeEach(() => {
  rmSync(join(folder, "cache"), { recursive: true, force: true });
  mkdirSync(join(folder, "parts"), { recursive: true });
  write("tamis.cjs", `exports.run = () => require("./parts/a.cjs").sum(1, 2);`);
  write("parts/a.cjs", `const { b } = require("../b.cjs"); exports.sum = (x, y) => b + x + y;`);
  write("b.cjs", `exports.b = require("node:path").sep.length; exports.file = __filename;`);
});

/** Runs the program in a new loader, and saves the cache. Returns whether the cache was written. */
function run(): { readonly result: unknown; readonly saved: boolean } {
  const loader = new ProgramLoader(folder, cache);
  const result = (loader.load("tamis.cjs") as { run: () => unknown }).run();
  const before = existsSync(cache) ? readFileSync(cache) : undefined;
  if (before !== undefined) rmSync(cache);
  loader.save();
  const saved = existsSync(cache);
  if (!saved && before !== undefined) writeFileSync(cache, before);
  return { result, saved };
}

const scripts = () => {
  const [header = ""] = readFileSync(cache, "latin1").split("\n", 1);
  return (JSON.parse(header) as { scripts: { name: string }[] }).scripts.map(({ name }) => name);
};

describe("the loader of the program", () => {
  it("runs files once, with the paths and modules that they have in Node", () => {
    const loader = new ProgramLoader(folder, cache);
    expect(loader.load("b.cjs")).toEqual({ b: 1, file: join(folder, "b.cjs") });
    expect(loader.load("b.cjs")).toBe(loader.load("b.cjs"));
  });

  it("imports packages and modules of Node", async () => {
    write("tamis.cjs", `exports.run = () => module.import("node:path");`);
    expect(await run().result).toBe(await import("node:path"));
  });

  it("saves the compiled code of all loaded files, and uses it in the next run", () => {
    expect(run()).toEqual({ result: 4, saved: true });
    expect(scripts()).toEqual(["tamis.cjs", join("parts", "a.cjs"), "b.cjs"]);
    expect(run()).toEqual({ result: 4, saved: false });
  });

  it("compiles a file again if its source has changed, also with the same length", () => {
    run();
    write("parts/a.cjs", `const { b } = require("../b.cjs"); exports.sum = (x, y) => b - x - y;`);
    expect(run()).toEqual({ result: -2, saved: true });
    expect(run()).toEqual({ result: -2, saved: false });
  });

  it("ignores a cache with a changed bit, a shorter one and one of another form", () => {
    run();
    const good = readFileSync(cache);
    for (const at of [1, 20, good.length >> 1, good.length - 1]) {
      const bad = Buffer.from(good);
      bad[at]! ^= 4;
      writeFileSync(cache, bad);
      expect(run()).toEqual({ result: 4, saved: true });
    }
    writeFileSync(cache, good);
    truncateSync(cache, good.length - 10);
    expect(run()).toEqual({ result: 4, saved: true });
    for (const text of ["", "null\n", "{}\n", `{"checksum":0,"scripts":[{}]}\n`]) {
      writeFileSync(cache, text);
      expect(run()).toEqual({ result: 4, saved: true });
    }
  });

  it("runs without a folder for the cache", () => {
    writeFileSync(join(folder, "cache"), "not a folder");
    expect(run()).toEqual({ result: 4, saved: false });
  });
});
