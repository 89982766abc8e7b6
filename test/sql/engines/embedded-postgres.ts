import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Starts PostgreSQL 18 on first use and returns its port. The server ends with this process. */
export function embeddedPostgres(): Promise<number> {
  return (started ??= start());
}

let started: Promise<number> | undefined;

function start(): Promise<number> {
  const program = fileURLToPath(new URL("./embedded-postgres-server.ts", import.meta.url));
  // Its standard input closes when this process ends in any way.
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  return new Promise((done, failed) => {
    child.on("error", failed).on("exit", () => failed(new Error(`PostgreSQL did not start: ${said}`)));
    child.stdout.setEncoding("utf8").once("data", (line: string) => {
      for (const each of [child, child.stdin, child.stdout, child.stderr] as { unref?: () => void }[])
        each.unref?.();
      done(Number(line));
    });
  });
}
