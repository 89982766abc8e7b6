import { fileState } from "./sources/file-state.ts";

/** Milliseconds between two checks of a file. A change is reported if the file stays the same for this time. */
const INTERVAL = 250;

/**
 * Calls `onChange` after a file has changed and is no longer being written. Compares sizes and times, because notifications
 * are lost where editors replace a file, and on network drives.
 *
 * @param initialState state of the file when it was read
 * @param onMissing called if the file is missing for longer than a replacement takes
 * @returns a function that stops the calls
 */
export function watchFile(
  path: string,
  initialState: string | undefined,
  onChange: () => Promise<void>,
  onMissing?: () => void,
  interval = INTERVAL,
): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let reported = initialState;
  let last: string | undefined;
  let missing = 0;
  const look = async () => {
    const now = await fileState(path);
    // A file that is being replaced can be missing for a moment.
    missing = now === undefined ? missing + 1 : 0;
    if (missing === 2) onMissing?.();
    if (now !== undefined && now !== reported && now === last) {
      reported = now;
      await onChange();
    }
    last = now;
    if (!isStopped) timer = setTimeout(() => void look(), interval).unref();
  };
  void look();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
