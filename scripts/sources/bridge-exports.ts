import { BRIDGES } from "../../src/bridges/list.ts";

/** Returns package.json with the entry point of each bridge, in the order of their names. */
export function withBridges(manifest: string): string {
  const lines = [...BRIDGES.keys()]
    .sort()
    .map((name) => `    "./bridges/${name}": "./dist/bridges/${name}.js",\n`);
  return manifest.replace(/(?:^ {4}"\.\/bridges\/.*\n)+/m, lines.join(""));
}
