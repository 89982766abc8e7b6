import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown, type InputOptions, type OutputOptions } from "rolldown";
import { definitions, suites } from "../../test/conformance/run-case.ts";
import { ENVIRONMENT, installPacked } from "../../test/package/install-packed.ts";
import { RUNTIMES, type Runtime } from "./runtimes.ts";

/*
 * Runs the packed package in each installed runtime, and compares the results with those of the Node that runs this script:
 * `npm run test:runtimes`. Names of runtimes as arguments restrict it: `npm run test:runtimes -- bun deno`.
 */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Command lines of the program `tamis`, which print the same everywhere. */
const COMMAND_LINES = [
  "query places.ndjson --filter gt(pop_max,15000000) --sortBy pop_max:descending --select name,pop_max -o csv",
  "query places.ndjson --filter contains($primary,name,'a') --count",
  "query places.ndjson --filter eq(nmae,1)",
  "check eq(a,1",
  "--version",
];

const [, , ...wanted] = process.argv;
const chosen = RUNTIMES.filter(
  ({ name }, i) =>
    i === 0 ||
    wanted.length === 0 ||
    wanted.some((word) => name.toLowerCase().startsWith(word.toLowerCase())),
);
const directory = mkdtempSync(join(tmpdir(), "tamis-runtimes-"));
const differences: string[] = [];
const lines: string[][] = [];
try {
  const app = installPacked(directory);
  await writeApp(app);
  let reference: Readonly<Record<string, string>> | undefined;
  for (const runtime of chosen) {
    if (!runtime.isInstalled) {
      console.log(`${runtime.name} is missing. To run it: ${runtime.install}`);
      continue;
    }
    const { results, milliseconds } = await resultsOf(runtime, app);
    reference ??= results;
    lines.push([
      runtime.name,
      ...Object.keys(reference).map((name) => outcomeOf(name, results, milliseconds)),
    ]);
    for (const [name, result] of Object.entries(results))
      if (result !== reference[name] || /"(?:error|failed)":(?!\[\])/.test(result))
        differences.push(`${runtime.name}, ${name}:\n  ${result}\nand not:\n  ${reference[name]}`);

    function outcomeOf(
      name: string,
      own: Readonly<Record<string, string>>,
      times: Readonly<Record<string, number>>,
    ): string {
      if (own[name] === undefined) return "-";
      return own[name] === reference![name]
        ? times[name] === undefined
          ? "same"
          : `same, ${times[name]} ms`
        : "DIFFERS";
    }
  }
  const header = ["runtime", ...Object.keys(reference ?? {})];
  const widths = header.map((title, i) =>
    Math.max(...[header, ...lines].map((line) => line[i]!.length), title.length),
  );
  for (const line of [header, ...lines])
    console.log(
      line
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join("  ")
        .trimEnd(),
    );
} finally {
  rmSync(directory, { recursive: true, force: true });
}
if (differences.length > 0) {
  console.error(`\n${differences.map((each) => each.slice(0, 2_000)).join("\n\n")}`);
  process.exitCode = 1;
}

/** Writes the programs of the runtimes and their input. */
async function writeApp(app: string): Promise<void> {
  const places = readFileSync(join(ROOT, "examples/data/places.ndjson"), "utf8");
  writeFileSync(join(app, "input.json"), JSON.stringify({ suites, catalogs: definitions, places }));
  writeFileSync(join(app, "places.ndjson"), places);
  copyFileSync(join(ROOT, "test/package/every-use.js"), join(app, "every-use.mjs"));
  // The package stays outside of this bundle, so that each runtime resolves its entry points itself.
  for (const name of ["checks", "main"]) {
    const input = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
    await bundle(
      { input, platform: "node", external: /^tamis(?:\/|$)/ },
      { file: join(app, `${name}.mjs`), format: "esm" },
    );
  }
  await bundle(
    { input: join(app, "checks.mjs"), platform: "browser" },
    { file: join(app, "page.js"), format: "iife", name: "checks", codeSplitting: false },
  );
  writeFileSync(
    join(app, "worker.mjs"),
    `import { runChecks } from "./checks.mjs";
export default { fetch: async (request) => Response.json(await runChecks(await request.json())) };\n`,
  );
  await bundle(
    { input: join(app, "worker.mjs"), platform: "browser" },
    { file: join(app, "worker.js"), format: "esm", codeSplitting: false },
  );
}

async function bundle(input: InputOptions, output: OutputOptions): Promise<void> {
  const built = await rolldown({ ...input, logLevel: "silent" });
  await built.write(output);
  await built.close();
}

/** Returns the result of each check as JSON. */
async function resultsOf(
  runtime: Runtime,
  app: string,
): Promise<{ results: Readonly<Record<string, string>>; milliseconds: Readonly<Record<string, number>> }> {
  const { results, milliseconds } = await runtime
    .runChecks(app)
    .catch((error: unknown) => ({ results: { checks: { error: String(error) } }, milliseconds: {} }));
  const found: Record<string, unknown> = { ...results };
  if (runtime.script !== undefined) {
    found["entry points"] = usesOf(run(runtime.script, ["every-use.mjs"], app));
    const program = [...runtime.script, "node_modules/tamis/bin/tamis.cjs"];
    found["program"] = COMMAND_LINES.map((line) => run(program, line.split(" "), app));
  }
  if (runtime.command !== undefined) {
    const { status, stdout } = run(runtime.command, COMMAND_LINES[0]!.split(" "), app);
    found["command"] = { status, stdout };
  }
  return {
    results: Object.fromEntries(
      Object.entries(found).map(([name, result]) => [name, JSON.stringify(result)]),
    ),
    milliseconds,
  };
}

function usesOf({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): unknown {
  try {
    const { names, notLoaded, uses, reports } = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
    return { names, notLoaded: Object.keys(notLoaded as object), uses, reports };
  } catch {
    return { error: stderr };
  }
}

function run(program: readonly string[], args: readonly string[], app: string) {
  const { status, stdout, stderr } = spawnSync(program[0]!, [...program.slice(1), ...args], {
    cwd: app,
    env: { ...ENVIRONMENT, NO_COLOR: "1" },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}
