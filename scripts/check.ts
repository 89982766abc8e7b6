import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/*
 * Checks changed files in seconds: `npm run check [-- file…]`. Without files, it checks those that differ from the last commit.
 *
 * It runs the tests that are nearest to the files in the graph of imports, ESLint and Prettier on the files, and the compiler,
 * which keeps what it knows about unchanged files. It does not replace `npm test`.
 */

/** Number of test files that run: the nearest ones. */
const MAX_TESTS = 12;

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const given = process.argv
  .slice(2)
  .map((path) => relative(ROOT, join(process.cwd(), path)).replaceAll(sep, "/"));
const changed = given.length > 0 ? given : changedFiles();
if (changed.length === 0) {
  console.log(
    "No file differs from the last commit. Name files: npm run check -- src/functions/starts-with.ts",
  );
  process.exit();
}

const tests = nearestTests(changed);
if (tests.length > 0)
  console.log(`Tests nearest to ${changed.join(", ")}:\n${tests.map((test) => `  ${test}`).join("\n")}`);
else console.log(`No test imports ${changed.join(", ")}, directly or not.`);
const scripts = changed.filter((path) => /\.[jt]s$/.test(path));
const checks = [
  ...(tests.length > 0 ? [["vitest", "run", "--reporter=dot", "--passWithNoTests", ...tests]] : []),
  ["tsc", "--noEmit", "--incremental", "--tsBuildInfoFile", "node_modules/.cache/check.tsbuildinfo"],
  ...(scripts.length > 0 ? [["eslint", "--no-warn-ignored", ...scripts]] : []),
  ["prettier", "--check", "--ignore-unknown", ...changed],
];
const results = await Promise.all(checks.map(run));
if (results.includes(false)) process.exitCode = 1;

function changedFiles(): readonly string[] {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: ROOT, encoding: "utf8" })
      .split("\n")
      .filter((line) => line !== "");
  return [
    ...git("diff", "--name-only", "--diff-filter=d", "HEAD"),
    ...git("ls-files", "--others", "--exclude-standard"),
  ];
}

/** Returns test files in the order of their distance from the files: the number of imports between them, then those of the same name. */
function nearestTests(files: readonly string[]): readonly string[] {
  const importers = readImporters();
  const found = new Set<string>();
  // The tests of a list report a new file that the list does not import yet.
  let level: readonly string[] = [...new Set([...files, ...files.flatMap(listsOf)])];
  const seen = new Set(level);
  const names = new Set(level.map((file) => basename(file, ".ts")));
  while (level.length > 0 && found.size < MAX_TESTS) {
    const tests = level.filter((file) => file.endsWith(".test.ts"));
    const isNamesake = (file: string) => names.has(basename(file, ".test.ts"));
    for (const test of [...tests.filter(isNamesake), ...tests]) if (found.size < MAX_TESTS) found.add(test);
    level = level
      .flatMap((file) => [...(importers.get(file) ?? [])])
      .filter((file) => !seen.has(file) && seen.add(file));
  }
  return [...found];
}

/** Returns the list files in the folder of a source file and in the folder above it. */
function listsOf(file: string): readonly string[] {
  if (!file.endsWith(".ts") || file.endsWith(".test.ts")) return [];
  const folder = posix.dirname(file);
  return [`${folder}/list.ts`, `${posix.dirname(folder)}/list.ts`].filter((list) =>
    existsSync(join(ROOT, list)),
  );
}

/** Returns for each file the files that import it. */
function readImporters(): ReadonlyMap<string, ReadonlySet<string>> {
  const importers = new Map<string, Set<string>>();
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  for (const file of listed.split("\n").filter((path) => path !== "")) {
    for (const [, specifier] of readText(file).matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)) {
      const target = resolveImport(file, specifier!);
      if (target === undefined) continue;
      if (!importers.has(target)) importers.set(target, new Set());
      importers.get(target)!.add(file);
    }
  }
  return importers;
}

/** Returns an empty text for a file that is deleted but not yet committed as such. */
function readText(file: string): string {
  try {
    return readFileSync(join(ROOT, file), "utf8");
  } catch {
    return "";
  }
}

function resolveImport(file: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return posix.join(posix.dirname(file), specifier);
  const match = /^tamis(?:\/(.+))?$/.exec(specifier);
  if (match === null) return undefined;
  const [, entry] = match;
  const folder = entry === "databases" || entry === "store" ? `engine/${entry}` : (entry ?? ".");
  return posix.normalize(`src/${folder}/index.ts`);
}

function run([program, ...args]: readonly string[]): Promise<boolean> {
  const start = performance.now();
  const child = spawn(join("node_modules/.bin", program!), args, {
    cwd: ROOT,
    shell: process.platform === "win32",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += String(data)));
  return new Promise((resolve) => {
    child.once("close", (code) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`${program}: ${code === 0 ? "passed" : "failed"} in ${seconds} s`);
      if (code !== 0) console.log(output);
      resolve(code === 0);
    });
  });
}
