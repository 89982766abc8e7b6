import { builtinModule } from "./checksum.ts";

/** What is needed of a file system. Paths are the platform's own. */
export interface Files {
  readonly open: (path: string, how: "read" | "create") => Promise<OpenFile>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly remove: (path: string) => Promise<void>;
  /** The names of what is in a folder. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  /** Makes what was renamed in a folder last, where the platform can. */
  readonly syncFolder: (folder: string) => Promise<void>;
  /** The file that a path leads to in the end, as its folder and its name. */
  readonly resolve: (path: string) => Promise<{ readonly folder: string; readonly name: string }>;
  readonly join: (folder: string, name: string) => string;
  /** The access rights of a file, where there is one. */
  readonly mode: (path: string) => Promise<number | undefined>;
  readonly age: (path: string) => Promise<number>;
  readonly process: { readonly id: number; readonly host: string };
  readonly isRunning: (process: number) => boolean;
}

export interface OpenFile {
  readonly size: () => Promise<number>;
  readonly read: (into: Uint8Array, at: number) => Promise<number>;
  /** Writes all of it after what was written before. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly setMode: (mode: number) => Promise<void>;
  /** Makes what was written last. */
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * The files of Node and of what is like it. Its modules are asked for when files are first used: a browser that loads
 * this has none of it.
 *
 * @throws TypeError where there are none.
 */
export function platformFiles(): Files {
  const fs = builtinModule("node:fs/promises") as NodeFiles | undefined;
  if (fs === undefined)
    throw new TypeError("There are no files here. Use writeCollection and readCollection.");
  const path = builtinModule("node:path") as NodePaths;
  const { hostname } = builtinModule("node:os") as { readonly hostname: () => string };
  const running = builtinModule("node:process") as NodeProcess;
  return {
    open: async (file, how) => {
      // Not to be read by others before it has the rights of the file that it takes the place of.
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
      // Windows opens no folders, some file systems make none last.
      const handle = await fs.open(folder, "r").catch(unless("EISDIR", "EPERM", "EACCES"));
      try {
        await handle?.sync().catch(unless("EINVAL", "ENOTSUP", "EPERM"));
      } finally {
        await handle?.close();
      }
    },
    resolve: async (given) => {
      const real = await fs.realpath(given).catch(() => path.resolve(given));
      return { folder: path.dirname(real), name: path.basename(real) };
    },
    join: (folder, name) => path.join(folder, name),
    mode: async (file) => {
      const found = await fs.stat(file).catch(unless("ENOENT"));
      return found === undefined ? undefined : found.mode & 0o777;
    },
    age: async (file) => Date.now() - (await fs.stat(file)).mtimeMs,
    process: { id: running.pid, host: hostname() },
    isRunning: (process) => {
      try {
        return running.kill(process, 0);
      } catch (error) {
        return codeOf(error) !== "ESRCH";
      }
    },
  };
}

/** Takes an error for nothing if it is one of these. */
function unless(...codes: readonly string[]): (error: unknown) => undefined {
  return (error) => {
    if (!codes.includes(codeOf(error) ?? "")) throw error;
  };
}

function codeOf(error: unknown): string | undefined {
  return (error as { readonly code?: string }).code;
}

/** What is used of Node: the types of the platform are not those of browsers. */
interface NodeFiles {
  readonly open: (path: string, flags: string, mode?: number) => Promise<NodeHandle>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly unlink: (path: string) => Promise<void>;
  readonly readdir: (folder: string) => Promise<string[]>;
  readonly realpath: (path: string) => Promise<string>;
  readonly stat: (path: string) => Promise<{ readonly mode: number; readonly mtimeMs: number }>;
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
