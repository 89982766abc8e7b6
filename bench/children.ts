import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Runs a file in a process of its own, with room for large rows and with `gc`, and gives what it prints: JSON. What it
 * tells on stderr is told.
 *
 * @throws Error if it ends with another code than 0
 */
export async function runChild<T>(file: URL, task: unknown, megabytes: number): Promise<T> {
  const options = ["--expose-gc", `--max-old-space-size=${megabytes}`];
  const child = spawn(process.execPath, [...options, fileURLToPath(file), JSON.stringify(task)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on("error", reject).on("close", resolve),
  );
  if (code !== 0) throw new Error(`${fileURLToPath(file)} ended with ${String(code)}.`);
  return JSON.parse(printed) as T;
}

/** What a child was told to do. */
export function givenTask(): unknown {
  return JSON.parse(process.argv[2]!);
}

/** Clears away what is no longer needed: twice, since some is only found to be so by the first time. */
export function collectGarbage(): void {
  const collect = (globalThis as { readonly gc?: () => void }).gc;
  collect?.();
  collect?.();
}

/** Bytes that are in use: objects, and what lies beside the heap. */
export function usedBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
