/** Runs the built program as users run it. */
import { spawn, spawnSync, type ChildProcessByStdio } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { ROOT } from "./files.ts";

export const BIN = join(ROOT, "bin/tamis.cjs");

const built = existsSync(join(ROOT, "dist/program/tamis.cjs"));
const hasBash = spawnSync("bash", ["--version"]).status === 0;
if (!built) console.warn("The program is not built, so its tests are skipped. Run npm run build first.");

export const canRun = built;
export const canRunInBash = built && hasBash;

/** Environment variables without those that control colors. */
const PLAIN = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:FORCE|NO)_COLOR$/.test(name)),
);

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starts the program. Its standard input stays open. */
export function start(args: readonly string[]): ChildProcessByStdio<Writable, Readable, Readable> {
  return spawn(process.execPath, [BIN, ...args], { stdio: ["pipe", "pipe", "pipe"], env: PLAIN });
}

/** Waits for the program to exit. */
export async function ended(child: ReturnType<typeof start>): Promise<Ended> {
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, out, err };
}

/** Runs a line in bash, where `tamis` and `npx tamis` run the built program. */
export function inBash(line: string, directory: string): Ended {
  const script = `set -o pipefail
tamis() { "$TAMIS_NODE" "$TAMIS_BIN" "$@"; }
npx() { shift; tamis "$@"; }
${line}`;
  const env = { ...PLAIN, TAMIS_NODE: process.execPath, TAMIS_BIN: BIN };
  const { status, stdout, stderr } = spawnSync("bash", ["-c", script], {
    cwd: directory,
    env,
    encoding: "utf8",
  });
  return { code: status, out: stdout, err: stderr };
}
