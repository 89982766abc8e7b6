import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Runs a fixture in a child process with flags for Node and environment variables. Returns its output. */
export function runFixture(
  name: string,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): unknown {
  const node = path("../../node_modules/.bin/node");
  const printed = execFileSync(node, [...flags, path(`./fixtures/${name}.ts`), ...args], {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    env: { ...process.env, ...env },
    timeout: 230_000,
  });
  return JSON.parse(printed);
}
