import type { MemoryStore } from "../collections/memory-store.ts";
import type { SharedCollection, Versions } from "./share-collection.ts";

/** Sent when a version was shared. Its number is one more than that of the version before. */
export interface Version {
  readonly kind: "version";
  readonly number: number;
  readonly shared: SharedCollection;
}

/** Sent by a reader that can show a version. */
export interface Ready {
  readonly kind: "ready";
  readonly reader: number;
  readonly number: number;
}

/* Indexes of `Versions.numbers`. */
export const SHOWN_VERSION = 0;
const READERS = 1;

/**
 * Lets a store show the versions that arrive, each at the moment at which all threads do.
 *
 * @param attach returns a store of a version; undefined if there is no memory for it
 */
export function followVersions<T>(
  store: MemoryStore<T>,
  { name, numbers, number: first }: Versions,
  attach: (shared: SharedCollection) => Promise<MemoryStore<T> | undefined>,
): void {
  const channel = new BroadcastChannel(name);
  (channel as { readonly unref?: () => void }).unref?.();
  const reader = Atomics.add(numbers, READERS, 1);
  let shownNumber = first;
  let next: { readonly number: number; readonly store: MemoryStore<T> } | undefined;
  // The channel lives as long as the process. The store need not.
  const followed = new WeakRef(store);
  let last: Promise<void> = Promise.resolve();
  const receive = async ({ number, shared }: Version) => {
    if (number <= (next?.number ?? shownNumber)) return;
    const attached = await attach(shared);
    if (attached === undefined) return;
    // Shows the version before this one, unless a request has done so.
    followed.deref()?.refresh();
    next = { number, store: attached };
    channel.postMessage({ kind: "ready", reader, number } satisfies Ready);
  };
  channel.onmessage = ({ data }: { readonly data: Ready | Version }) => {
    if (followed.deref() === undefined) channel.close();
    else if (data.kind === "version") last = last.then(() => receive(data));
  };
  store.follow(() => {
    if (next === undefined || Atomics.load(numbers, SHOWN_VERSION) < next.number) return undefined;
    const { number, store: newer } = next;
    [shownNumber, next] = [number, undefined];
    return newer;
  });
  channel.postMessage({ kind: "ready", reader, number: first } satisfies Ready);
}
