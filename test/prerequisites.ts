import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { isInstalled, packageFolders } from "../scripts/install-packages.ts";
import { CHROMIUM } from "./browser/chromium.ts";
import { MARIADB } from "./sql/engines/mariadb.ts";

/** A program, server or package that some tests need. They are skipped without it. */
interface Prerequisite {
  readonly name: string;
  readonly isPresent: () => boolean | Promise<boolean>;
  /** Tests that are skipped without it. */
  readonly tests: string;
  /** Command that installs it. */
  readonly command: string;
  /** True for packages: some of their tests are not skipped, but fail to import them. */
  readonly arePackages?: boolean;
}

const PREREQUISITES: readonly Prerequisite[] = [
  {
    name: "The build",
    isPresent: () => existsSync(new URL("../dist/program/tamis.cjs", import.meta.url)),
    tests: "tests of the built program and package",
    command: "npm run build",
  },
  {
    name: "Chromium",
    isPresent: () => CHROMIUM !== undefined,
    tests: "tests in a browser",
    command: "apt-get install chromium, or set TAMIS_CHROMIUM to its path",
  },
  {
    name: "A PostgreSQL server",
    isPresent: () => answers(process.env["PGHOST"] ?? "127.0.0.1", Number(process.env["PGPORT"] ?? 5432)),
    tests: "tests on the PostgreSQL of the machine (others run on the one of a package)",
    command: "apt-get install postgresql, or set PGHOST and PGPORT",
  },
  {
    name: "A MariaDB server",
    isPresent: () => answers(MARIADB.host, MARIADB.port),
    tests: "tests on MariaDB",
    command: "apt-get install mariadb-server",
  },
  program("nvim", "test of the language server in Neovim", "neovim"),
  program("mandoc", "tests of the man page", "mandoc"),
  program("python3", "tests in a terminal"),
  program("bash", "tests of pipes and of completion in bash"),
  program("fish", "test of completion in fish"),
  program("zsh", "test of completion in zsh"),
  program("curl", "examples of docs/serve.md"),
  ...[...packageFolders()]
    .filter(([, { isLarge }]) => isLarge !== true)
    .map(([folder, { neededBy }]) => ({
      name: `Packages of ${folder}`,
      arePackages: true,
      isPresent: () => isInstalled(folder),
      tests: neededBy,
      command: `npm ci --prefix ${folder}`,
    })),
];

function program(name: string, tests: string, debianPackage = name): Prerequisite {
  return {
    name,
    isPresent: () => spawnSync(name, ["--version"], { stdio: "ignore" }).error === undefined,
    tests,
    command: `apt-get install ${debianPackage}`,
  };
}

/** Returns whether a server accepts connections. */
function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 });
    const end = (isOpen: boolean) => () => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", end(true)).once("error", end(false)).once("timeout", end(false));
  });
}

/** Runs once before all tests. The returned function runs after them. */
export default async function setup(): Promise<() => void> {
  const present = await Promise.all(PREREQUISITES.map(async ({ isPresent }) => isPresent()));
  return () => {
    for (const [i, { name, tests, command, arePackages }] of PREREQUISITES.entries()) {
      const problem = arePackages === true ? "are missing. Cannot run" : "is missing. Skipped";
      if (!present[i]) console.log(`${name} ${problem}: ${tests}. To run them: ${command}`);
    }
  };
}
