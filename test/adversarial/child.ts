import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Runs a fixture in a child process with flags for Node. Returns its output. */
export function runFixture(name: string, flags: readonly string[] = []): unknown {
  const node = path("../../node_modules/.bin/node");
  const printed = execFileSync(node, [...flags, path(`./fixtures/${name}.ts`)], {
    encoding: "utf8",
    timeout: 50_000,
  });
  return JSON.parse(printed);
}
