import { ClientError } from "../transport/client-error.ts";
import type { ClientRequestOptions } from "../transport/client-options.ts";
import type { ClientPage } from "./page.ts";

/** More empty pages in a row are an error: some servers link to pages after the last row forever. */
const MAX_EMPTY_PAGES = 100;

export interface PagesOptions extends ClientRequestOptions {
  /** Whether the next page is requested while the caller handles the current one. Default true. */
  readonly prefetch?: boolean | undefined;
}

/**
 * Reads pages by their links `next`, which alone decide where the pages end.
 *
 * @throws ClientError (endless-pages) if a link repeats, after the pages before it
 */
export async function* readPages<T>(
  first: URL,
  options: PagesOptions,
  read: (url: URL, options: ClientRequestOptions) => Promise<ClientPage<T>>,
): AsyncGenerator<ClientPage<T>, void, undefined> {
  const { signal, prefetch = true } = options;
  const stop = new AbortController();
  const linked = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  const request = (url: URL) => {
    const page = read(url, { ...options, signal: linked });
    // The caller may stop before the page that was requested in advance.
    page.catch(() => undefined);
    return page;
  };
  const visited = new Set([identityOf(first)]);
  let empty = 0;
  try {
    for (let pending = request(first); ;) {
      const page = await pending;
      if (page.next === undefined) {
        yield page;
        return;
      }
      empty = page.items.length === 0 ? empty + 1 : 0;
      const next = new URL(page.next);
      const identity = identityOf(next);
      const isEndless = visited.has(identity) || empty > MAX_EMPTY_PAGES;
      visited.add(identity);
      const requested = prefetch && !isEndless ? request(next) : undefined;
      yield page;
      if (isEndless)
        throw new ClientError(
          "endless-pages",
          empty > MAX_EMPTY_PAGES
            ? `More than ${MAX_EMPTY_PAGES} pages without items follow each other.`
            : `The link next of ${page.url} leads to a page that was already read.`,
        );
      pending = requested ?? request(next);
    }
  } finally {
    stop.abort();
  }
}

/** Returns one text for all links to the same page, which can differ in the order of their parameters, and in a start of 0. */
function identityOf(url: URL): string {
  const parameters = new URLSearchParams(url.search);
  if (parameters.get("start") === "0") parameters.delete("start");
  parameters.sort();
  return `${url.origin}${url.pathname}?${parameters.toString()}`;
}
