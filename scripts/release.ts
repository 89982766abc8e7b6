import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { releaseChangelog, sectionsOf } from "./release/changelog.ts";
import { surfaceOf } from "./release/surface.ts";
import { nextVersion, replaceVersion } from "./release/version.ts";
import { changesToName, outdatedFiles, recordRelease } from "./surface.ts";

/*
 * Makes a release: `npm run release -- minor`. The argument is a part of the version to increase, or a version.
 *
 * It checks that the tree is clean, that the changelog has changes, and that it names all changes of the surface. It then writes the
 * version and the changelog, commits them and creates a tag. It prints the commands that push and publish, but does not run them.
 * `--dry-run` runs all checks and changes nothing. The first release needs no argument.
 */

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** Places of the version, with `{version}` for it. A file with several packages has one line for each. */
const PLACES: readonly (readonly [file: string, pattern: string])[] = [
  ["package.json", '"version": "{version}"'],
  ...["cli", "language-server", "platform", "explorer", "vscode"].flatMap((app) => [
    [`apps/${app}/package.json`, '"version": "{version}"'] as const,
    ["package-lock.json", `"name": "tamis-${app}",\n      "version": "{version}"`] as const,
  ]),
  ["package-lock.json", '"name": "tamis",\n  "version": "{version}"'],
  ["package-lock.json", '"name": "tamis",\n      "version": "{version}"'],
  ["apps/cli/src/command/version.ts", 'VERSION = "{version}"'],
  ["README.md", "tamis-vscode-{version}.vsix"],
  ["docs/language-server.md", "tamis-vscode-{version}.vsix"],
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "dry-run": { type: "boolean", default: false } },
});
const manifest = JSON.parse(readText("package.json")) as {
  readonly version: string;
  readonly homepage: string;
};

try {
  release(values["dry-run"]);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function release(isDryRun: boolean): void {
  const changelog = readText("CHANGELOG.md");
  const version = versionOf(changelog);
  const date = new Date().toISOString().slice(0, 10);
  const repository = manifest.homepage.replace(/#.*$/, "");
  const released = releaseChangelog(changelog, version, date, repository);
  const texts = withVersion(version);
  const surface = surfaceOf(ROOT);
  const problems = [
    ...lines(git("status", "--porcelain")).map((line) => `Not committed: ${line.trim()}`),
    ...(lines(git("tag", "--list")).includes(`v${version}`) ? [`The tag v${version} exists already.`] : []),
    ...outdatedFiles(surface).map((file) => `surface/${file} is not up to date. Run: npm run surface`),
    ...changesToName(surface).map(
      (change) => `CHANGELOG.md does not name a change of the surface: ${change}`,
    ),
  ];

  console.log(`Version: ${version}, after ${manifest.version}`);
  console.log(`Files: ${[...texts.keys(), "CHANGELOG.md", "surface/released.json"].join(", ")}`);
  console.log(`\n## [${version}] - ${date}\n\n${sectionsOf(released)[1]!.text}\n`);
  console.log(contentsOfPackage());
  if (problems.length > 0) throw new Error(problems.join("\n"));
  if (isDryRun) {
    console.log(
      `All checks passed, and nothing was changed. Without --dry-run, v${version} is committed and tagged.`,
    );
    return;
  }
  for (const [file, text] of texts) writeFileSync(join(ROOT, file), text);
  writeFileSync(join(ROOT, "CHANGELOG.md"), released);
  recordRelease(surface, version);
  git("commit", "--all", "--quiet", "--message", `Release ${version}`);
  git("tag", "--annotate", `v${version}`, "--message", `tamis ${version}`);
  console.log(`Committed and tagged v${version}. To publish it:

  git push --follow-tags
  npm ci && npm run build -- --force && npm publish --provenance --access public

--provenance needs the identity of a continuous integration. The workflow "Publish" runs the last line for a tag.`);
}

/** Returns the version to release. Without an argument, that is the version of package.json if it was never released. */
function versionOf(changelog: string): string {
  const isReleased = sectionsOf(changelog).some(({ name }) => name === manifest.version);
  const [argument = isReleased ? undefined : manifest.version, ...others] = positionals;
  if (argument === undefined || others.length > 0)
    throw new Error("Usage: npm run release -- <major|minor|patch|version> [--dry-run]");
  return nextVersion(manifest.version, argument, isReleased);
}

/** Returns the files that contain the version, with the next one. */
function withVersion(version: string): ReadonlyMap<string, string> {
  const replaced = new Map<string, string>();
  for (const [file, pattern] of PLACES) {
    const text = replaced.get(file) ?? readText(file);
    try {
      replaced.set(file, replaceVersion(text, pattern, manifest.version, version));
    } catch (error) {
      throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
    }
  }
  return replaced;
}

interface PackedFile {
  readonly path: string;
  readonly size: number;
}

interface Packed {
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly PackedFile[];
}

/** Returns a summary of the files that `npm publish` would send. The build is that of the current version. */
function contentsOfPackage(): string {
  const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 2 ** 26,
    shell: process.platform === "win32",
  });
  // npm 11 prints a list. npm 12 prints an object by the name of the package.
  const [packed] = Object.values(JSON.parse(output) as Readonly<Record<string, Packed>>);
  const sizes = new Map<string, number>();
  for (const { path, size } of packed!.files) {
    const top = path.includes("/") ? `${path.slice(0, path.indexOf("/"))}/` : path;
    sizes.set(top, (sizes.get(top) ?? 0) + size);
  }
  const lines = [...sizes]
    .toSorted((a, b) => b[1] - a[1])
    .map(([top, size]) => `  ${kilobytes(size)}  ${top}`);
  return `Package: ${packed!.files.length} files, ${kilobytes(packed!.size).trim()} packed, ${kilobytes(packed!.unpackedSize).trim()} unpacked
${lines.join("\n")}
`;
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000).toLocaleString("en-US")} kB`.padStart(9);
}

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8" });
}

function lines(text: string): readonly string[] {
  return text.split(/\r?\n/).filter((line) => line !== "");
}

function readText(file: string): string {
  return readFileSync(join(ROOT, file), "utf8").replaceAll("\r\n", "\n");
}
