import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import wabt from "wabt";

/** Assembles the kernels of the collection in memory: `npm run generate`. A test says if the result is out of date. */

const folder = new URL("../src/engine/memory/kernels/", import.meta.url);
export const KERNELS_MODULE = fileURLToPath(new URL("module.ts", folder));

/** The file that holds the assembled kernels, made of their text. */
export async function kernelsModule(): Promise<string> {
  const assembler = await wabt();
  const text = readFileSync(new URL("kernels.wat", folder), "utf8");
  const { buffer } = assembler.parseWat("kernels.wat", text, { simd: true }).toBinary({});
  return `/** The kernels of \`kernels.wat\`, assembled by \`npm run generate\`: ${buffer.length} bytes in base64. */
export const MODULE =
  "${Buffer.from(buffer).toString("base64")}";
`;
}

if (import.meta.main) writeFileSync(KERNELS_MODULE, await kernelsModule());
