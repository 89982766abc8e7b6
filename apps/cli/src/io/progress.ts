/**
 * A line on the terminal that says how far a long read is. It shows after half a second, changes at most ten times a
 * second and is erased at the end, so that quick commands show nothing and no command leaves anything behind.
 */
import type { ReadProgress } from "./read-rows.ts";

const FIRST_AFTER = 500;
const EVERY = 100;
const ERASE = "\r\x1b[K";

export interface ProgressOptions {
  /** Standard error. Nothing is written unless it is a terminal. */
  readonly stream: { write(text: string): unknown };
  readonly isTTY: boolean;
  /** Columns of the terminal. A longer line would wrap and could not be erased. */
  readonly columns?: number | undefined;
  /** Bytes of the input, if they are known. */
  readonly size?: number | undefined;
  /** A clock in milliseconds that only goes forward. */
  readonly now: () => number;
}

export interface Progress {
  /** Call it as often as you like. */
  readonly update: (progress: ReadProgress) => void;
  /** Erases the line, if one is shown. It comes back with the next update: write other messages in between. */
  readonly hide: () => void;
  /** Erases the line for good. */
  readonly end: () => void;
}

/** @example const progress = createProgress({ …, size: input.size }); readRows(input, { onProgress: progress.update }) */
export function createProgress({ stream, isTTY, columns = 80, size, now }: ProgressOptions): Progress {
  const start = now();
  let next = start + FIRST_AFTER;
  let shown = false;
  let ended = !isTTY;
  const hide = () => {
    if (shown) stream.write(ERASE);
    shown = false;
  };
  return {
    update: (progress) => {
      const time = now();
      if (ended || time < next) return;
      next = time + EVERY;
      shown = true;
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
    size === undefined || size === 0
      ? `${(bytes / 1_000_000).toFixed(1)} MB`
      : `${Math.min(100, Math.floor((bytes / size) * 100))} %`;
  // What is read whole has no rows until it is.
  if (rows === 0) return share;
  const speed = Math.round(rows / (milliseconds / 1000));
  return `${NUMBERS.format(rows)} rows  ${share}  ${NUMBERS.format(speed)} rows/s`;
}

const NUMBERS = new Intl.NumberFormat("en-US");
