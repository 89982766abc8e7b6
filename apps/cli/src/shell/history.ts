/** History file of the shell. Lines are appended before they run, so that a crash cannot lose them. */
import {
  appendFileSync,
  chmodSync,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, posix, win32 } from "node:path";
import { escapeControls } from "tamis/diagnostics";
import { messageOf, systemCode } from "../io/errors.ts";
import type { Redact } from "../io/redact.ts";

export const MAX_LINES = 1_000;
/** Maximum length of a saved line, in characters. */
const MAX_LINE_LENGTH = 10_000;
/** Maximum file size in bytes. A larger file is replaced by its last lines. */
const MAX_BYTES = 1_048_576;

export class History {
  /** Saved lines, last line first, as `node:readline` expects. */
  readonly lines: string[];
  readonly #path: string | undefined;
  readonly #note: (text: string) => void;
  readonly #redact: Redact;
  #isBroken = false;

  constructor(path: string | undefined, note: (text: string) => void, redact: Redact) {
    this.#path = path;
    this.#redact = redact;
    this.#note = note;
    this.lines = path === undefined ? [] : (this.#guarded(() => readLines(path)) ?? []);
  }

  /** Saves a line, unless it begins with a space or contains a password. */
  add(line: string): void {
    const path = this.#path;
    if (path === undefined || this.#isBroken || line.startsWith(" ") || !isValidLine(line)) return;
    if (this.#redact(line) !== line) return;
    this.#guarded(() => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      appendFileSync(path, `${line}\n`, { mode: 0o600 });
    });
  }

  /** Runs `work`. The first failure prints a note and disables the history. */
  #guarded<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.#isBroken = true;
      const reason = systemCode(error) ?? messageOf(error);
      this.#note(`the history is not saved: ${escapeControls(this.#path!)} cannot be used (${reason}).`);
      return undefined;
    }
  }
}

/**
 * Returns the history file's path (XDG Base Directory Specification, or the folder for local data of Windows). Undefined without a
 * home directory.
 */
export function historyPath(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const {
    XDG_STATE_HOME: state = "",
    LOCALAPPDATA: local = "",
    HOME: home = "",
    USERPROFILE: profile = "",
  } = env;
  const path = platform === "win32" ? win32 : posix;
  if (path.isAbsolute(state)) return path.join(state, "tamis", "history");
  if (platform === "win32" && path.isAbsolute(local)) return path.join(local, "tamis", "history");
  const base = home || profile;
  return path.isAbsolute(base) ? path.join(base, ".local", "state", "tamis", "history") : undefined;
}

function readLines(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (!stats.isFile()) throw new Error("it is not a regular file");
  const { text, isWhole } = readEnd(path);
  // Editors of Windows write CRLF.
  const validLines = text.split(/\r?\n/).filter(isValidLine);
  const lines = validLines.slice(-MAX_LINES);
  if (!isWhole || validLines.length > 2 * MAX_LINES) replaceFile(path, lines);
  // Removes the access of other users, because the history can contain confidential values.
  else if ((stats.mode & 0o077) !== 0) chmodSync(path, 0o600);
  return lines.reverse();
}

function readEnd(path: string): { text: string; isWhole: boolean } {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, MAX_BYTES));
    const byteCount = readSync(file, bytes, 0, bytes.length, size - bytes.length);
    const text = bytes.toString("utf8", 0, byteCount);
    const isWhole = size <= MAX_BYTES;
    return { text: isWhole ? text : text.slice(text.indexOf("\n") + 1), isWhole };
  } finally {
    closeSync(file);
  }
}

function replaceFile(path: string, lines: readonly string[]): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, lines.map((line) => `${line}\n`).join(""), { mode: 0o600 });
  renameSync(draft, path);
}

/**
 * Returns whether a line can be saved: not empty, not too long, without control characters and invalid
 * Unicode.
 */
function isValidLine(line: string): boolean {
  return line !== "" && line.length <= MAX_LINE_LENGTH && !/[\p{Cc}\p{Cs}\ufffd]/u.test(line);
}
