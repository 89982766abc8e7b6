import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadCommands } from "../../src/commands/list.ts";
import { SHELL_COMMANDS } from "../../src/shell/commands/list.ts";
import { ROOT } from "../files.ts";

const COMMANDS = await loadCommands();

/** Returns the files of a folder that should each contain a command, without their extension. */
function commandFiles(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".ts") && file !== "list.ts")
    .map((file) => file.replace(/\.ts$/, ""))
    .sort();
}

const folders = [
  { title: "apps/cli/src/commands", commands: COMMANDS, suffix: "Command" },
  { title: "apps/cli/src/shell/commands", commands: SHELL_COMMANDS, suffix: "ShellCommand" },
];

describe.each(folders)("$title", ({ title, commands, suffix }) => {
  const folder = join(ROOT, title);
  const stems = commandFiles(folder);

  it("lists the command of every file in list.ts", async () => {
    for (const stem of stems) {
      const exports = (await import(join(folder, `${stem}.ts`))) as Record<string, unknown>;
      const name = stem.split("/").at(-1)!;
      const exported = `${name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())}${suffix}`;
      const command = exports[exported];
      expect(command, `${stem}.ts must export ${exported}`).toMatchObject({ name });
      expect(commands, `list.ts must contain ${exported}`).toContainEqual(command);
    }
  });

  it("lists each command once", () => {
    const names = commands.map(({ name }) => name);
    expect(names.toSorted()).toEqual(stems.map((stem) => stem.split("/").at(-1)).toSorted());
  });

  it("describes each command in the imperative, without a period", () => {
    for (const { summary } of commands) expect(summary).not.toMatch(/\.$/);
  });
});

describe("a command", () => {
  it.each(COMMANDS)("$name has a usage, examples and a test of its own", ({ name, usage, examples }) => {
    for (const synopsis of usage.split(" | ")) expect(synopsis.split(" ")[0]).toBe(name);
    expect(examples.length, `${name} needs at least one example`).toBeGreaterThan(0);
    expect(examples.join("\n")).toContain(`tamis ${name}`);
    const tests = fileURLToPath(new URL(".", import.meta.url));
    const isTested = [tests, join(tests, "../shell")].some((folder) =>
      readdirSync(folder).some(
        (file) => file === `${name}.test.ts` || (name === "shell" && file === "session.test.ts"),
      ),
    );
    expect(isTested, `apps/cli/test/commands/${name}.test.ts is missing`).toBe(true);
  });

  it.each(COMMANDS)("$name has options with distinct names and letters", ({ options }) => {
    const names = options.map(({ name }) => name);
    const letters = options.flatMap(({ short }) => (short === undefined ? [] : [short]));
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(letters).size).toBe(letters.length);
    expect(letters).not.toContain("h");
  });
});
