import { createServer } from "node:net";
import { availableParallelism } from "node:os";
import { show } from "tamis/diagnostics";
import { listen } from "tamis/http";
import { UsageError, type Arguments } from "../../command/arguments.ts";
import type { Option } from "../../command/option.ts";
import { systemCode } from "../../io/errors.ts";
import { sharing, startError } from "../http/start-server.ts";

const MAX_THREADS = 64;

export const THREADS: Option = {
  name: "threads",
  value: "N",
  help: `threads that answer requests on the port, from 1 (default) to ${MAX_THREADS}, or auto for all cores`,
  suggestions: () => Promise.resolve(["auto", "2", "4", "8"]),
};

/** @throws UsageError for an invalid number, and with `--writable` */
export function readThreads(args: Arguments): number {
  const text = args.text(THREADS.name);
  if (text === undefined) return 1;
  const count = text === "auto" ? Math.min(availableParallelism(), MAX_THREADS) : Number(text);
  if (!/^(?:\d+|auto)$/.test(text) || count < 1 || count > MAX_THREADS)
    throw new UsageError(
      `--threads must be a number from 1 to ${MAX_THREADS}, or auto, not '${show(text)}'.`,
    );
  if (count > 1 && args.flag("writable"))
    throw new UsageError(
      "--threads cannot be combined with --writable: only one thread can follow the changes of rows. Leave one of them out.",
    );
  return count;
}

/**
 * Checks that several threads can listen on the port.
 * @returns the reason why they cannot share a port; undefined if they can
 * @throws InputError if another program uses the port: with a shared port, it could receive requests
 */
export async function portFault(
  host: string,
  port: number,
  newServer = () => createServer(),
): Promise<string | undefined> {
  const runtime = ["bun", "deno"].find((name) => Object.hasOwn(process.versions, name));
  if (runtime !== undefined) return `only Node.js shares a port between threads, and this is ${runtime}`;
  try {
    await probe(newServer(), (server) => server, host, port);
    await probe(newServer(), sharing, host, 0);
    return undefined;
  } catch (error) {
    if (systemCode(error) === "ENOTSUP") return "this system cannot share a port between threads";
    throw startError(error);
  }
}

type NetServer = ReturnType<typeof createServer>;

async function probe(
  server: NetServer,
  as: (server: NetServer) => Parameters<typeof listen>[0],
  host: string,
  port: number,
): Promise<void> {
  await listen(as(server), { host, port, portSetting: "--port" });
  await new Promise((resolve) => server.close(resolve));
}
