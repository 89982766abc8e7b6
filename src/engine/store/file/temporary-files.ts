import type { Files } from "./files.ts";

/*
 * The file that is being written beside the one whose place it takes. Its name says who writes it, so that one that was
 * left behind by a process that ended is known for what it is, and removed by the next who saves.
 */

let count = 0;

/** The name of a temporary file for a file. No two have the same. */
export function temporaryName(name: string, { id, host }: Files["process"]): string {
  return `${name}.${marked(host)}-${id}-${count++}-${Math.random().toString(36).slice(2, 8)}.saving`;
}

/** Removes temporary files for a file that nobody writes any more. What cannot be removed stays. */
export async function removeStale(files: Files, folder: string, name: string): Promise<void> {
  for (const each of await files.list(folder).catch((): string[] => [])) {
    const path = files.join(folder, each);
    if (await isStale(files, path, each, name).catch(() => false))
      await files.remove(path).catch(() => undefined);
  }
}

async function isStale(files: Files, path: string, found: string, name: string): Promise<boolean> {
  if (!found.startsWith(`${name}.`)) return false;
  const [, host, process] = /^(\w*)-(\d+)-\d+-\w+\.saving$/.exec(found.slice(name.length + 1)) ?? [];
  if (process === undefined) return false;
  if (host === marked(files.process.host) && !files.isRunning(Number(process))) return true;
  return (await files.age(path)) > A_DAY;
}

/** Of a process on another machine nobody here knows whether it runs; nobody saves for so long. */
const A_DAY = 86_400_000;

/** The name of a machine, as it can be part of a file's. */
function marked(host: string): string {
  return host.replace(/\W/g, "_").slice(0, 40);
}
