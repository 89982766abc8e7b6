import { builtinModule } from "../../../values/builtin-module.ts";

/** File operations of the platform. Paths have the platform's form. */
export interface Files {
  readonly open: (path: string, how: "read" | "create") => Promise<OpenFile>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly remove: (path: string) => Promise<void>;
  readonly list: (folder: string) => Promise<readonly string[]>;
  /** Makes renames in the folder durable, if the platform supports it. */
  readonly syncFolder: (folder: string) => Promise<void>;
  /** Follows symbolic links. Returns folder and name of the target. */
  readonly resolve: (path: string) => Promise<{ readonly folder: string; readonly name: string }>;
  readonly join: (folder: string, name: string) => string;
  /** Returns the properties of a file; undefined if it does not exist. Follows symbolic links. */
  readonly find: (path: string) => Promise<FoundFile | undefined>;
  /** Returns the milliseconds since the file was last modified. */
  readonly age: (path: string) => Promise<number>;
  readonly process: { readonly id: number; readonly host: string };
  readonly isRunning: (process: number) => boolean;
}

export interface FoundFile {
  /** False for devices, named pipes, sockets and folders. */
  readonly isRegular: boolean;
  /** Permission bits. */
  readonly mode: number;
}

export interface OpenFile {
  readonly size: () => Promise<number>;
  readonly read: (into: Uint8Array, at: number) => Promise<number>;
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly setMode: (mode: number) => Promise<void>;
  /** Makes the written bytes durable. */
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Returns the file operations of Node.js. Modules load on first use, so that browsers can load this file.
 *
 * @throws TypeError if there is no file system
 */
export function platformFiles(): Files {
  const fs = builtinModule("node:fs/promises") as NodeFiles | undefined;
  if (fs === undefined)
    throw new TypeError("This platform has no file system. Use writeCollection and readCollection.");
  const path = builtinModule("node:path") as NodePaths;
  const { hostname } = builtinModule("node:os") as { readonly hostname: () => string };
  const running = builtinModule("node:process") as NodeProcess;
  return {
    open: async (file, how) => {
      // Only the owner has access until the file gets the permissions of the file that it replaces.
      const handle = await fs.open(file, how === "read" ? "r" : "wx", 0o600);
      let end = 0;
      return {
        size: async () => (await handle.stat()).size,
        read: async (into, at) => (await handle.read(into, 0, into.length, at)).bytesRead,
        write: async (bytes) => {
          for (let from = 0; from < bytes.length;) {
            const { bytesWritten } = await handle.write(bytes, from, bytes.length - from, end);
            from += bytesWritten;
            end += bytesWritten;
          }
        },
        setMode: (mode) => handle.chmod(mode),
        sync: () => handle.sync(),
        close: () => handle.close(),
      };
    },
    rename: (from, to) => fs.rename(from, to),
    remove: (file) => fs.unlink(file),
    list: (folder) => fs.readdir(folder),
    syncFolder: async (folder) => {
      // Windows cannot open folders, and some file systems cannot sync them.
      const handle = await fs.open(folder, "r").catch(ignoreErrors("EISDIR", "EPERM", "EACCES"));
      try {
        await handle?.sync().catch(ignoreErrors("EINVAL", "ENOTSUP", "EPERM"));
      } finally {
        await handle?.close();
      }
    },
    resolve: async (file) => {
      const real = await fs.realpath(file).catch(() => path.resolve(file));
      return { folder: path.dirname(real), name: path.basename(real) };
    },
    join: (folder, name) => path.join(folder, name),
    find: async (file) => {
      const stats = await fs.stat(file).catch(ignoreErrors("ENOENT"));
      return stats === undefined ? undefined : { isRegular: stats.isFile(), mode: stats.mode & 0o777 };
    },
    age: async (file) => Date.now() - (await fs.stat(file)).mtimeMs,
    process: { id: running.pid, host: hostname() },
    isRunning: (process) => {
      try {
        return running.kill(process, 0);
      } catch (error) {
        return errorCode(error) !== "ESRCH";
      }
    },
  };
}

function ignoreErrors(...codes: readonly string[]): (error: unknown) => undefined {
  return (error) => {
    if (!codes.includes(errorCode(error) ?? "")) throw error;
  };
}

function errorCode(error: unknown): string | undefined {
  return (error as { readonly code?: string }).code;
}

/** The used part of `node:fs/promises`. Declared here because Node's types are not available to browsers. */
interface NodeFiles {
  readonly open: (path: string, flags: string, mode?: number) => Promise<NodeHandle>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly unlink: (path: string) => Promise<void>;
  readonly readdir: (folder: string) => Promise<string[]>;
  readonly realpath: (path: string) => Promise<string>;
  readonly stat: (
    path: string,
  ) => Promise<{ readonly mode: number; readonly mtimeMs: number; readonly isFile: () => boolean }>;
}

interface NodeHandle {
  readonly stat: () => Promise<{ readonly size: number }>;
  readonly read: (
    into: Uint8Array,
    offset: number,
    length: number,
    at: number,
  ) => Promise<{ readonly bytesRead: number }>;
  readonly write: (
    bytes: Uint8Array,
    offset: number,
    length: number,
    at: number,
  ) => Promise<{ readonly bytesWritten: number }>;
  readonly chmod: (mode: number) => Promise<void>;
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface NodePaths {
  readonly resolve: (path: string) => string;
  readonly dirname: (path: string) => string;
  readonly basename: (path: string) => string;
  readonly join: (folder: string, name: string) => string;
}

interface NodeProcess {
  readonly pid: number;
  readonly kill: (process: number, signal: number) => boolean;
}
