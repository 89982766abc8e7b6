/**
 * Loads the files of the program with compiled code from a cache. Node's own compile cache has only the functions that run
 * while a file loads. This one is written after the command has run, so it also has the functions that the command has
 * called: `tamis query` of a small file then takes 0.84 of the CPU time.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";

/** First line of a cache file. The compiled code of all scripts follows. */
interface CacheHeader {
  /** Checksum of the compiled code. V8 does not notice if a bit of it has changed. */
  readonly checksum: number;
  readonly scripts: readonly CachedScript[];
}

interface CachedScript {
  readonly name: string;
  /** Checksum of the source. */
  readonly source: number;
  /** Number of bytes of compiled code. */
  readonly length: number;
}

interface Loaded {
  readonly name: string;
  readonly source: number;
  readonly script: Script;
}

type Require = (id: string) => unknown;

/** Exit code for a wrong command line. Its first word may not be a command. */
const USAGE = 2;

/**
 * Runs the program.
 * @param cacheFolder folder for compiled code, which nobody else can write to
 */
export function runProgram(cacheFolder: string): void {
  const [word = ""] = process.argv.slice(2, 3);
  const command = /^[a-z]+(?:-[a-z]+)*$/.test(word) ? word : "other";
  const { version, arch } = process;
  const loader = new ProgramLoader(__dirname, join(cacheFolder, `${version}-${arch}`, `${command}.bin`));
  process.on("exit", (code) => {
    if (code !== USAGE) loader.save();
  });
  (loader.load("tamis.cjs") as { readonly run: () => void }).run();
}

export class ProgramLoader {
  readonly #folder: string;
  readonly #cacheFile: string;
  readonly #cached: ReadonlyMap<string, { readonly source: number; readonly code: Buffer }>;
  readonly #modules = new Map<string, { exports: unknown }>();
  readonly #loaded: Loaded[] = [];
  readonly #require: NodeJS.Require;
  #isComplete = true;

  /**
   * @param folder folder of the program
   * @param cacheFile file that contains the compiled code. It belongs to one version of Node.
   */
  constructor(folder: string, cacheFile: string) {
    this.#folder = folder;
    this.#cacheFile = cacheFile;
    this.#cached = readCache(cacheFile);
    this.#require = createRequire(join(folder, "tamis.cjs"));
  }

  /** Runs a file of the program, if it has not been run yet, and returns its exports. */
  load(name: string): unknown {
    const loadedModule = this.#modules.get(name);
    if (loadedModule !== undefined) return loadedModule.exports;
    const module = {
      exports: {} as unknown,
      require: this.#requireFrom(dirname(name)),
      import: importPackage,
    };
    this.#modules.set(name, module);
    const file = join(this.#folder, name);
    const run = this.#compile(name, file).runInThisContext() as (...args: readonly unknown[]) => void;
    run.call(module.exports, module.exports, module.require, module, file, dirname(file));
    return module.exports;
  }

  /** Writes the cache if files were loaded that it does not have. Errors only cost time in the next run. */
  save(): void {
    if (this.#isComplete) return;
    const temporary = `${this.#cacheFile}.${process.pid}`;
    try {
      mkdirSync(dirname(this.#cacheFile), { recursive: true, mode: 0o700 });
      // Fails before the expensive work if the folder is read-only.
      writeFileSync(temporary, "", { mode: 0o600, flag: "wx" });
      writeFileSync(temporary, cacheOf(this.#loaded));
      // Another process never sees half a file.
      renameSync(temporary, this.#cacheFile);
    } catch {
      removeIfPossible(temporary);
    }
  }

  #requireFrom(folder: string): Require {
    return (id) => (id.startsWith(".") ? this.load(join(folder, id)) : (this.#require(id) as unknown));
  }

  #compile(name: string, file: string): Script {
    const bytes = readFileSync(file);
    const source = crc32(bytes);
    const cached = this.#cached.get(name);
    const cachedData = cached?.source === source ? cached.code : undefined;
    // The build writes a function with the parameters of a module, in ASCII, which is decoded faster as Latin-1.
    const script = new Script(bytes.toString("latin1"), { filename: file, cachedData });
    if (cachedData === undefined || script.cachedDataRejected === true) this.#isComplete = false;
    this.#loaded.push({ name, source, script });
    return script;
  }
}

function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The folder is not usable at all.
  }
}

/** The build replaces `import(…)` by `module.import(…)`, because scripts can import modules only with an experimental option. */
function importPackage(specifier: string): Promise<unknown> {
  return import(specifier) as Promise<unknown>;
}

function readCache(file: string): ReadonlyMap<string, { readonly source: number; readonly code: Buffer }> {
  const cached = new Map<string, { readonly source: number; readonly code: Buffer }>();
  try {
    const bytes = readFileSync(file);
    const end = bytes.indexOf("\n");
    const { checksum, scripts } = JSON.parse(bytes.toString("utf8", 0, end)) as CacheHeader;
    const codes = bytes.subarray(end + 1);
    if (crc32(codes) !== checksum) return cached;
    let at = 0;
    for (const { name, source, length } of scripts)
      cached.set(name, { source, code: codes.subarray(at, (at += length)) });
  } catch {
    // Without a usable cache, all files are compiled.
  }
  return cached;
}

function cacheOf(loaded: readonly Loaded[]): Buffer {
  const codes = loaded.map(({ script }) => script.createCachedData());
  const code = Buffer.concat(codes);
  const scripts = loaded.map(({ name, source }, i) => ({ name, source, length: codes[i]!.length }));
  const header: CacheHeader = { checksum: crc32(code), scripts };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), code]);
}
