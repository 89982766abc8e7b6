import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  `process.on("exit", () => console.error(JSON.stringify(
    process.moduleLoadList.filter((name) => name.startsWith("NativeModule ")).map((name) => name.slice(13)),
  )));`,
);
const data = join(directory, "data.csv");
writeFileSync(data, "name,size\nb,20\na,5\n");

/** Files and modules of Node that a command loads. */
function loaded(...args: readonly string[]) {
  const script = `${JSON.stringify(process.execPath)} -r "$HOOK" "$BIN" "$@" 2>&1 >/dev/null`;
  const cache = mkdtempSync(join(directory, "loaded-"));
  const out = execFileSync("sh", ["-c", script, "sh", ...args], {
    encoding: "utf8",
    env: { ...process.env, HOOK: hook, BIN: join(ROOT, "bin/tamis.cjs"), XDG_CACHE_HOME: cache },
  });
  // The cache of compiled code lists the files that the run has loaded.
  const folder = join(cache, "tamis", `${process.version}-${process.arch}`);
  const [header = ""] = readFileSync(join(folder, readdirSync(folder)[0]!), "latin1").split("\n", 1);
  const { scripts } = JSON.parse(header) as { scripts: { name: string }[] };
  const names = scripts.map(({ name }) =>
    basename(name)
      .replace(/-[\w-]{8}\.cjs$/, "")
      .replace(/\.cjs$/, ""),
  );
  return { names: [...new Set(names)].toSorted(), modules: JSON.parse(out) as string[] };
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
  it("three small files for its version, after its loader", () => {
    expect(loaded("--version").names).toEqual(["rolldown-runtime", "start", "tamis"]);
  });

  it("one file and no library for a query of a file", () => {
    const { names, modules } = loaded("query", data, "--filter", "gt(size,10)");
    expect(names).toEqual(["rolldown-runtime", "rows", "start", "tamis"]);
    for (const module of ["crypto", "perf_hooks", "sqlite", "worker_threads", "child_process", "readline"])
      expect(modules).not.toContain(module);
  });

  it("the same files for a check", () => {
    expect(loaded("check", "eq(name,'a')").names).toEqual(["rolldown-runtime", "rows", "start", "tamis"]);
  });
});
