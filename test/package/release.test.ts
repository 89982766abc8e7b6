import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { namedIn, releaseChangelog, sectionsOf } from "../../scripts/release/changelog.ts";
import { exportsIn, unnamedChanges } from "../../scripts/release/surface-changes.ts";
import { nextVersion, replaceVersion } from "../../scripts/release/version.ts";

const ROOT = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), "utf8");

describe("the changelog", () => {
  const first = "# Changelog\n\nText.\n\n## [Unreleased]\n\n### Added\n\n- `a` is $& new.\n";
  const second = releaseChangelog(first, "0.1.0", "2026-11-27", "https://example.org/r");

  it("moves unreleased changes to the version, with links", () => {
    expect(second).toBe(`# Changelog

Text.

## [Unreleased]

## [0.1.0] - 2026-11-27

### Added

- \`a\` is $& new.

[Unreleased]: https://example.org/r/compare/v0.1.0...HEAD
[0.1.0]: https://example.org/r/releases/tag/v0.1.0
`);
    expect(sectionsOf(second)).toEqual([
      { name: "Unreleased", date: undefined, text: "" },
      { name: "0.1.0", date: "2026-11-27", text: "### Added\n\n- `a` is $& new." },
    ]);
  });

  it("compares a version with the one before, also from a file with CRLF", () => {
    const changed = second
      .replace("## [Unreleased]\n", "## [Unreleased]\n\n### Fixed\n\n- b\n")
      .replaceAll("\n", "\r\n");
    const third = releaseChangelog(changed, "0.1.1", "2027-01-02", "https://example.org/r");
    expect(sectionsOf(third).map(({ name, text }) => [name, text])).toEqual([
      ["Unreleased", ""],
      ["0.1.1", "### Fixed\n\n- b"],
      ["0.1.0", "### Added\n\n- `a` is $& new."],
    ]);
    expect(third.split("\n\n").at(-1)).toBe(`[Unreleased]: https://example.org/r/compare/v0.1.1...HEAD
[0.1.1]: https://example.org/r/compare/v0.1.0...v0.1.1
[0.1.0]: https://example.org/r/releases/tag/v0.1.0
`);
  });

  it("has changes, one section for each version, and dates", () => {
    const release = (text: string) => () =>
      releaseChangelog(text, "0.1.0", "2026-11-27", "https://example.org/r");
    expect(release(second)).toThrow("no change under");
    expect(release(second.replace("## [Unreleased]\n", "## [Unreleased]\n\n- b\n"))).toThrow(
      "a section of version 0.1.0",
    );
    expect(release("# Changelog\n")).toThrow("first section");
    expect(release(first.concat("\n## [0.0.1]\n"))).toThrow("needs a date");
  });

  it("names what its code spans contain", () => {
    expect([...namedIn("- `tamis/url`: `check(a)`, and b")].toSorted()).toEqual(
      ["a", "check", "check(a)", "tamis", "tamis/url", "url"].toSorted(),
    );
  });

  it("has the version of package.json as its last release, or none", () => {
    const { version } = JSON.parse(read("package.json")) as { version: string };
    expect(sectionsOf(read("CHANGELOG.md"))[1]?.name ?? version).toBe(version);
  });
});

describe("the next version", () => {
  it.each([
    ["0.1.9", "patch", true, "0.1.10"],
    ["0.1.9", "minor", true, "0.2.0"],
    ["1.2.3", "major", true, "2.0.0"],
    ["1.2.3", "1.10.0", true, "1.10.0"],
    ["0.1.0", "0.1.0", false, "0.1.0"],
  ])("after %s with %s is as expected", (current, argument, isReleased, next) => {
    expect(nextVersion(current, argument, isReleased)).toBe(next);
  });

  it.each(["1.2.3", "1.2.2", "1.2", "1.2.03", "v1.3.0", "1.3.0-beta", "next", ""])(
    "is not %s after 1.2.3",
    (argument) => {
      expect(() => nextVersion("1.2.3", argument, true)).toThrow("The version must be");
    },
  );

  it("replaces one version in a file, and requires it", () => {
    const text = '{ "name": "a", "version": "1.0.0" }, { "version": "1.0.0" }';
    expect(replaceVersion(text, '"version": "{version}"', "1.0.0", "1.1.0")).toBe(
      '{ "name": "a", "version": "1.1.0" }, { "version": "1.0.0" }',
    );
    expect(() => replaceVersion(text, 'V = "{version}"', "1.0.0", "1.1.0")).toThrow('expected V = "1.0.0"');
  });
});

describe("changes of the surface", () => {
  const released = exportsIn([
    "// tamis/a\n\nexport const x: 1;\n\nexport function f(): void;\nexport function f(a: 1): void;\n",
  ]);
  const current = exportsIn([
    "// tamis/a\n\nexport const x:\n  1;\n\nexport function f(): void;\n\nexport { y as z };\n",
    "// tamis/b\n\nexport abstract class C {\n}\n",
    "// Types without an entry point.\n\ninterface I {\n}\n",
  ]);

  it("are named in the changelog: exports and entry points", () => {
    expect(Object.entries(current).map(([name, hashes]) => [name, Object.keys(hashes)])).toEqual([
      ["tamis/a", ["x", "f", "z"]],
      ["tamis/b", ["C"]],
    ]);
    expect(unnamedChanges(current, released, "- f is better")).toEqual([
      "tamis/a: f was changed.",
      "tamis/a: z was added.",
      "The entry point tamis/b was added.",
    ]);
    expect(unnamedChanges(current, released, "- `f(a)`, `z` and `tamis/b`")).toEqual([]);
    expect(unnamedChanges(current, released, "- `tamis/a` and `tamis/b`")).toEqual([
      "tamis/a: f was changed.",
    ]);
    expect(unnamedChanges(released, current, "")).toEqual([
      "tamis/a: f was changed.",
      "tamis/a: z was removed.",
      "The entry point tamis/b was removed.",
    ]);
    expect(unnamedChanges(current, current, "")).toEqual([]);
  });

  it("are found in each file of the repository", () => {
    const files = readdirSync(new URL("surface/", ROOT)).filter((file) => file.endsWith(".txt"));
    const entryPoints = Object.keys((JSON.parse(read("package.json")) as { exports: object }).exports)
      .filter((name) => name !== "./package.json")
      .map((name) => `tamis${name.slice(1)}`);
    const found = exportsIn(files.map((file) => read(`surface/${file}`)));
    expect(Object.keys(found).toSorted()).toEqual(entryPoints.toSorted());
    expect(files.length).toBe(entryPoints.length + 1);
  });

  it("have all entry points in the page about stability", () => {
    const named = namedIn(read("docs/stability.md"));
    const missing = Object.keys((JSON.parse(read("package.json")) as { exports: object }).exports)
      .filter((name) => name !== "./package.json" && !name.startsWith("./bridges/"))
      .map((name) => `tamis${name.slice(1)}`)
      .filter((name) => !named.has(name));
    expect(missing).toEqual([]);
  });
});
