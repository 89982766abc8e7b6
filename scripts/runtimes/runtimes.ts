import { execFile, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { CHROMIUM, startChromium } from "../../test/browser/chromium.ts";
import { ENVIRONMENT } from "../../test/package/install-packed.ts";
import type { CheckInput, Outcome, runChecks } from "./checks.ts";

/** A runtime that can run the package. */
export interface Runtime {
  readonly name: string;
  /** Whether the program of the runtime is installed. */
  readonly isInstalled: boolean;
  /** Command that installs it. */
  readonly install: string;
  /** Runs the checks in a folder where the package is installed. */
  readonly runChecks: (app: string) => Promise<Outcome>;
  /** Program and first arguments of a script of the folder. Undefined in a runtime without processes. */
  readonly script?: readonly string[];
  /** Command that runs the program `tamis`, without the arguments of `tamis`. */
  readonly command?: readonly string[];
}

const PACKAGES = fileURLToPath(new URL("node_modules/", import.meta.url));
const INSTALL = "npm ci --prefix scripts/runtimes --ignore-scripts";

/** The packages `bun`, `deno` and `workerd` need no script of npm: their optional dependencies contain the programs. */
const platform = `${process.platform}-${process.arch}`;
const BUN = program(
  ...["", "-musl"].map(
    (libc) => `@oven/bun-${platform.replace("arm64", "aarch64").replace("win32", "windows")}${libc}/bin/bun`,
  ),
  // The script of the package moves the program there, if npm runs scripts.
  "bun/bin/bun.exe",
);
const DENO = program(`@deno/${platform}-glibc/deno`, `@deno/${platform}/deno`);
const WORKERD = program(
  `@cloudflare/workerd-${platform.replace("x64", "64").replace("win32", "windows")}/bin/workerd`,
);
const nodePackage = `node-${platform.replace("win32", "win")}/bin/node`;
const NODE_22 = program(nodePackage);
/** The oldest version that the package supports. */
const NODE_22_13 = program(`oldest-${nodePackage}`);

/** Returns the first file that exists. */
function program(...files: readonly string[]): string | undefined {
  const endings = process.platform === "win32" ? [".exe"] : [""];
  return files
    .flatMap((file) => endings.map((ending) => `${PACKAGES}${file}${ending}`))
    .find((file) => existsSync(file));
}

export const RUNTIMES: readonly Runtime[] = [
  processRuntime(`Node ${process.versions.node}`, process.execPath, [], ["npx", "--offline", "tamis"], ""),
  processRuntime("Node 22.23", NODE_22, [], undefined, INSTALL),
  processRuntime("Node 22.13", NODE_22_13, [], undefined, INSTALL),
  processRuntime("Bun", BUN, [], [BUN!, "x", "--bun", "tamis"], INSTALL),
  processRuntime("Deno", DENO, ["run", "--allow-all"], [DENO!, "run", "--allow-all", "npm:tamis"], INSTALL),
  { name: "workerd", isInstalled: WORKERD !== undefined, install: INSTALL, runChecks: runInWorkerd },
  {
    name: "Chromium",
    isInstalled: CHROMIUM !== undefined,
    install: "apt-get install chromium, or set TAMIS_CHROMIUM to its path",
    runChecks: runInChromium,
  },
];

function processRuntime(
  name: string,
  file: string | undefined,
  first: readonly string[],
  command: readonly string[] | undefined,
  install: string,
): Runtime {
  const script = [file ?? name, ...first];
  return {
    name,
    isInstalled: file !== undefined,
    install,
    script,
    ...(command === undefined ? {} : { command }),
    runChecks: async (app) => {
      const { stdout } = await promisify(execFile)(script[0]!, [...script.slice(1), "main.mjs"], {
        cwd: app,
        env: ENVIRONMENT,
        maxBuffer: 2 ** 26,
      });
      return JSON.parse(stdout) as Outcome;
    },
  };
}

const inputOf = (app: string) => readFileSync(join(app, "input.json"), "utf8");

/** The heap has the 128 MB that a Cloudflare Worker may use. */
async function runInWorkerd(app: string): Promise<Outcome> {
  const port = await freePort();
  writeFileSync(
    join(app, "worker.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = ["--max-heap-size=128"],
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01"
);
`,
  );
  const server = spawn(WORKERD!, ["serve", "worker.capnp"], {
    cwd: app,
    stdio: ["ignore", "inherit", "inherit"],
  });
  try {
    const response = await answerOf(`http://127.0.0.1:${port}/`, inputOf(app));
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as Outcome;
  } finally {
    server.kill();
  }
}

/** Posts a body to a server, and waits until it listens. */
async function answerOf(url: string, body: string): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await fetch(url, { method: "POST", body });
    } catch (error) {
      if (attempt === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function runInChromium(app: string): Promise<Outcome> {
  const browser = await startChromium();
  try {
    const page = await browser.newPage();
    // Pages of localhost may use the cryptography of the platform.
    await page.route("http://localhost/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<html>" }),
    );
    await page.goto("http://localhost/");
    await page.addScriptTag({ content: readFileSync(join(app, "page.js"), "utf8") });
    // As text, because the browser's protocol has no properties named __proto__.
    return await page.evaluate((input) => {
      const { checks } = globalThis as unknown as {
        readonly checks: { readonly runChecks: typeof runChecks };
      };
      return checks.runChecks(JSON.parse(input) as CheckInput);
    }, inputOf(app));
  } finally {
    await browser.close();
  }
}
