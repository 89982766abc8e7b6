import { ownProperties } from "../../../values/own-properties.ts";
import type { MemoryCollection } from "../collections/memory-collection.ts";
import { shareRows, type SharedCollection, type ShareOptions, type ShareResult } from "./share-collection.ts";
import { SharedRowsWriter } from "./shared-rows.ts";
import { SHOWN_VERSION, type Ready, type Version } from "./versions.ts";

/** A collection whose versions threads receive. */
export interface Publication {
  /** The latest version, with the channel on which later versions arrive. Can be posted to threads, and attached by `attachCollection`. */
  readonly shared: SharedCollection;
  /**
   * Shares the collection as it is now. All threads that have attached it begin to answer from the new version at the same moment, once
   * each has prepared it. A thread that does not answer within a second switches when it can. Calls wait for each other.
   */
  readonly publish: (options?: ShareOptions) => Promise<ShareResult>;
  /** Ends the publication. Threads keep the last version. */
  readonly close: () => void;
}

export type PublishResult =
  { readonly ok: true; readonly publication: Publication } | Extract<ShareResult, { readonly ok: false }>;

/** Milliseconds in which threads can prepare a version before all others switch to it. */
const PATIENCE_MS = 1_000;

/**
 * Shares a collection like `shareCollection`, and later versions of it. One thread changes the collection, and publishes it.
 *
 * @throws TypeError for an object that is not a collection of this package
 * @example
 * const result = await publishCollection(places);
 * if (result.ok) worker.postMessage(result.publication.shared);
 * places.insert([{ id: 3, name: "Lyon" }]);
 * if (result.ok) await result.publication.publish();
 */
export async function publishCollection<T>(
  collection: MemoryCollection<T>,
  options: ShareOptions = {},
): Promise<PublishResult> {
  let writer: SharedRowsWriter | undefined;
  const share = (shareOptions: ShareOptions) =>
    shareRows(collection, shareOptions, () => (writer ??= new SharedRowsWriter()));
  const first = await share(options);
  return first.ok ? { ok: true, publication: publicationOf(share, first.shared) } : first;
}

/** @param share shares the collection as it is */
function publicationOf(
  share: (options: ShareOptions) => Promise<ShareResult>,
  first: SharedCollection,
): Publication {
  const numbers = new Int32Array(new SharedArrayBuffer(8));
  const name = globalThis.crypto.randomUUID();
  const channel = new BroadcastChannel(name);
  (channel as { readonly unref?: () => void }).unref?.();
  let last: Version = { kind: "version", number: 0, shared: first };
  let shownVersion = last;
  const readers = new Set<number>();
  const waiting = new Map<number, () => void>();
  channel.onmessage = ({ data }: { readonly data: Ready | Version }) => {
    if (data.kind !== "ready") return;
    readers.add(data.reader);
    if (data.number === last.number) waiting.get(data.reader)?.();
    else channel.postMessage(last);
  };
  const show = async (shared: SharedCollection) => {
    last = { kind: "version", number: last.number + 1, shared };
    const notifiedReaders = [...readers];
    readers.clear();
    const answers = notifiedReaders.map(
      (reader) => new Promise<void>((resolve) => waiting.set(reader, resolve)),
    );
    channel.postMessage(last);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)));
    await Promise.race([Promise.all(answers), tooLate]);
    clearTimeout(timer);
    waiting.clear();
    shownVersion = last;
    Atomics.store(numbers, SHOWN_VERSION, last.number);
  };
  let publishing: Promise<unknown> = Promise.resolve();
  const publish = async (options: ShareOptions): Promise<ShareResult> => {
    const result = await share(options);
    if (result.ok) await show(result.shared);
    return result;
  };
  return {
    get shared() {
      return { ...shownVersion.shared, versions: { name, numbers, number: shownVersion.number } };
    },
    publish: (options = {}) => {
      const ownOptions = ownProperties(options);
      const result = publishing.then(() => publish(ownOptions));
      publishing = result.catch(() => undefined);
      return result;
    },
    close: () => channel.close(),
  };
}
