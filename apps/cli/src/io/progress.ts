import { formatCount } from "./format-count.ts";
import type { Io } from "./process-io.ts";

/** Milliseconds before the progress line appears. Short commands do not show it. */
const INITIAL_DELAY = 500;
/** Minimum milliseconds between updates of the progress line. */
const UPDATE_INTERVAL = 100;
const ERASE = "\r\x1b[K";

export interface ReadProgress {
  readonly rows: number;
  /** Number of bytes read so far, before decompression. Undefined for the rows of a database. */
  readonly bytes?: number;
}

export interface ProgressOptions {
  /** Stream for the progress line: standard error. */
  readonly stream: { write(text: string): unknown };
  readonly isTTY: boolean;
  /** Width of the terminal. The progress line is cut to it, because a wrapped line could not be erased. */
  readonly columns?: number | undefined;
  /** Size of the input in bytes. */
  readonly size?: number | undefined;
  /** Returns a monotonic time in milliseconds. */
  readonly now: () => number;
  /** Returns whether the line must not be shown, because a pager owns the screen. */
  readonly isPaging?: (() => boolean) | undefined;
}

export interface Progress {
  readonly update: (progress: ReadProgress) => void;
  /** Erases the progress line before other messages. The next update shows it again. */
  readonly hide: () => void;
  readonly end: () => void;
}

/** Returns a progress line on standard error, if that is a terminal which can erase a line. */
export function progressOn(io: Io, size?: number): Progress {
  return createProgress({
    stream: io.stderr,
    isTTY: io.stderrIsTTY && io.env["TERM"] !== "dumb",
    columns: io.stderrColumns,
    size,
    now: io.now,
    isPaging: io.isPaging,
  });
}

export function createProgress(options: ProgressOptions): Progress {
  const { stream, isTTY, columns = 80, size, now, isPaging } = options;
  const start = now();
  let next = start + INITIAL_DELAY;
  let isShown = false;
  let ended = !isTTY;
  const hide = () => {
    if (isShown) stream.write(ERASE);
    isShown = false;
  };
  return {
    update: (progress) => {
      const time = now();
      if (ended || time < next || isPaging?.() === true) return;
      next = time + UPDATE_INTERVAL;
      isShown = true;
      stream.write(ERASE + progressText(progress, size, time - start).slice(0, columns - 1));
    },
    hide,
    end: () => {
      hide();
      ended = true;
    },
  };
}

/** @example progressText({ rows: 1200, bytes: 50 }, 100, 1000) // "1,200 rows  50 %  1,200 rows/s" */
function progressText({ rows, bytes }: ReadProgress, size: number | undefined, milliseconds: number): string {
  const share =
    bytes === undefined
      ? `${(milliseconds / 1000).toFixed(1)} s`
      : size === undefined || size === 0
        ? `${(bytes / 1_000_000).toFixed(1)} MB`
        : `${Math.min(100, Math.floor((bytes / size) * 100))} %`;
  // Formats that are parsed as a whole report 0 rows until the end.
  if (rows === 0) return share;
  const speed = Math.round(rows / (milliseconds / 1000));
  return `${formatCount(rows)} rows  ${share}  ${formatCount(speed)} rows/s`;
}
