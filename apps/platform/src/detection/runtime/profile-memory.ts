import type { Profile } from "../package/decision-package.ts";
import type { MessageRow } from "../message/read-message.ts";

/** Values of one profile before the current message. */
export interface ProfileValue {
  readonly count: number;
  readonly sum?: number;
}

/** An amount that a message adds to a profile. */
export interface ProfileEvent {
  readonly profile: string;
  readonly key: string;
  readonly amount: number;
}

/** The store that profiles are kept in. */
export interface ProfileStore {
  /** @param time milliseconds since 1970 */
  readonly read: (
    profiles: readonly Profile[],
    events: readonly ProfileEvent[],
    time: number,
  ) => Readonly<Record<string, ProfileValue>>;
  readonly add: (events: readonly ProfileEvent[], time: number) => void;
}

/** Maximum number of keys in memory. The keys without messages for the longest time are dropped first. */
const MAX_KEYS = 100_000;

/** Maximum number of messages that are kept for a key. */
const MAX_EVENTS = 1_000;

interface Entry {
  readonly time: number;
  readonly amount: number;
}

/** Returns what a message adds to each profile. Messages without a value of the key add nothing. */
export function profileEvents(profiles: readonly Profile[], row: MessageRow): readonly ProfileEvent[] {
  return profiles.flatMap(({ name, key, sum }) => {
    const value = valueAt(row, key);
    if (value === undefined || value === null || typeof value === "object") return [];
    const amount = sum === undefined ? 0 : Number(valueAt(row, sum) ?? 0);
    return [{ profile: name, key: String(value), amount }];
  });
}

/** Counts recent messages by key, in memory. */
export class ProfileMemory implements ProfileStore {
  /** Entries by profile and key, in the order of their last message. */
  readonly #entries = new Map<string, Entry[]>();

  read(
    profiles: readonly Profile[],
    events: readonly ProfileEvent[],
    time: number,
  ): Readonly<Record<string, ProfileValue>> {
    const byProfile = new Map(events.map((event) => [event.profile, event]));
    return Object.fromEntries(
      profiles.map(({ name, window, sum }) => {
        const event = byProfile.get(name);
        const entries = event === undefined ? [] : (this.#entries.get(nameOf(event)) ?? []);
        const recent = entries.filter((entry) => entry.time > time - window * 1000);
        const total = recent.reduce((all, { amount }) => all + amount, 0);
        return [name, { count: recent.length, ...(sum === undefined ? {} : { sum: total }) }];
      }),
    );
  }

  add(events: readonly ProfileEvent[], time: number): void {
    for (const event of events) {
      const name = nameOf(event);
      const entries = this.#entries.get(name) ?? [];
      entries.push({ time, amount: event.amount });
      if (entries.length > MAX_EVENTS) entries.shift();
      this.#entries.delete(name);
      this.#entries.set(name, entries);
    }
    for (const name of this.#entries.keys()) {
      if (this.#entries.size <= MAX_KEYS) break;
      this.#entries.delete(name);
    }
  }
}

/** Names of profiles have no colon. */
function nameOf({ profile, key }: ProfileEvent): string {
  return `${profile}:${key}`;
}

function valueAt(row: MessageRow, path: string) {
  const [set = "", name = ""] = path.split(".");
  return row[set]?.[name];
}
