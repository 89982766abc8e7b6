import { defineConfig } from "tsdown";

const SUBPATHS = [
  "ast",
  "builder",
  "catalog",
  "collation",
  "diagnostics",
  "evaluator",
  "families",
  "functions",
  "url",
];

/** Files that do no more than hand a library on; see `lazyLibraries`. */
const HANDS_ON = /^import \* as library from "([^"]+)";[\s\S]*^export const (\w+) = \(\) => library;$/m;

/**
 * A library that few need is loaded on first use: `import * as library` becomes a `require` within the function, which
 * the bundler turns into a module that runs when it is called. Importing tamis then costs next to nothing.
 */
function lazyLibraries() {
  return {
    name: "lazy-libraries",
    transform(code: string, id: string) {
      const found = id.includes("node_modules") ? null : HANDS_ON.exec(code);
      if (found === null) return undefined;
      return `let library; export const ${found[2]} = () => (library ??= require("${found[1]}"));`;
    },
  };
}

export default defineConfig({
  entry: { index: "src/index.ts", ...Object.fromEntries(SUBPATHS.map((name) => [name, `src/${name}/index.ts`])) },
  format: "esm",
  platform: "neutral",
  target: "es2023",
  fixedExtension: false,
  outExtensions: () => ({ js: ".js", dts: ".d.ts" }),
  dts: true,
  sourcemap: false,
  clean: true,
  // Nothing is left to the installer: the libraries are part of the bundle, their licenses beside it.
  noExternal: [/.*/],
  inputOptions: { resolve: { mainFields: ["module", "main"] } },
  plugins: [lazyLibraries()],
  logLevel: "warn",
});
