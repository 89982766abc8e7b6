import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as {
  readonly exports: Readonly<Record<string, unknown>>;
};

/** Paths of the sources of all entry points of the package, by their names such as `bridges/odata`; `index` is the package itself. */
export const ENTRY_POINTS: ReadonlyMap<string, string> = new Map(
  Object.values(exports).flatMap((file) => {
    const name = typeof file === "string" ? /^\.\/dist\/(.+)\.js$/.exec(file)?.[1] : undefined;
    const source = [name === "index" ? "" : `${name}/`, `engine/${name}/`]
      .map((folder) => `src/${folder}index.ts`)
      .find((path) => existsSync(fileURLToPath(new URL(path, root))));
    return name === undefined || source === undefined ? [] : [[name, source] as const];
  }),
);
