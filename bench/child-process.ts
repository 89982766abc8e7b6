import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { uncountedBytes } from "../src/engine/store/kernels/wasm/uncounted-bytes.ts";

/**
 * Runs a file in its own Node.js process, passing the task as JSON, and returns the JSON that it prints. The child can
 * call `gc`, and shares stderr with this process.
 *
 * @param megabytes heap limit of the child
 * @throws Error if the exit code is not 0
 */
export function runChild(file: URL, task: unknown, megabytes: number): unknown {
  const options = ["--expose-gc", `--max-old-space-size=${megabytes}`];
  const printed = execFileSync(process.execPath, [...options, fileURLToPath(file), JSON.stringify(task)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  return JSON.parse(printed);
}

/** In a child: the task that `runChild` passed. */
export function taskFromArguments(): unknown {
  return JSON.parse(process.argv[2]!);
}

/** Collects garbage twice: the second pass frees what the first made unreachable. Needs `--expose-gc`. */
export function collectGarbage(): void {
  const collect = (globalThis as { readonly gc?: () => void }).gc;
  collect?.();
  collect?.();
}

/** Returns the number of bytes in use after garbage collection: on the heap, in external buffers, and in shared memory. */
export function usedBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external + uncountedBytes();
}
