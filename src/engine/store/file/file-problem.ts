/** Why a file cannot be read or written. */
export interface FileProblem {
  readonly code: FileProblemCode;
  /** A sentence for people. */
  readonly message: string;
  /** Such as `rows 0 to 16383` or `column ["name"]`. */
  readonly part?: string | undefined;
  /** Of that part, in bytes. */
  readonly offset?: number | undefined;
  /** Of the file system's error, such as `ENOENT`. */
  readonly systemCode?: string | undefined;
}

/**
 * - `foreign`: not a saved collection
 * - `newer-version`: written by a later version of tamis
 * - `truncated`: the end is missing
 * - `checksum`: changed after it was written
 * - `impossible`: invalid contents despite correct checksums
 * - `other-catalog`: rows of another catalog than the one passed
 * - `memory-limit`: more than `maxBytes`
 * - `file-system`: an error of the file system
 */
export type FileProblemCode =
  | "foreign"
  | "newer-version"
  | "truncated"
  | "checksum"
  | "impossible"
  | "other-catalog"
  | "memory-limit"
  | "file-system";

/** The public functions return its problem as data. */
export class FileFault extends Error {
  readonly problem: FileProblem;

  constructor(code: FileProblemCode, message: string, where: Pick<FileProblem, "part" | "offset"> = {}) {
    super(message);
    this.problem = { code, message, ...where };
  }
}

/** Undefined for errors that are not of the file system. */
export function systemProblem(error: unknown): FileProblem | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  if (!("syscall" in error)) return undefined;
  return { code: "file-system", message: error.message, systemCode: error.code };
}
