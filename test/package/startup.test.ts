import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "tamis-startup-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const hook = join(directory, "hook.cjs");
writeFileSync(
  hook,
  `process.on("exit", () => console.error(JSON.stringify({
    files: Object.keys(require.cache).filter((file) => file !== __filename),
    modules: process.moduleLoadList.filter((name) => name.startsWith("NativeModule ")).map((name) => name.slice(13)),
  })));`,
);
const data = join(directory, "data.csv");
writeFileSync(data, "name,size\nb,20\na,5\n");

/** Files and modules of Node that a command loads. */
function loaded(...args: readonly string[]) {
  const script = `${JSON.stringify(process.execPath)} -r "$HOOK" "$BIN" "$@" 2>&1 >/dev/null`;
  const out = execFileSync("sh", ["-c", script, "sh", ...args], {
    encoding: "utf8",
    env: { ...process.env, HOOK: hook, BIN: join(ROOT, "bin/tamis.cjs") },
  });
  const { files, modules } = JSON.parse(out) as { files: string[]; modules: string[] };
  const names = files.map((file) =>
    basename(file)
      .replace(/-[\w-]{8}\.cjs$/, "")
      .replace(/\.cjs$/, ""),
  );
  return { names: [...new Set(names)].toSorted(), modules };
}

it.skipIf(process.platform === "win32")(
  "the program keeps compiled code in the user's own cache folder only",
  () => {
    const cache = join(directory, "cache");
    const env = { ...process.env, XDG_CACHE_HOME: cache, TMPDIR: join(directory, "shared") };
    execFileSync(process.execPath, [join(ROOT, "bin/tamis.cjs"), "--version"], { env });
    expect(readdirSync(cache)).toEqual(["tamis"]);
    expect(existsSync(env.TMPDIR)).toBe(false);
  },
);

describe.skipIf(process.platform === "win32")("the program loads", () => {
  it("three small files for its version", () => {
    expect(loaded("--version").names).toEqual(["start", "tamis"]);
  });

  it("one file and the parser library for a query of a file", () => {
    const { names, modules } = loaded("query", data, "--filter", "gt(size,10)");
    expect(names).toEqual(["chevrotain", "rolldown-runtime", "rows", "start", "tamis"]);
    for (const module of ["zlib", "perf_hooks", "sqlite", "worker_threads"])
      expect(modules).not.toContain(module);
  });

  it("the same files for a check", () => {
    expect(loaded("check", "eq(name,'a')").names).toEqual([
      "chevrotain",
      "rolldown-runtime",
      "rows",
      "start",
      "tamis",
    ]);
  });
});
