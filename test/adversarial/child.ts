import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Runs a fixture in a child process with flags for Node and environment variables. Returns its output. */
export function runFixture(
  name: string,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): unknown {
  const node = path("../../node_modules/.bin/node");
  const printed = execFileSync(node, [...flags, path(`./fixtures/${name}.ts`)], {
    encoding: "utf8",
    env: { ...process.env, ...env },
    timeout: 50_000,
  });
  return JSON.parse(printed);
}
