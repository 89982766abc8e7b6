import { globSync, readdirSync, readFileSync } from "node:fs";
import { posix, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const ROOT = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), "utf8");

interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> };
        readonly steps: readonly { readonly run?: string }[];
      }
    >
  >;
}

const workflows = readdirSync(new URL(".github/workflows/", ROOT)).map(
  (file) => [file, parse(read(`.github/workflows/${file}`)) as Workflow] as const,
);

describe("the workflows", () => {
  it.each(workflows)("%s runs only commands that the repository has", (_, { jobs }) => {
    const { scripts } = JSON.parse(read("package.json")) as { readonly scripts: object };
    const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    const known = [
      "npm ci ",
      "npm test",
      "npm publish ",
      "rm -rf node_modules/",
      ".ci/run",
      ...Object.keys(scripts).map((name) => `npm run ${name}`),
    ];
    expect(commands.length).toBeGreaterThan(0);
    expect(commands.filter((command) => !known.some((each) => command.startsWith(each)))).toEqual([]);
  });

  it("run each part of the proofs at night", () => {
    const nightly = new Map(workflows).get("nightly.yml")!;
    const parts = [...read("scripts/proof.ts").matchAll(/^ {4}name: "([\w-]+)",$/gm)].map(
      (match) => match[1]!,
    );
    expect(parts.length).toBeGreaterThan(5);
    expect(nightly.jobs["proof"]!.strategy!.matrix["part"]).toEqual(parts);
  });

  it("update the packages of each lock file", () => {
    const { updates } = parse(read(".github/dependabot.yml")) as {
      readonly updates: readonly { readonly directories?: readonly string[] }[];
    };
    const folders = updates.flatMap(({ directories = [] }) => directories);
    const locked = globSync("**/package-lock.json", {
      cwd: fileURLToPath(ROOT),
      exclude: ["**/node_modules"],
    });
    expect(folders).toEqual(
      locked.map((file) => posix.join("/", posix.dirname(file.replaceAll(sep, "/")))).toSorted(),
    );
  });
});
