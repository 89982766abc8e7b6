import { open, type FileHandle } from "node:fs/promises";
import { resolve } from "node:path";
import type { AlertSink } from "./alert.ts";

/** Appends alerts to a file, one JSON object in each line. Each batch is on the disk before it counts as delivered. */
export function fileSink(path: string): AlertSink {
  const file = resolve(path);
  let opened: Promise<FileHandle> | undefined;
  /** Whether a failed write can have left a part of a line. */
  let isTorn = true;
  const append = async (lines: string): Promise<void> => {
    opened ??= open(file, "a+", 0o600);
    const handle = await opened;
    if (isTorn && (await endsWithinLine(handle))) lines = `\n${lines}`;
    isTorn = true;
    await handle.appendFile(lines);
    await handle.datasync();
    isTorn = false;
  };
  return {
    description: `file ${path}`,
    batch: 100,
    async deliver(alerts) {
      try {
        await append(alerts.map((alert) => `${JSON.stringify(alert)}\n`).join(""));
      } catch (error) {
        // The next attempt opens the file again: it may have been moved, or its disk was full.
        const failed = opened;
        opened = undefined;
        await failed?.then((handle) => handle.close()).catch(() => undefined);
        throw error;
      }
    },
    async close() {
      await opened?.then((handle) => handle.close()).catch(() => undefined);
      opened = undefined;
    },
  };
}

/** Whether a process that was killed has left a line without its end. */
async function endsWithinLine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const last = new Uint8Array(1);
  await handle.read(last, 0, 1, size - 1);
  return last[0] !== 0x0a;
}
