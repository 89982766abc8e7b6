import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { applySites, findSites, KINDS, type Site } from "./mutations/sites.ts";

/*
 * Measures how many random changes of the source the tests detect:
 *
 *   node scripts/mutate.ts --seed 1 --count 200
 *
 * A copy of the repository gets all changes at once; an environment variable activates one of them. A first run without an active
 * change records which test files reach which changes, and how long each test file takes. Then each change is activated, and the
 * test files that reach it run, the fastest first, until one fails or they have used `--seconds`.
 *
 * --ref REF       tests that commit instead of HEAD
 * --folder DIR    keeps the copy there, and continues with the first run that it contains
 * --changes FILE  tries the changes of another run, from the file changes.json in its folder, to compare two commits
 * --only ID,ID    tries these changes only
 */

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "200" },
    seconds: { type: "string", default: "60" },
    ref: { type: "string", default: "HEAD" },
    folder: { type: "string" },
    changes: { type: "string" },
    only: { type: "string" },
  },
});

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CONFIG = "scripts/mutations/vitest.config.ts";

interface Mutation extends Site {
  readonly id: number;
  readonly file: string;
}

interface Tests {
  /** Duration in milliseconds of each test file that passes without a change. */
  readonly durations: ReadonlyMap<string, number>;
  /** Test files that reach each change. */
  readonly reached: ReadonlyMap<number, ReadonlySet<string>>;
}

const folder = values.folder ?? mkdtempSync(join(tmpdir(), "tamis-mutations-"));
const files = prepareCopy();
const chosen = values.changes === undefined ? chooseMutations() : readMutations(values.changes);
writeFileSync(join(folder, "changes.json"), JSON.stringify(chosen));
const tests = runWithoutChange();
const ids = values.only?.split(",").map(Number);
const results = await runInTurns(chosen.filter(({ id }) => ids === undefined || ids.includes(id)));
printReport();
if (values.folder === undefined) rmSync(folder, { recursive: true });

/** Clones the repository, unless the folder has a copy, and returns its source files, without generated ones. */
function prepareCopy(): ReadonlyMap<string, string> {
  if (!existsSync(join(folder, "package.json"))) {
    execFileSync("git", ["clone", "--quiet", ROOT, folder]);
    execFileSync("git", ["checkout", "--quiet", revision()], { cwd: folder });
    execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: folder,
      stdio: "inherit",
    });
    execFileSync("node", ["scripts/install-packages.ts"], { cwd: folder, stdio: "inherit" });
    cpSync(join(ROOT, "scripts/mutations"), join(folder, "scripts/mutations"), { recursive: true });
  }
  const listed = execFileSync("git", ["ls-tree", "-r", "--name-only", "HEAD", "src", "apps"], {
    cwd: folder,
    encoding: "utf8",
  });
  const paths = listed.split("\n").filter((path) => /^(src|apps\/[^/]+\/src)\/.*(?<!\.d)\.ts$/.test(path));
  const texts = paths.map((path) => [path, committed(path)] as const);
  return new Map(texts.filter(([, text]) => !text.startsWith("// Generated")));
}

function revision(): string {
  return execFileSync("git", ["rev-parse", values.ref], { cwd: ROOT, encoding: "utf8" }).trim();
}

/** Returns the text of a file without changes: the copy on the disk may have them already. */
function committed(path: string): string {
  return execFileSync("git", ["show", `HEAD:${path}`], { cwd: folder, encoding: "utf8" });
}

/** Draws the same number of changes of each kind. No two of them overlap. */
function chooseMutations(): readonly Mutation[] {
  const sites = [...files].flatMap(([file, text]) => findSites(text).map((site) => ({ file, ...site })));
  const next = randomNumbers(Number(values.seed));
  const taken: Mutation[] = [];
  for (const kind of KINDS) {
    const candidates = sites.filter((site) => site.kind === kind);
    const goal =
      taken.length + Math.ceil((Number(values.count) - taken.length) / (KINDS.length - KINDS.indexOf(kind)));
    while (taken.length < goal && candidates.length > 0) {
      const [site] = candidates.splice(Math.floor(next() * candidates.length), 1);
      if (
        !taken.some(
          (other) => other.file === site!.file && other.start < site!.end && site!.start < other.end,
        )
      )
        taken.push({ id: taken.length, ...site! });
    }
  }
  return taken;
}

/** Reads the changes of another run, without those whose text is not there any more. */
function readMutations(path: string): readonly Mutation[] {
  const all = JSON.parse(readFileSync(path, "utf8")) as readonly Mutation[];
  return all.filter(({ file, start, end, original }) => files.get(file)?.slice(start, end) === original);
}

