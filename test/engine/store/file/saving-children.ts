import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsdown";

/** Processes that save, started in advance, because their start takes longer than a save. */
export class SavingChildren {
  readonly #script: string;
  readonly #path: string;
  readonly #ready: Child[] = [];

  private constructor(script: string, path: string) {
    this.#script = script;
    this.#path = path;
  }

  /** @param folder folder for the bundled program of the processes */
  static async of(path: string, folder: string): Promise<SavingChildren> {
    await build({
      config: false,
      entry: { child: fileURLToPath(new URL("saving-child.ts", import.meta.url)) },
      outDir: folder,
      platform: "node",
      dts: false,
      clean: false,
      logLevel: "silent",
      deps: { alwaysBundle: [/.*/] },
      outputOptions: { codeSplitting: false },
    });
    return new SavingChildren(join(folder, "child.mjs"), path);
  }

  /**
   * Lets a process save from a version on, and kills it some milliseconds after its start. Returns its output until then.
   * Busy-waits, so that the moment is exact.
   */
  async killed(first: number, milliseconds: number): Promise<Killed> {
    while (this.#ready.length < READY) this.#ready.push(this.#begin());
    const child = this.#ready.shift()!;
    child.process.stdin!.write(String(first));
    await Promise.race([once(child.process.stdout!, "data"), child.ended]);
    Atomics.wait(NEVER, 0, 0, milliseconds);
    child.process.kill("SIGKILL");
    await child.ended;
    return { process: child.process.pid!, said: child.said };
  }

  async close(): Promise<void> {
    for (const { process } of this.#ready) process.kill("SIGKILL");
    await Promise.all(this.#ready.map(({ ended }) => ended));
  }

  #begin(): Child {
    const child: Child = {
      process: spawn(process.execPath, [this.#script, this.#path], {
        stdio: ["pipe", "pipe", "inherit"],
        env: { ...process.env, NODE_COMPILE_CACHE: join(this.#script, "..", "compiled") },
      }),
      said: "",
      ended: Promise.resolve(),
    };
    // A killed process reads no more input.
    child.process.stdin!.on("error", () => undefined);
    child.process.stdout!.setEncoding("utf8").on("data", (text: string) => (child.said += text));
    child.ended = once(child.process, "close");
    return child;
  }
}

export interface Killed {
  readonly process: number;
  /** The whole output of the process. */
  readonly said: string;
}

const READY = 3;
const NEVER = new Int32Array(new SharedArrayBuffer(4));

interface Child {
  readonly process: ChildProcess;
  said: string;
  ended: Promise<unknown>;
}
