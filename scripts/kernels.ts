import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import wabt from "wabt";

/** Assembles the WebAssembly kernels (`npm run generate`). A test fails if the result is out of date. */

const pathOf = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/** The written files, and the assembled files of each by the name of their constant. */
const MODULES: readonly { readonly folder: string; readonly name: string; readonly sources: object }[] = [
  {
    folder: pathOf("engine/store/kernels/wasm/"),
    name: "module.ts",
    sources: {
      MODULE: "kernels.wat",
      PAGE_MODULE: "page.wat",
      SEARCH_MODULE: "search.wat",
      INTERN_MODULE: "intern.wat",
      TOKENS_MODULE: "tokens.wat",
    },
  },
  { folder: pathOf("wasm/"), name: "rows-module.ts", sources: { ROWS_MODULE: "rows.wat" } },
];

/** Returns the files to write, with their content: the assembled kernels in base64. */
export async function kernelModules(): Promise<{ readonly path: string; readonly text: string }[]> {
  const assembler = await wabt();
  return MODULES.map(({ folder, name, sources }) => ({
    path: folder + name,
    text: Object.entries(sources)
      .map(([constant, file]: [string, string]) => {
        const source = readFileSync(folder + file, "utf8");
        const { buffer } = assembler.parseWat(file, source, { simd: true, bulk_memory: true }).toBinary({});
        return `/** The kernels of \`${file}\`, assembled by \`npm run generate\`: ${buffer.length} bytes in base64. */
export const ${constant} =
  "${Buffer.from(buffer).toString("base64")}";
`;
      })
      .join("\n"),
  }));
}

if (import.meta.main) for (const { path, text } of await kernelModules()) writeFileSync(path, text);
