/**
 * What was typed, kept in a file from one session to the next. A line is added to the file before it is answered, so
 * that nothing that happens then can lose it; and whatever is wrong with the file, the session goes on without.
 */
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
import { dirname, isAbsolute, join } from "node:path";
import { escapeControls } from "tamis/diagnostics";
import { messageOf, systemCode } from "../io/errors.ts";

/** Lines that are kept; and the longest that is. */
const MOST_LINES = 1_000;
const LONGEST_LINE = 10_000;
/** Bytes at the end of the file that are looked at. A file that is larger is made anew of them. */
const MOST_BYTES = 1_048_576;

export class History {
  /** The last line first, as `node:readline` has it. */
  readonly lines: string[];
  readonly #path: string | undefined;
  readonly #note: (text: string) => void;
  #isBroken = false;

  /** @param path undefined for a history that ends with the session */
  constructor(path: string | undefined, note: (text: string) => void) {
    this.#path = path;
    this.#note = note;
    this.lines = path === undefined ? [] : (this.#guarded(() => readLines(path)) ?? []);
  }

  /** Adds a line. One that begins with a space is no business of the next session's. */
  add(line: string): void {
    const path = this.#path;
    if (path === undefined || this.#isBroken || line.startsWith(" ") || !isKept(line)) return;
    this.#guarded(() => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      appendFileSync(path, `${line}\n`, { mode: 0o600 });
    });
  }

  /** The first time that something fails it is told, and nothing more is tried. */
  #guarded<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.#isBroken = true;
      const reason = systemCode(error) ?? messageOf(error);
      this.#note(`the history is not kept: ${escapeControls(this.#path!)} cannot be used (${reason}).`);
      return undefined;
    }
  }
}

/** Where the history is, by the XDG rules; undefined where there is no home. */
export function historyPath(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { XDG_STATE_HOME: state = "", HOME: home = "", USERPROFILE: profile = "" } = env;
  if (isAbsolute(state)) return join(state, "tamis", "history");
  const base = home || profile;
  return isAbsolute(base) ? join(base, ".local", "state", "tamis", "history") : undefined;
}

function readLines(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (!stats.isFile()) throw new Error("it is no plain file");
  const { text, isWhole } = readEnd(path);
  const all = text.split("\n").filter(isKept);
  const lines = all.slice(-MOST_LINES);
  if (!isWhole || all.length > 2 * MOST_LINES) replaceFile(path, lines);
  // What was typed can hold what others shall not read.
  else if ((stats.mode & 0o077) !== 0) chmodSync(path, 0o600);
  return lines.reverse();
}

/** The end of the file, from the beginning of a line on. */
function readEnd(path: string): { text: string; isWhole: boolean } {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, MOST_BYTES));
    const read = readSync(file, bytes, 0, bytes.length, size - bytes.length);
    const text = bytes.toString("utf8", 0, read);
    const isWhole = size <= MOST_BYTES;
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

/** Not what a terminal would obey, nor what is no text. */
function isKept(line: string): boolean {
  return line !== "" && line.length <= LONGEST_LINE && !/[\p{Cc}\p{Cs}\ufffd]/u.test(line);
}
