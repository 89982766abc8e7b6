/** Returns what the browser has stored; undefined for nothing, and if it refuses to store anything. */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a text. Browsers can refuse it: it then lasts until the page is closed. */
export function store(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The page works without it.
  }
}
