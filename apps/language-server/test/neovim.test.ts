/** Drives Neovim against the built program. Its interface for language servers is that of version 0.7 and later. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { BIN, canRun } from "./client.ts";

const SCRIPT = fileURLToPath(new URL("neovim.lua", import.meta.url));
const MILLISECONDS = 20_000;

const hasNeovim = spawnSync("nvim", ["--version"]).status === 0;
if (!hasNeovim) console.warn("Neovim is not installed, so its test is skipped.");

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
  const [input, output, file] = ["input.json", "output.json", "requests.http"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeFileSync(file, text);
  const catalog = { name: "reports", members: { name: "string", size: "integer" } };
  const command = [process.execPath, BIN, "language-server", "--stdio"];
  writeFileSync(
    input,
    JSON.stringify({ file, folder, output, command, catalog, completeAt, milliseconds: MILLISECONDS }),
  );
  execFileSync("nvim", ["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", `luafile ${SCRIPT}`], {
    env: { ...process.env, TAMIS_TEST_INPUT: input, XDG_STATE_HOME: folder, XDG_DATA_HOME: folder },
    timeout: 3 * MILLISECONDS,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return JSON.parse(readFileSync(output, "utf8")) as Seen;
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
