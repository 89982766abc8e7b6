import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A server in a process of its own. */
export interface ServerUnderLoad {
  readonly base: string;
  /** Header fields of each request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Returns the resident memory of the process in bytes. */
  readonly memory: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

const MAIN = fileURLToPath(new URL("../../apps/platform/src/main.ts", import.meta.url));
const BARE = fileURLToPath(new URL("bare.ts", import.meta.url));

/** Starts the platform over an empty SQLite file, and gets a token that may change things. */
export async function startPlatform(): Promise<ServerUnderLoad> {
  const folder = mkdtempSync(join(tmpdir(), "platform-load-"));
  const child = spawn(process.execPath, [MAIN, "--port", "0", "--database", join(folder, "platform.db")]);
  const output = await outputOf(child, /^listening on .*client secret +\S+/ms);
  const base = /^listening on (\S+)/m.exec(output)![1]!;
  const secret = /client secret +(\S+)/.exec(output)![1]!;
  const response = await fetch(`${base}/VendorLogon/oauth/token`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`admin:${secret}`).toString("base64")}` },
    body: new URLSearchParams({ grant_type: "client_credentials", scope: "VendorAdministrators" }),
  });
  const { access_token: token } = (await response.json()) as { readonly access_token: string };
  return {
    base,
    headers: { authorization: `Bearer ${token}` },
    memory: () => memoryOf(child),
    async stop() {
      await ended(child);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Starts a `node:http` handler that reads bodies, and answers each request with stored bytes. */
export async function startBare(bytes: number): Promise<ServerUnderLoad> {
  const child = spawn(process.execPath, [BARE, String(bytes)]);
  const output = await outputOf(child, /^listening on \S+/m);
  return {
    base: output.trim().split(" ").at(-1)!,
    headers: {},
    memory: () => memoryOf(child),
    stop: () => ended(child),
  };
}

/** Reads the output of a process until it matches. @throws Error if the process ends before */
function outputOf(child: ChildProcess, complete: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (complete.test(output)) resolve(output);
    };
    child.stdout!.on("data", read);
    child.stderr!.on("data", read);
    child.once("exit", () => reject(new Error(output)));
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, "exit");
  child.kill();
  await exit;
}

async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const kibibytes = await outputOf(spawn("ps", ["-o", "rss=", "-p", String(pid)]), /\d+\n/);
  return Number(kibibytes) * 1024;
}
