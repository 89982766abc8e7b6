import type { Files, OpenFile } from "../../../../src/engine/store/file/files.ts";

/** Returns an error like those of the file system. */
export function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${code}: as told, ${syscall}`), { code, syscall });
}

/** Returns a file system whose nth writing call (write, sync, close, rename …) fails. */
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
      // Writes half of the bytes before it fails.
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
 * Returns a file system for a process that dies at one of its calls: the call never returns, and of its bytes only a part is
 * written.
 *
 * @param share part of the last write that reaches the file, from 0 to 1
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

/** A process id that does not exist. */
const NO_PROCESS = 999_999_999;
