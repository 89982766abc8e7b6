import { messageOf, systemCode } from "./errors.ts";

const REASONS: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "There is no such folder."],
  ["ENOTDIR", "A part of the path is not a folder."],
  ["EACCES", "Permission denied."],
  ["EPERM", "Permission denied."],
  ["EBUSY", "Another program uses the file."],
  ["EROFS", "The file system is read-only."],
  ["ENOSPC", "The disk is full."],
  ["EDQUOT", "The disk quota is used up."],
  ["EFBIG", "The file would be too large for the file system."],
  ["EISDIR", "It is a directory, not a file."],
  ["ENAMETOOLONG", "The name is too long."],
  ["ELOOP", "Its symbolic links form a cycle."],
  ["EIO", "The device failed."],
]);

/**
 * Returns the reason why a file cannot be written, as a sentence. Messages of the system are replaced where possible: they name
 * temporary files, which users do not know.
 *
 * @example writeFailure(Object.assign(new Error("…"), { code: "EROFS" })) // "The file system is read-only."
 */
export function writeFailure(error: unknown): string {
  return writeFailureOf(systemCode(error)) ?? messageOf(error);
}

/** @param code code of the system, such as `ENOSPC`; returns undefined for other codes */
export function writeFailureOf(code: string | undefined): string | undefined {
  return REASONS.get(code ?? "");
}
