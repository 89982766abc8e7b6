import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ADMINISTRATORS } from "../src/access/caller.ts";
import { basic } from "./basic-credentials.ts";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** The program imports the built package. */
export const isBuilt = existsSync(new URL("../../../dist/http.js", import.meta.url));

/** The program in a process of its own. */
export interface PlatformProcess {
  readonly base: string;
  readonly child: ChildProcess;
  /** Secret of the administrator's client; undefined unless this is the first start. */
  readonly secret: string | undefined;
  /** Password of the administrator; undefined unless this is the first start. */
  readonly password: string | undefined;
  /** Fulfilled when the process has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

/** Starts the program on a free port. */
export async function startProcess(args: readonly string[]): Promise<PlatformProcess> {
  const child = spawn(process.execPath, [MAIN, "--port", "0", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<{ readonly code: number | null; readonly signal: string | null }>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  let output = "";
  const base = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      // The welcome is written at once, so the address comes with the secrets.
      const found = /^listening on (\S+)$/m.exec(output);
      if (found !== null) resolve(found[1]!);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => reject(new Error(output)));
  });
  const shown = (label: string) => new RegExp(`${label} +(\\S+)`).exec(output)?.[1];
  return { base, child, secret: shown("client secret"), password: shown("password"), ended };
}

/** Returns a token of the administrator's client. */
export async function adminToken({ base }: PlatformProcess, secret: string): Promise<string> {
  const body = new URLSearchParams({ grant_type: "client_credentials", scope: ADMINISTRATORS });
  const headers = { authorization: basic("admin", secret) };
  const response = await fetch(`${base}/VendorLogon/oauth/token`, { method: "POST", headers, body });
  return ((await response.json()) as { readonly access_token: string }).access_token;
}
