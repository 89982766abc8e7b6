import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Compiles the WebAssembly kernels in `assembly` (`npm run generate`). A test fails if the result is out of date. */

/** The written files, and the compiled file of each constant. */
const MODULES = {
  "engine/store/kernels/wasm/module.ts": {
    MODULE: "bitmaps.ts",
    PAGE_MODULE: "page.ts",
    SEARCH_MODULE: "search.ts",
    INTERN_MODULE: "intern.ts",
    TOKENS_MODULE: "tokens.ts",
  },
  "wasm/rows-module.ts": { ROWS_MODULE: "rows.ts" },
};

/** The memory is imported. Warning 112 is about vectors as parameters of exported functions, which no kernel has. */
const OPTIONS =
  "-O3 --converge --runtime stub --noAssert --enable simd --importMemory --noExportMemory --maximumMemory 65536 --disableWarning 112";

/** The part of the compiler that is used. Its own types would change those of arrays in all files. */
interface Compiler {
  readonly main: (
    args: readonly string[],
    files: {
      readonly readFile: (name: string) => string | null;
      readonly writeFile: (name: string, content: Uint8Array<ArrayBuffer>) => void;
      readonly listFiles: () => readonly string[];
    },
  ) => Promise<{ readonly error: Error | null; readonly stderr: { readonly toString: () => string } }>;
}
const COMPILER = new URL("../assembly/node_modules/assemblyscript/dist/asc.js", import.meta.url);

/** Returns the files to write, with their content: the compiled kernels in base64. */
export async function kernelModules(): Promise<{ readonly path: string; readonly text: string }[]> {
  const modules: { path: string; text: string }[] = [];
  for (const [path, sources] of Object.entries(MODULES)) {
    const constants: string[] = [];
    for (const [constant, file] of Object.entries(sources)) {
      const bytes = await compileKernels(file);
      constants.push(`/** The kernels of \`assembly/${file}\`, compiled by \`npm run generate\`: ${bytes.length} bytes in base64. */
export const ${constant} =
  "${Buffer.from(bytes).toString("base64")}";
`);
    }
    modules.push({
      path: fileURLToPath(new URL(`../src/${path}`, import.meta.url)),
      text: constants.join("\n"),
    });
  }
  return modules;
}

/** Compiles a file of the folder `assembly`. */
export async function compileKernels(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const compiler = ((await import(COMPILER.href)) as { readonly default: Compiler }).default;
  let binary = new Uint8Array();
  const { error, stderr } = await compiler.main([file, "--outFile", "kernels.wasm", ...OPTIONS.split(" ")], {
    readFile: readSource,
    writeFile: (_, content) => void (binary = content),
    listFiles: () => [],
  });
  if (error !== null) throw new Error(`${file} does not compile:\n${stderr.toString()}`, { cause: error });
  return binary;
}

function readSource(name: string): string | null {
  try {
    return readFileSync(new URL(`../assembly/${name}`, import.meta.url), "utf8");
  } catch {
    return null;
  }
}

if (import.meta.main) for (const { path, text } of await kernelModules()) writeFileSync(path, text);
