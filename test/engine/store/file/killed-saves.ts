import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCollection } from "../../../../src/engine/store/file/open-collection.ts";
import { rowsOfVersion, versionsCatalog, type VersionRow } from "./saved-versions.ts";
import { SavingChildren } from "./saving-children.ts";

/** Numbers of kills by the state of the save. */
export type Moment =
  /** Between two saves: the process was creating the next rows or reporting. */
  | "between"
  /** Nothing was written yet. */
  | "nothing"
  /** A temporary file existed: empty, incomplete, or complete but not renamed. */
  | "empty"
  | "part"
  | "whole"
  /** The file was renamed, but the process had not reported it. */
  | "renamed";

export interface KillFigures {
  readonly kills: number;
  readonly moments: Readonly<Record<Moment, number>>;
  /** Number of versions that were saved. */
  readonly saves: number;
  /** Maximum number of temporary files at the same time. */
  readonly mostTemporary: number;
  readonly wrong: readonly string[];
}

/**
 * Kills saving processes, each at a random moment, and opens the file after each kill. It must be complete: the version
 * that was saved last, or the one that was being saved.
 */
export async function killSaves(
  kills: number,
  random: () => number,
  progress?: (done: number) => void,
): Promise<KillFigures> {
  const folder = mkdtempSync(join(tmpdir(), "tamis-kill-"));
  const files = join(folder, "files");
  mkdirSync(files);
  const path = join(files, "versions.tamis");
  const children = await SavingChildren.of(path, folder);
  const moments = { between: 0, nothing: 0, empty: 0, part: 0, whole: 0, renamed: 0 };
  const wrong: string[] = [];
  let [saves, mostTemporary, next, longest] = [0, 0, 1, LONGEST];
  /** Contents of the file. */
  let present: number | string = "ENOENT";
  try {
    for (let kill = 0; kill < kills; kill++) {
      const { process, said } = await children.killed(next, random() * longest);
      const done: number | string = lastOf(said, "d") ?? present;
      const started = lastOf(said, "s") ?? next - 1;
      const temporary = readdirSync(files).filter((name) => name.endsWith(".saving"));
      mostTemporary = Math.max(mostTemporary, temporary.length);
      present = await versionIn(path);
      if (present !== done && present !== started)
        wrong.push(`kill ${kill}: ${present}, not ${done} or ${started}`);
      const own = temporary.find((name) => name.includes(`-${process}-`));
      const left = own === undefined ? undefined : join(files, own);
      moments[started === done ? "between" : present === started ? "renamed" : await leftBy(left)]++;
      longest *= said.includes("d") ? SHORTER : 1 / SHORTER;
      saves += started + 1 - next - (present === started ? 0 : 1);
      next = started + 1;
      progress?.(kill + 1);
    }
  } finally {
    await children.close();
    rmSync(folder, { recursive: true });
  }
  return { kills, moments, saves, mostTemporary, wrong };
}

/**
 * Initial maximum of the milliseconds before a kill. Adapts to the time in which half of the processes finish a save, so
 * that kills are spread over a whole save on any machine.
 */
const LONGEST = 10;
const SHORTER = 0.95;

async function leftBy(file: string | undefined): Promise<Moment> {
  if (file === undefined) return "nothing";
  if (statSync(file).size === 0) return "empty";
  return typeof (await versionIn(file)) === "number" ? "whole" : "part";
}

function lastOf(said: string, letter: string): number | undefined {
  const last = [...said.matchAll(new RegExp(`^${letter}(\\d+)\\n`, "gm"))].at(-1)?.[1];
  return last === undefined ? undefined : Number(last);
}

/** Returns the version in a file, or why the file cannot be read. */
async function versionIn(path: string): Promise<number | string> {
  const result = await openCollection<VersionRow>(path, { catalog: versionsCatalog, kernels: "plain" });
  if (!result.ok) return result.reason.systemCode ?? `${result.reason.code}: ${result.reason.message}`;
  const rows = result.collection.all({});
  const version = rows[0]?.version ?? -1;
  return JSON.stringify(rows) === JSON.stringify(rowsOfVersion(version)) ? version : "rows that nobody saved";
}
