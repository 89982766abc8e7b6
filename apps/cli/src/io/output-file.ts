import { fstatSync, type BigIntStats } from "node:fs";
import { lstat, realpath, rename, stat } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { escapeControls } from "tamis/diagnostics";
import { InputError, systemCode } from "./errors.ts";
import type { Io } from "./process-io.ts";

export interface OutputFileOptions {
  /** Files that the command reads. They are never overwritten. */
  readonly inputs: readonly string[];
  /** Standard input is an input too if it is read from a file. */
  readonly stdin: Io["stdin"];
  /** Allows an existing file to be replaced. */
  readonly force: boolean;
  /** Option that the user adds to replace a file, for messages: `--force`. */
  readonly forceOption: string;
}

/**
 * Checks a file that a command is about to write. Returns its path without symbolic links.
 * @throws InputError for anything but a new file, or with `force` a regular file that is not an input
 */
export async function requireOutputFile(path: string, options: OutputFileOptions): Promise<string> {
  const stat = await statOf(path);
  const shown = escapeControls(path);
  if (stat === undefined) {
    if (await isLink(path)) throw new InputError(`${shown} is a link to a file that does not exist.`);
    return path;
  }
  if (!stat.isFile()) throw new InputError(`${shown} is ${kindOf(stat)}. Only regular files can be written.`);
  if (await isInput(stat, options))
    throw new InputError(`The rows were read from ${shown}. Choose another file.`);
  if (!options.force) throw new InputError(`${shown} exists. ${options.forceOption} replaces it.`);
  return realpath(path);
}

/** Milliseconds before each further attempt to replace a file: 1 second in all. */
const RETRIES = [10, 20, 50, 120, 300, 500] as const;

export interface MovingSystem {
  readonly platform: NodeJS.Platform;
  readonly move: (from: string, to: string) => Promise<void>;
  readonly wait: (ms: number) => Promise<unknown>;
}

const SYSTEM: MovingSystem = { platform: process.platform, move: rename, wait: setTimeout };

/**
 * Renames a complete temporary file to its final name, and replaces a file of this name.
 *
 * Windows refuses that while another program, such as a virus scanner, has one of the files open. It is then tried again for a second.
 *
 * @throws the error of the last attempt
 */
export async function moveIntoPlace(temporary: string, path: string, system = SYSTEM): Promise<void> {
  const { platform, move, wait } = system;
  for (const pause of platform === "win32" ? RETRIES : []) {
    try {
      return await move(temporary, path);
    } catch (error) {
      if (!["EACCES", "EBUSY", "EPERM"].includes(systemCode(error) ?? "")) throw error;
    }
    await wait(pause);
  }
  return move(temporary, path);
}

/** Compares devices and inodes, so that links and other spellings of a path are found. */
async function isInput(outputStat: BigIntStats, { inputs, stdin }: OutputFileOptions): Promise<boolean> {
  const inputStats = await Promise.all(inputs.filter((path) => path !== "-").map(statOf));
  return [...inputStats, statOfStream(stdin)].some(
    (input) => input !== undefined && input.dev === outputStat.dev && input.ino === outputStat.ino,
  );
}

function statOf(path: string): Promise<BigIntStats | undefined> {
  return stat(path, { bigint: true }).catch(() => undefined);
}

function statOfStream(stream: Io["stdin"]): BigIntStats | undefined {
  if (!("fd" in stream) || typeof stream.fd !== "number") return undefined;
  try {
    return fstatSync(stream.fd, { bigint: true });
  } catch {
    return undefined;
  }
}

async function isLink(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isSymbolicLink() === true;
}

function kindOf(fileStat: BigIntStats): string {
  if (fileStat.isDirectory()) return "a directory";
  if (fileStat.isFIFO()) return "a named pipe";
  return fileStat.isSocket() ? "a socket" : "a device";
}
