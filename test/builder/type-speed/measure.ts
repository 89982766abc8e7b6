import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

export interface Checked {
  readonly instantiations: number;
  readonly milliseconds: number;
}

/** Checks a program with the compiler and returns its statistics. */
export async function measureTypes(program: string): Promise<Checked> {
  const folder = mkdtempSync(join(tmpdir(), "tamis-types-"));
  try {
    writeFileSync(join(folder, "program.mts"), program);
    const paths = {
      "tamis/*": [`${ROOT}src/*/index.ts`],
      kysely: [`${ROOT}node_modules/kysely`],
      "drizzle-orm": [`${ROOT}node_modules/drizzle-orm`],
      "drizzle-orm/*": [`${ROOT}node_modules/drizzle-orm/*`],
    };
    const compilerOptions = { module: "preserve", moduleResolution: "bundler", paths, types: ["node"] };
    const typeRoots = [`${ROOT}node_modules/@types`];
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: `${ROOT}tsconfig.json`,
        compilerOptions: { ...compilerOptions, typeRoots },
        files: ["program.mts"],
        include: [],
      }),
    );
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const { stdout } = await promisify(execFile)(process.execPath, [
      tsc,
      "-p",
      folder,
      "--extendedDiagnostics",
    ]);
    const figure = (name: string) => Number(new RegExp(`^${name}:\\s+([\\d.]+)`, "m").exec(stdout)?.[1]);
    return { instantiations: figure("Instantiations"), milliseconds: figure("Check time") * 1000 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the cost of the conditions on 100 columns, less the cost of the same program with one condition. */
export async function costOfConditions(program: (count: number) => string): Promise<Checked> {
  const one = await measureTypes(program(1));
  const all = await measureTypes(program(100));
  return {
    instantiations: all.instantiations - one.instantiations,
    milliseconds: Math.max(0, all.milliseconds - one.milliseconds),
  };
}
