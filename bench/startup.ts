import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { compare, progress, type Contestant } from "./harness.ts";
import { loadPeer } from "./load-peer.ts";
import { duration, ratio } from "./numbers.ts";
import type { PartOptions, PartResult, Table } from "./part-result.ts";

const dist = (file: string) => fileURLToPath(new URL(`../dist/${file}`, import.meta.url));
const bench = fileURLToPath(new URL(".", import.meta.url));

/** Measures the start of whole processes and the size of browser bundles. */
export async function runStartup({ quick }: PartOptions): Promise<PartResult> {
  if (!existsSync(dist("index.js"))) {
    progress("startup: skipped, because dist is missing. Run `npm run build` first.");
    return { tables: [], goals: [], measured: {} };
  }
  progress("startup: whole processes");
  const entry = JSON.stringify(pathToFileURL(dist("index.js")).href);
  const contestants = [
    script("node, empty script", ""),
    script("import tamis", `import(${entry})`),
    script("import tamis, first parse", `import(${entry}).then((m) => m.parseFilter("eq(name,'x')"))`),
    script(
      "import tamis, first filter",
      `import(${entry}).then((m) => m.compileFilter("eq(name,'x')").predicate({}))`,
    ),
    script(
      "import @marcbachmann/cel-js, first parse",
      `import("@marcbachmann/cel-js").then((m) => m.parse("name == 'x'"))`,
    ),
  ];
  const processes = await compare(contestants, { rounds: quick ? 5 : 15, isElsewhere: true });
  const alone = processes[0]!.milliseconds.median;
  const tables: Table[] = [
    {
      name: "startup",
      title: "Start-up",
      note: "Wall-clock time of whole processes. Added: difference to a process that does nothing.",
      columns: ["process", "added", "ratio"],
      rows: processes.map(({ name, milliseconds, ratio: r }) => ({
        name,
        ours: name.includes("tamis"),
        cells: [
          duration(milliseconds.median),
          duration(Math.max(0, milliseconds.median - alone)),
          ratio(r.median),
        ],
      })),
    },
    await sizes(),
  ];
  return { tables, goals: [], measured: { startup: processes } };
}

function script(name: string, code: string): Contestant {
  return {
    name,
    run: (times) => {
      for (let i = 0; i < times; i++)
        execFileSync(process.execPath, ["--input-type=module", "-e", code], { cwd: bench });
    },
  };
}

interface Bundler {
  readonly build: (
    options: object,
  ) => Promise<{ readonly outputFiles: readonly { readonly contents: Uint8Array }[] }>;
}

async function sizes(): Promise<Table> {
  const { build } = await loadPeer<Bundler>("esbuild");
  const bundles: [string, string][] = [
    ["tamis/builder, all exports", `export * from ${JSON.stringify(dist("builder.js"))}`],
    ["tamis, parseFilter only", `export { parseFilter } from ${JSON.stringify(dist("index.js"))}`],
    ["tamis, compileFilter", `export { compileFilter } from ${JSON.stringify(dist("index.js"))}`],
    ["tamis, all exports", `export * from ${JSON.stringify(dist("index.js"))}`],
    ["@marcbachmann/cel-js, parse", `export { parse } from "@marcbachmann/cel-js"`],
  ];
  const rows = [];
  for (const [name, contents] of bundles) {
    progress(`startup: size of ${name}`);
    const options = {
      bundle: true,
      minify: true,
      format: "esm",
      platform: "neutral",
      mainFields: ["module", "main"],
      write: false,
    };
    const { outputFiles } = await build({
      ...options,
      logLevel: "error",
      stdin: { contents, resolveDir: bench },
    });
    const { contents: code } = outputFiles[0]!;
    const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
    rows.push({
      name,
      ours: name.startsWith("tamis"),
      cells: [kilobytes(code.length), kilobytes(gzipSync(code, { level: 9 }).length)],
    });
  }
  return {
    name: "sizes",
    title: "Size in a browser",
    note: "Bundled and minified by esbuild.",
    columns: ["minified", "gzip"],
    rows,
  };
}
