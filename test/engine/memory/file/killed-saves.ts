import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import { openCollection } from "../../../../src/engine/memory/file/open-collection.ts";

export const killedCatalog = defineCatalog({
  name: "versions",
  key: "id",
  members: { id: "integer", version: "integer", text: "string" },
  maximumLimit: 100_000,
});

/** The rows of a version: how many there are, and what is in them, says which it is. */
export function killedRows(version: number): { id: number; version: number; text: string }[] {
  return Array.from({ length: 100 + (version % 50) }, (_, id) => ({
    id,
    version,
    text: `${version} ${"x".repeat(id)}`,
  }));
}

export interface KillFigures {
  readonly kills: number;
  /** Kills that came while a file was being saved. */
  readonly during: number;
  /** Versions that were saved in all. */
  readonly saves: number;
  /** The most temporary files that were there at once. */
  readonly mostTemporary: number;
  readonly wrong: readonly string[];
}

/**
 * Kills processes that save a collection, each at a moment of chance, and opens the file after each: it has to be the
 * version that was saved last, or the one that was being saved, whole.
 */
export async function killSaves(
  kills: number,
  random: () => number,
  progress?: (done: number) => void,
): Promise<KillFigures> {
  const folder = mkdtempSync(join(tmpdir(), "tamis-kill-"));
  const path = join(folder, "versions.tamis");
  const wrong: string[] = [];
  let [during, saves, mostTemporary, next] = [0, 0, 0, 1];
  /** What the file has. */
  let present: number | string = "ENOENT";
  try {
    for (let kill = 0; kill < kills; kill++) {
      const said = await killedChild(path, next, random);
      const done: number | string = lastOf(said, "d") ?? present;
      const started = lastOf(said, "s") ?? next - 1;
      if (started !== done) during++;
      const temporary = readdirSync(folder).filter((name) => name.endsWith(".saving"));
      mostTemporary = Math.max(mostTemporary, temporary.length);
      present = await openedVersion(path);
      if (present !== done && present !== started)
        wrong.push(`kill ${kill}: ${present}, not ${done} or ${started}`);
      saves += started + 1 - next - (present === started ? 0 : 1);
      next = started + 1;
      progress?.(kill + 1);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { kills, during, saves, mostTemporary, wrong };
}

async function killedChild(path: string, first: number, random: () => number): Promise<string> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL("saving-child.ts", import.meta.url)), path, String(first), "plain"],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
    },
  );
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  const ended = once(child, "close");
  await Promise.race([once(child.stdout, "data"), ended]);
  await new Promise((resolve) => setTimeout(resolve, random() * 30));
  child.kill("SIGKILL");
  await ended;
  return said;
}

/** What the children compile once: most of their time is before they save. */
const COMPILED = join(tmpdir(), "tamis-compiled-children");

function lastOf(said: string, letter: string): number | undefined {
  const last = [...said.matchAll(new RegExp(`^${letter}(\\d+)\\n`, "gm"))].at(-1)?.[1];
  return last === undefined ? undefined : Number(last);
}

/** The version that a file has, or why it has none. */
async function openedVersion(path: string): Promise<number | string> {
  const result = await openCollection<{ version: number }>(path, {
    catalog: killedCatalog,
    kernels: "plain",
  });
  if (!result.ok) return result.reason.systemCode ?? `${result.reason.code}: ${result.reason.message}`;
  const rows = result.collection.all({});
  const version = rows[0]?.version ?? -1;
  return JSON.stringify(rows) === JSON.stringify(killedRows(version)) ? version : "rows that nobody saved";
}
