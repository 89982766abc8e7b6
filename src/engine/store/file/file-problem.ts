/** Why a file is not read or written. */
export interface FileProblem {
  readonly code: FileProblemCode;
  /** In plain words, with what can be done. */
  readonly message: string;
  /** The part of the file: `rows 0 to 16383`, `column ["name"]`. */
  readonly part?: string | undefined;
  /** Where in the file that part begins, in bytes. */
  readonly offset?: number | undefined;
  /** What the file system said: `ENOENT`. */
  readonly systemCode?: string | undefined;
}

/**
 * - `foreign`: no file of a collection
 * - `newer-version`: written by a later version of tamis
 * - `truncated`: its end is not there
 * - `checksum`: it was changed after it was written
 * - `impossible`: it says what no file of a collection says
 * - `other-catalog`: it has rows of another catalog than the one that was given
 * - `memory-limit`: its rows take more than `maxBytes`
 * - `file-system`: the file system refused
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

/** How a problem gets from where it is found to where it is told. Never seen outside. */
export class FileFault extends Error {
  readonly problem: FileProblem;

  constructor(code: FileProblemCode, message: string, where: Pick<FileProblem, "part" | "offset"> = {}) {
    super(message);
    this.problem = { code, message, ...where };
  }
}

/** What the file system's error says; undefined for an error that is none of the file system. */
export function systemProblem(error: unknown): FileProblem | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  if (!("syscall" in error)) return undefined;
  return { code: "file-system", message: error.message, systemCode: error.code };
}
