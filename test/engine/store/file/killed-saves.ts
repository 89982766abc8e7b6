import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCollection } from "../../../../src/engine/store/file/open-collection.ts";
import { rowsOfVersion, versionsCatalog, type VersionRow } from "./saved-versions.ts";
import { SavingChildren } from "./saving-children.ts";

/** What a save had come to when its process was killed. */
export type Moment =
  /** It was none: the rows of the next one were being made, or that it begins or is done was being said. */
  | "between"
  /** Nothing of it was there yet. */
  | "nothing"
  /** A file was there, with nothing in it, with a part, with all of it but not in its place. */
  | "empty"
  | "part"
  | "whole"
  /** It was in its place; that it is done was not said yet. */
  | "renamed";

export interface KillFigures {
  readonly kills: number;
  readonly moments: Readonly<Record<Moment, number>>;
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
  const files = join(folder, "files");
  mkdirSync(files);
  const path = join(files, "versions.tamis");
  const children = await SavingChildren.of(path, folder);
  const moments = { between: 0, nothing: 0, empty: 0, part: 0, whole: 0, renamed: 0 };
  const wrong: string[] = [];
  let [saves, mostTemporary, next, longest] = [0, 0, 1, LONGEST];
  /** What the file has. */
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
 * Milliseconds after which a process is killed at the latest, at first. It becomes as long as half of the processes take
 * to save once, on whatever machine: so kills come all over a save.
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

/** The version that a file has, or why it has none. */
async function versionIn(path: string): Promise<number | string> {
  const result = await openCollection<VersionRow>(path, { catalog: versionsCatalog, kernels: "plain" });
  if (!result.ok) return result.reason.systemCode ?? `${result.reason.code}: ${result.reason.message}`;
  const rows = result.collection.all({});
  const version = rows[0]?.version ?? -1;
  return JSON.stringify(rows) === JSON.stringify(rowsOfVersion(version)) ? version : "rows that nobody saved";
}
