/** Shows a progress line on the terminal during long reads, and erases it at the end. */

/** Milliseconds before the line appears, so that short commands show nothing. */
const INITIAL_DELAY = 500;
/** Minimum milliseconds between updates. */
const UPDATE_INTERVAL = 100;
const ERASE = "\r\x1b[K";

export interface ReadProgress {
  readonly rows: number;
  /** Bytes read from the file, before decompression. */
  readonly bytes: number;
}

export interface ProgressOptions {
  /** Standard error. Nothing is written if it is not a terminal. */
  readonly stream: { write(text: string): unknown };
  readonly isTTY: boolean;
  /** Width of the terminal. A longer line would wrap and could not be erased. */
  readonly columns?: number | undefined;
  /** Size of the input in bytes, if known. */
  readonly size?: number | undefined;
  /** Returns the milliseconds of a monotonic clock. */
  readonly now: () => number;
}

export interface Progress {
  /** Can be called at any rate. */
  readonly update: (progress: ReadProgress) => void;
  /** Erases the line until the next update. Call it before writing other messages. */
  readonly hide: () => void;
  /** Erases the line and ignores further updates. */
  readonly end: () => void;
}

/** @example const progress = createProgress({ …, size: input.size }); readRows(input, { onProgress: progress.update }) */
export function createProgress({ stream, isTTY, columns = 80, size, now }: ProgressOptions): Progress {
  const start = now();
  let next = start + INITIAL_DELAY;
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
      next = time + UPDATE_INTERVAL;
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
  // Formats that are read as a whole report no rows until the end.
  if (rows === 0) return share;
  const speed = Math.round(rows / (milliseconds / 1000));
  return `${NUMBERS.format(rows)} rows  ${share}  ${NUMBERS.format(speed)} rows/s`;
}

const NUMBERS = new Intl.NumberFormat("en-US");
