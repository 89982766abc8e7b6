import type { Files } from "./files.ts";

/*
 * Temporary files are next to the file that they replace. Their names contain host and process id, so that the next
 * save can remove the files of processes that have ended.
 */

let count = 0;

export function temporaryName(name: string, { id, host }: Files["process"]): string {
  return `${name}.${fileNamePart(host)}-${id}-${count++}-${Math.random().toString(36).slice(2, 8)}.saving`;
}

/** Removes temporary files whose processes have ended. Ignores failures. */
export async function removeStale(files: Files, folder: string, name: string): Promise<void> {
  for (const fileName of await files.list(folder).catch((): string[] => [])) {
    const path = files.join(folder, fileName);
    if (await isStale(files, path, fileName, name).catch(() => false))
      await files.remove(path).catch(() => undefined);
  }
}

async function isStale(files: Files, path: string, fileName: string, name: string): Promise<boolean> {
  if (!fileName.startsWith(`${name}.`)) return false;
  const [, host, process] = /^(\w*)-(\d+)-\d+-\w+\.saving$/.exec(fileName.slice(name.length + 1)) ?? [];
  if (process === undefined) return false;
  if (host === fileNamePart(files.process.host) && !files.isRunning(Number(process))) return true;
  return (await files.age(path)) > STALE_MS;
}

/**
 * One day in milliseconds. Older temporary files are stale even if their process runs on another host, where it cannot
 * be checked. No save takes as long.
 */
const STALE_MS = 86_400_000;

function fileNamePart(host: string): string {
  return host.replace(/\W/g, "_").slice(0, 40);
}
