import type { Files, OpenFile } from "../../../../src/engine/store/file/files.ts";

/** An error as the file system gives it. */
export function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${code}: as told, ${syscall}`), { code, syscall });
}

/** Files of which one call fails: the nth of those that write, sync, close, rename and the like. */
export function failingFiles(
  files: Files,
  nth: number,
  code: string,
): Files & { readonly calls: readonly string[] } {
  const calls: string[] = [];
  const count = (name: string) => {
    if (calls.push(name) === nth) throw systemError(code, name);
  };
  const counted = (file: OpenFile): OpenFile => ({
    ...file,
    write: async (bytes) => {
      // Half of it is written before it fails.
      if (calls.length + 1 === nth) await file.write(bytes.subarray(0, bytes.length >> 1));
      count("write");
      await file.write(bytes);
    },
    setMode: async (mode) => {
      count("fchmod");
      await file.setMode(mode);
    },
    sync: async () => {
      count("fsync");
      await file.sync();
    },
    close: async () => {
      await file.close();
      count("close");
    },
  });
  return {
    ...files,
    calls,
    open: async (path, how) => {
      count("open");
      return counted(await files.open(path, how));
    },
    rename: async (from, to) => {
      count("rename");
      await files.rename(from, to);
    },
  };
}

/**
 * Files of a process that ends at one of its calls, and does nothing from then on: of what it writes then some is
 * written, the rest it has in mind.
 *
 * @param share of what is written last that is written
 */
export function dyingFiles(
  files: Files,
  nth: number,
  share: number,
): {
  readonly files: Files;
  readonly died: Promise<unknown>;
  readonly hasRenamed: () => boolean;
} {
  let calls = 0;
  let hasRenamed = false;
  const end = Promise.withResolvers<undefined>();
  const forever = new Promise<never>(() => undefined);
  const step = async <T>(work: () => Promise<T>, part?: () => Promise<void>): Promise<T> => {
    if (++calls < nth) return work();
    if (calls === nth) {
      await part?.();
      end.resolve(undefined);
    }
    return forever;
  };
  const dying = (file: OpenFile): OpenFile => ({
    ...file,
    write: (bytes) =>
      step(
        () => file.write(bytes),
        async () => {
          await file.write(bytes.subarray(0, Math.floor(bytes.length * share)));
          await file.close();
        },
      ),
    setMode: (mode) => step(() => file.setMode(mode), file.close),
    sync: () => step(file.sync, file.close),
    close: () => step(file.close, file.close),
  });
  return {
    died: end.promise,
    hasRenamed: () => hasRenamed,
    files: {
      ...files,
      process: { ...files.process, id: NO_PROCESS },
      open: (path, how) => step(async () => dying(await files.open(path, how))),
      rename: (from, to) =>
        step(async () => {
          await files.rename(from, to);
          hasRenamed = true;
        }),
      remove: (path) => step(() => files.remove(path)),
      syncFolder: (folder) => step(() => files.syncFolder(folder)),
    },
  };
}

/** No process has this number. */
const NO_PROCESS = 999_999_999;
