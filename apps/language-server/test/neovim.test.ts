/** Drives Neovim with the settings of the documentation, word for word, against the built program. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { BIN, canRun } from "./client.ts";

const SCRIPT = fileURLToPath(new URL("neovim.lua", import.meta.url));
const MILLISECONDS = 20_000;

const DOCUMENTATION = fileURLToPath(new URL("../../../docs/language-server.md", import.meta.url));

const { status, stdout } = spawnSync("nvim", ["--version"], { encoding: "utf8" });
const hasNeovim = status === 0;

const folder = mkdtempSync(join(tmpdir(), "tamis-neovim-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Seen {
  readonly diagnostics: readonly object[];
  readonly completion: readonly string[];
  readonly actions: readonly string[];
  readonly left: number;
  readonly text: string;
}

function runNeovim(text: string, completeAt: { readonly line: number; readonly character: number }): Seen {
  const pathOf = (name: string) => join(folder, name);
  const [input, output, file, settings] = ["input.json", "output.json", "requests.http", "init.lua"].map(
    pathOf,
  ) as [string, string, string, string];
  writeFileSync(file, text);
  writeFileSync(settings, documentedSettings());
  writeFileSync(
    pathOf("openapi.json"),
    JSON.stringify({ name: "reports", members: { name: "string", size: "integer" } }),
  );
  // An installed package, and a folder of a project.
  mkdirSync(pathOf("node_modules/.bin"), { recursive: true });
  mkdirSync(pathOf(".git"), { recursive: true });
  writeFileSync(pathOf("package.json"), "{}");
  symlinkSync(BIN, pathOf("node_modules/.bin/tamis"));
  writeFileSync(input, JSON.stringify({ file, output, completeAt, milliseconds: MILLISECONDS }));
  execFileSync("nvim", ["--headless", "-u", settings, "-i", "NONE", "-n", "-c", `luafile ${SCRIPT}`], {
    cwd: folder,
    env: { ...process.env, TAMIS_TEST_INPUT: input, XDG_STATE_HOME: folder, XDG_DATA_HOME: folder },
    timeout: 3 * MILLISECONDS,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return JSON.parse(readFileSync(output, "utf8")) as Seen;
}

/** Returns the settings that the documentation shows for the version of Neovim. */
function documentedSettings(): string {
  const version = Number(/^NVIM v0\.(\d+)/.exec(stdout)?.[1] ?? 99);
  const heading = version >= 11 ? "### Neovim 0.11 and later" : "### Neovim 0.7 to 0.10";
  return /```lua\n(.*?)```/s.exec(readFileSync(DOCUMENTATION, "utf8").split(heading)[1]!)![1]!;
}

it.skipIf(!hasNeovim || !canRun)(
  "Neovim shows the mistake in a request, completes members, and applies the fix",
  () => {
    const line = "GET http://localhost/reports?filter=eq(nmae,'x')";
    const seen = runNeovim(`${line}\n`, { line: 0, character: line.indexOf("nmae") });
    const from = line.indexOf("nmae");
    expect(seen).toMatchObject({
      diagnostics: [{ code: "unknown-member", line: 0, from, to: from + 4 }],
      left: 0,
      text: line.replace("nmae", "name"),
    });
    // The other operand is a string, so the integer is not offered.
    expect(seen.completion[0]).toBe("name");
    expect(seen.completion).not.toContain("size");
    expect(seen.actions.length).toBeGreaterThan(0);
  },
  4 * MILLISECONDS,
);
