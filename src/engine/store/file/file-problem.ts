import { hasOwn } from "../../../values/own-properties.ts";
/** Why a file cannot be read or written. */
export interface FileProblem {
  readonly code: FileProblemCode;
  /** Explanation for people, one sentence. */
  readonly message: string;
  /** Part of the file with the problem, such as `rows 0 to 16383` or `column ["name"]`. */
  readonly part?: string | undefined;
  /** Offset of that part in the file, in bytes. */
  readonly offset?: number | undefined;
  /** Code of the file system's error, such as `ENOENT`. */
  readonly systemCode?: string | undefined;
}

/**
 * - `foreign`: the file is not a saved collection
 * - `newer-version`: a later version of tamis wrote the file
 * - `truncated`: the end of the file is missing
 * - `checksum`: the file was changed after it was written
 * - `impossible`: the contents are invalid despite correct checksums
 * - `other-catalog`: the rows belong to another catalog than the one passed
 * - `memory-limit`: the collection needs more than `maxBytes`
 * - `file-system`: the file system reported an error
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

/** Error with a problem of a file. Public functions catch it and return its `problem` as data. */
export class FileFault extends Error {
  readonly problem: FileProblem;

  constructor(code: FileProblemCode, message: string, where: Pick<FileProblem, "part" | "offset"> = {}) {
    super(message);
    this.problem = { code, message, ...where };
  }
}

/** Returns the problem for an error of the file system; undefined for other errors. */
export function systemProblem(error: unknown): FileProblem | undefined {
  if (!(error instanceof Error) || !hasOwn(error, "code") || typeof error.code !== "string") return undefined;
  if (!hasOwn(error, "syscall")) return undefined;
  return { code: "file-system", message: error.message, systemCode: error.code };
}
