import { compilePredicate } from "../../evaluator/predicate.ts";
import { formatJson } from "../../values/json/exact-json.ts";
import type { HttpResponse } from "../contract/exchange.ts";
import type { ResourceRequest } from "../contract/context.ts";
import type { RowChange } from "../contract/row-store.ts";
import { fail } from "../contract/failure.ts";
import { acceptableType } from "../negotiation/acceptable.ts";
import { itemPrinter } from "../representation/item-json.ts";
import { pathOfKey } from "../representation/item-path.ts";
import { languageHeaders, respond } from "../representation/response-headers.ts";
import { NO_PARAMETERS, readListQuery } from "./read-query.ts";
import { isVisible } from "./visible-row.ts";

const EVENTS_TYPE = "text/event-stream";

/** Maximum number of changes that wait for a slow client. One more ends the stream, and the client reconnects. */
const MAX_WAITING = 1_000;
/** Maximum number of characters of these changes. A single change can be longer, because rows can be. */
const MAX_WAITING_CHARACTERS = 1_048_576;
/** Milliseconds after which a comment is sent, so that proxies keep an idle connection. */
const HEARTBEAT = 15_000;

/**
 * Answers with server-sent events about rows that match the filter: `created`, `replaced` and `deleted`, each with the
 * link of the row, and with the row unless it was deleted. If a change makes a row match the filter or stop matching it,
 * the event is `created` or `deleted`.
 */
export function changes(request: ResourceRequest): HttpResponse {
  const { resource, catalog, operations, signal, locale } = request;
  acceptableType(request.request.headers, [EVENTS_TYPE], resource.codes);
  const { query } = readListQuery(request, NO_PARAMETERS);
  // The service applies its own parameters where it reads rows, and a change is compared with the filter only.
  for (const name of query.parameters.keys())
    fail(400, `Changes cannot be limited by the parameter ${name}.`);
  const headers = {
    "content-type": EVENTS_TYPE,
    "cache-control": "no-store",
    ...languageHeaders("accept-language", locale),
  };
  if (request.request.method.toUpperCase() === "HEAD") return respond(200, headers);
  const matches = compilePredicate(query.checkedFilter, locale === undefined ? {} : { locale });
  const includes = (row: object | undefined) => row !== undefined && isVisible(request, row) && matches(row);
  const print = itemPrinter({ resource, catalog, operations, names: undefined, links: "self" });
  const eventOf = ({ key, before, after }: RowChange): string | undefined => {
    const [wasIncluded, isIncluded] = [includes(before), includes(after)];
    if (!wasIncluded && !isIncluded) return undefined;
    // The caller cannot see a change of closed members alone.
    if (wasIncluded && isIncluded && print(before!) === print(after!)) return undefined;
    const kind = !wasIncluded ? "created" : isIncluded ? "replaced" : "deleted";
    const path = formatJson(pathOfKey(resource.path, key) ?? null);
    const data = isIncluded ? `{"uri":${path},"item":${print(after!)}}` : `{"uri":${path}}`;
    return `event: ${kind}\ndata: ${data}\n\n`;
  };
  return respond(200, headers, events(resource.store!.watch!, eventOf, signal));
}

async function* events(
  watch: (onChange: (change: RowChange) => void) => () => void,
  eventOf: (change: RowChange) => string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  let waiting: string[] = [];
  let characters = 0;
  const state = { hasOverflowed: false };
  let wake: () => void = () => undefined;
  const onAbort = () => wake();
  const stop = watch((change) => {
    const event = eventOf(change);
    if (event === undefined) return;
    const isFull =
      waiting.length >= MAX_WAITING ||
      (waiting.length > 0 && characters + event.length > MAX_WAITING_CHARACTERS);
    if (isFull) state.hasOverflowed = true;
    else {
      waiting.push(event);
      characters += event.length;
    }
    wake();
  });
  signal?.addEventListener("abort", onAbort);
  try {
    yield "retry: 1000\n\n";
    while (signal?.aborted !== true && !state.hasOverflowed) {
      if (waiting.length === 0) {
        const isIdle = await sleepUntil((resolve) => (wake = resolve), HEARTBEAT);
        if (isIdle) yield ": waiting\n\n";
        continue;
      }
      const batch = waiting.join("");
      waiting = [];
      characters = 0;
      yield batch;
    }
  } finally {
    stop();
    signal?.removeEventListener("abort", onAbort);
  }
}

/** Returns true if the time has passed, false if `wake` was called before. */
function sleepUntil(onWake: (wake: () => void) => void, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), milliseconds);
    (timer as { unref?: () => void }).unref?.();
    onWake(() => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}