/** Returns a generator of pseudorandom numbers in [0, 1), repeatable by seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Writes the changes, builds the program, and runs all tests once, unless the folder has the report of such a run. */
function runWithoutChange(): Tests {
  const log = join(folder, "reached.tsv");
  const report = join(folder, "report.json");
  if (!existsSync(report)) {
    for (const [file, text] of files) {
      const changes = chosen.filter((mutation) => mutation.file === file);
      if (changes.length > 0)
        writeFileSync(join(folder, file), applySites(text, new Map(changes.map((site) => [site.id, site]))));
    }
    execFileSync("npm", ["run", "build", "--silent"], { cwd: folder, stdio: "inherit" });
    writeFileSync(log, "");
    spawnSync(
      join(folder, "node_modules/.bin/vitest"),
      ["run", "--config", CONFIG, "--reporter=json", `--outputFile.json=${report}`],
      { cwd: folder, stdio: "inherit", env: environment({ TAMIS_MUTATION_LOG: log }) },
    );
  }
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as {
    testResults: readonly { name: string; status: string; startTime: number; endTime: number }[];
  };
  const passed = testResults.filter(({ status }) => status === "passed");
  const reached = new Map<number, Set<string>>();
  for (const line of readFileSync(log, "utf8").trim().split("\n")) {
    const [id, file] = line.split("\t");
    if (!reached.has(Number(id))) reached.set(Number(id), new Set());
    reached.get(Number(id))!.add(file!);
  }
  console.log(`${testResults.length - passed.length} test files fail without a change and are left out`);
  return { durations: new Map(passed.map((file) => [file.name, file.endTime - file.startTime])), reached };
}

function environment(more: Readonly<Record<string, string>>) {
  const hook = `--import ${pathToFileURL(join(folder, "scripts/mutations/hook.js")).href}`;
  const path = `${folder}/node_modules/.bin:${process.env["PATH"]}`;
  return { ...process.env, PATH: path, NODE_OPTIONS: hook, TAMIS_SEED: values.seed, ...more };
}

interface Result {
  readonly mutation: Mutation;
  readonly outcome: "detected" | "survived" | "not reached";
  readonly testFiles: number;
}

/** Tries two changes at a time. */
async function runInTurns(mutations: readonly Mutation[]): Promise<readonly Result[]> {
  const left = [...mutations];
  const done: Result[] = [];
  const work = async () => {
    for (let mutation = left.shift(); mutation !== undefined; mutation = left.shift()) {
      const result = await tryMutation(mutation);
      done.push(result);
      console.log(`${done.length}/${mutations.length} ${describe(result)}`);
    }
  };
  await Promise.all([work(), work()]);
  return done;
}

async function tryMutation(mutation: Mutation): Promise<Result> {
  const { durations, reached } = tests;
  const testFiles = [...(reached.get(mutation.id) ?? [])]
    .filter((file) => durations.has(file))
    .toSorted((a, b) => durations.get(a)! - durations.get(b)!);
  if (testFiles.length === 0) return { mutation, outcome: "not reached", testFiles: 0 };
  let spent = 0;
  const affordable = testFiles.filter(
    (file, i) => (spent += durations.get(file)!) <= Number(values.seconds) * 1000 || i < 3,
  );
  // Most changes fail in the first files. The others start only if they pass.
  for (const group of [affordable.slice(0, 8), affordable.slice(8)])
    if (group.length > 0 && (await fails(mutation, group)))
      return { mutation, outcome: "detected", testFiles: testFiles.length };
  return { mutation, outcome: "survived", testFiles: testFiles.length };
}

/** Returns whether a test fails, or whether the tests do not end. */
function fails({ id }: Mutation, testFiles: readonly string[]): Promise<boolean> {
  const paths = testFiles.map((file) => relative(folder, file));
  const child = spawn(
    join(folder, "node_modules/.bin/vitest"),
    ["run", "--config", CONFIG, "--bail=1", "--maxWorkers=1", ...paths],
    { cwd: folder, stdio: "ignore", detached: true, env: environment({ TAMIS_MUTATION: String(id) }) },
  );
  // A change can cause an endless loop. The whole process group ends then.
  const expected = testFiles.reduce((sum, file) => sum + tests.durations.get(file)!, 0);
  const timer = setTimeout(() => process.kill(-child.pid!, "SIGKILL"), expected * 4 + 60_000);
  return new Promise((resolve) => {
    child.once("exit", (code) => {
      clearTimeout(timer);
      resolve(code !== 0);
    });
  });
}

function describe({ mutation, outcome, testFiles }: Result): string {
  const { id, kind, file, line, original } = mutation;
  return `${outcome} (${testFiles} test files) ${id} ${kind} ${file}:${line} ${original.replaceAll(/\s+/g, " ").slice(0, 90)}`;
}

function printReport(): void {
  console.log("");
  for (const result of results) if (result.outcome !== "detected") console.log(describe(result));
  const detected = results.filter(({ outcome }) => outcome === "detected").length;
  const share = ((100 * detected) / results.length).toFixed(1);
  console.log(
    `seed ${values.seed}, ${values.ref}: ${detected} of ${results.length} changes detected (${share} %)`,
  );
}
