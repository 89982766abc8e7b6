import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Runs a fixture as a program of its own, with flags for the engine, and gives what it prints. */
export function runFixture(name: string, flags: readonly string[] = []): unknown {
  const node = path("../../node_modules/.bin/node");
  const printed = execFileSync(node, [...flags, path(`./fixtures/${name}.ts`)], {
    encoding: "utf8",
    timeout: 50_000,
  });
  return JSON.parse(printed);
}
