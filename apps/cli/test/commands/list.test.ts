import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadCommands } from "../../src/commands/list.ts";
import { SHELL_COMMANDS } from "../../src/shell/commands/list.ts";
import { ROOT } from "../files.ts";

const COMMANDS = await loadCommands();

describe("the commands of the program", () => {
  const folder = join(ROOT, "apps/cli/src/commands");
  const stems = readdirSync(folder)
    .filter((file) => file !== "list.ts")
    .map((file) => file.replace(/\.ts$/, ""));

  it("are those of all files", async () => {
    expect(COMMANDS).toHaveLength(stems.length);
    for (const stem of stems) {
      const exports = (await import(join(folder, `${stem}.ts`))) as Record<string, unknown>;
      const exported = `${stem.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())}Command`;
      const command = exports[exported];
      expect(command, `${stem}.ts must export ${exported}`).toMatchObject({ name: stem });
      expect(COMMANDS, `list.ts must contain ${exported}`).toContainEqual(command);
    }
  });
});

describe.each([
  ["the program", COMMANDS],
  ["the shell", SHELL_COMMANDS],
])("the commands of %s", (_, commands) => {
  it("have distinct names, and summaries in the imperative without a period", () => {
    expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
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
