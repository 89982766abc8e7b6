import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import wabt from "wabt";

/** Assembles the WebAssembly kernels of the columnar store (`npm run generate`). A test fails if the result is out of date. */

const folder = new URL("../src/engine/store/kernels/wasm/", import.meta.url);
export const KERNELS_MODULE = fileURLToPath(new URL("module.ts", folder));

/** Assembled files by the name of their constant. */
const SOURCES = {
  MODULE: "kernels.wat",
  PAGE_MODULE: "page.wat",
  SEARCH_MODULE: "search.wat",
  INTERN_MODULE: "intern.wat",
  TOKENS_MODULE: "tokens.wat",
  ROWS_MODULE: "rows.wat",
};

/** Returns the content of `module.ts`: the assembled kernels in base64. */
export async function kernelsModule(): Promise<string> {
  const assembler = await wabt();
  return Object.entries(SOURCES)
    .map(([name, file]) => {
      const text = readFileSync(new URL(file, folder), "utf8");
      const { buffer } = assembler.parseWat(file, text, { simd: true, bulk_memory: true }).toBinary({});
      return `/** The kernels of \`${file}\`, assembled by \`npm run generate\`: ${buffer.length} bytes in base64. */
export const ${name} =
  "${Buffer.from(buffer).toString("base64")}";
`;
    })
    .join("\n");
}

if (import.meta.main) writeFileSync(KERNELS_MODULE, await kernelsModule());
