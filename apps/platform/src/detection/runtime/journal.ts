import { call, name, number, string } from "tamis/builder";
import { defineCatalog } from "tamis";
import type { RowStore } from "tamis/http";
import type { Alert } from "../alerts/alert.ts";
import { RuleMetrics, type RuleEvent, type SavedMetrics } from "../statistics/rule-metrics.ts";
import type { ProfileEvent, ProfileStore } from "./profile-memory.ts";
import { listRows, readRows } from "../../storage/read-rows.ts";
import type { NewRow, Row, Tables } from "../../storage/storage.ts";

/** Values as JSON texts. Lists have no indexes, which would take most of the space and of the time. */
const DOCUMENTS = { type: "list", items: "string", filterable: false } as const;

const messages = defineCatalog({
  name: "detectionMessages",
  key: "id",
  members: {
    id: "integer",
    time: { type: "integer", sortable: false },
    message: { ...DOCUMENTS, description: "The variable sets of the message." },
    decision: DOCUMENTS,
    events: { ...DOCUMENTS, description: "How the rules treated the message." },
    profiles: { ...DOCUMENTS, description: "Amounts that the message adds to the profiles." },
    alerts: DOCUMENTS,
    state: {
      type: "string",
      sortable: false,
      functions: ["eq", "in"],
      description:
        "State of the alerts: none if they are not delivered to anybody, pending, delivered or failed. Pending ones up to the saved key are delivered, too.",
    },
  },
});

const counters = defineCatalog({
  name: "detectionCounters",
  key: "id",
  members: { id: "string", upTo: { type: "integer", sortable: false }, counts: DOCUMENTS },
});

/** Key of the row with the counts of the rules, and with the last message that they include. */
const RULES = "rules";

/** Key of the row with the last message up to which all pending alerts are delivered. */
const DELIVERY = "delivery";

/** Number of messages between two savings of the counters. A start reads at most these messages again. */
const SAVING_INTERVAL = 1_000;

/** Milliseconds for which profiles need messages: the longest window of a package. */
const PROFILE_TIME = 86_400_000;

/** Number of messages that are deleted together. */
const DELETION_BATCH = 500;

/** A message that is accepted, with everything that must survive a restart. */
export interface AcceptedMessage {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly message: object;
  readonly decision: object;
  readonly events: readonly RuleEvent[];
  readonly profiles: readonly ProfileEvent[];
  readonly alerts: readonly Alert[];
  /** Whether the alerts are going to be delivered. Otherwise they are only stored. */
  readonly isDelivered: boolean;
}

/** Stores accepted messages. */
export interface MessageBroker {
  /**
   * Stores a message durably. One row has all of it, so it is stored completely or not at all.
   *
   * @returns the key of the message
   */
  readonly append: (message: AcceptedMessage) => Promise<number>;
}

/**
 * The accepted messages, and the counts of the rules. Counts are saved from time to time together with the key of the last message
 * that they include. A start adds the messages after it, so that each message is counted exactly once.
 */
export class Journal implements MessageBroker {
  readonly metrics = new RuleMetrics();
  readonly #messages: RowStore<Row>;
  readonly #counters: RowStore<Row>;
  readonly #onError: (error: unknown) => void;
  readonly #writing = new Set<Promise<unknown>>();
  /** Resolved unless the counters are being saved. */
  #gate: Promise<unknown> = Promise.resolve();
  /** Key of the last message. */
  #last = 0;
  /** Messages whose alerts are pending, in the order of their keys. */
  readonly #pending = new Set<number>();
  /** Messages that are stored as failed. */
  readonly #failed = new Set<number>();
  #sinceSaving = 0;

  static async open(tables: Tables, onError: (error: unknown) => void): Promise<Journal> {
    // The audit trail does not repeat messages, which are stored here, and counters, which are computed from them.
    const unrecorded = { resource: undefined };
    const stored = await tables.open(messages, unrecorded);
    return new Journal(stored, await tables.open(counters, unrecorded), onError);
  }

  private constructor(
    stored: RowStore<Row>,
    storedCounters: RowStore<Row>,
    onError: (error: unknown) => void,
  ) {
    this.#messages = stored;
    this.#counters = storedCounters;
    this.#onError = onError;
  }

  /**
   * Reads what an earlier process has stored: counts, profiles, and alerts that are not delivered.
   *
   * @param now milliseconds since 1970
   * @param onAlerts called for each message with such alerts, the oldest first
   */
  async load(
    now: number,
    profiles: ProfileStore,
    onAlerts: (id: number, alerts: readonly Alert[]) => void,
  ): Promise<void> {
    const saved = await this.#counters.read(RULES);
    if (saved !== undefined) {
      this.#last = Number(saved.row["upTo"]);
      this.metrics.load(documentsOf(saved.row, "counts")[0] as SavedMetrics);
    }
    const upTo = this.#last;
    const delivered = Number((await this.#counters.read(DELIVERY))?.row["upTo"] ?? 0);
    const isNeeded = call("or", [
      call("gt", [name("id"), number(Math.min(upTo, delivered))]),
      call("gt", [name("time"), number(now - PROFILE_TIME)]),
      hasFailed(),
    ]);
    const rows = await listRows(this.#messages, isNeeded);
    for (const row of rows.sort((a, b) => Number(a["id"]) - Number(b["id"]))) {
      const id = Number(row["id"]);
      const time = Number(row["time"]);
      this.#last = Math.max(this.#last, id);
      if (id > upTo) this.metrics.add(time, documentsOf(row, "events") as readonly RuleEvent[]);
      if (time > now - PROFILE_TIME)
        profiles.add(documentsOf(row, "profiles") as readonly ProfileEvent[], time);
      const isPending = row["state"] === "pending" && id > delivered;
      if (isPending) this.#pending.add(id);
      if (row["state"] === "failed") this.#failed.add(id);
      if (isPending || row["state"] === "failed")
        onAlerts(id, documentsOf(row, "alerts") as readonly Alert[]);
    }
  }

  /** Returns the messages whose alerts could not be delivered. */
  async failed(): Promise<readonly { readonly id: number; readonly alerts: readonly Alert[] }[]> {
    const rows = await listRows(this.#messages, hasFailed());
    return rows.map((row) => ({
      id: Number(row["id"]),
      alerts: documentsOf(row, "alerts") as readonly Alert[],
    }));
  }

  async append({
    time,
    message,
    decision,
    events,
    profiles,
    alerts,
    isDelivered,
  }: AcceptedMessage): Promise<number> {
    await this.#gate;
    // Assigned here, because databases assign the next key only to one of several concurrent messages.
    const id = ++this.#last;
    const isPending = isDelivered && alerts.length > 0;
    if (isPending) this.#pending.add(id);
    const row: NewRow<typeof messages> = {
      id,
      time,
      message: documents([message]),
      decision: documents([decision]),
      events: documents(events),
      profiles: documents(profiles),
      alerts: documents(alerts),
      state: isPending ? "pending" : "none",
    };
    const writing = this.#create(row, time, events);
    this.#writing.add(writing);
    try {
      await writing;
      return id;
    } catch (error) {
      this.#pending.delete(id);
      throw error;
    } finally {
      this.#writing.delete(writing);
    }
  }

  /**
   * Stores that the alerts of messages were delivered, or cannot be. Successes are usually one change, however many there are: they
   * only move the key up to which everything is delivered.
   */
  async settle(ids: readonly number[], state: "delivered" | "failed"): Promise<void> {
    for (const id of ids) {
      if (state === "failed" || this.#failed.has(id)) await this.#setState(id, state);
      this.#pending.delete(id);
    }
    const [oldest = this.#last + 1] = this.#pending;
    await this.#saveCounter({ id: DELIVERY, upTo: oldest - 1, counts: [] });
  }

  async #setState(id: number, state: "delivered" | "failed"): Promise<void> {
    const stored = await this.#messages.read(id);
    if (stored !== undefined) await this.#messages.replace(id, { ...stored.row, state }, "any");
    if (state === "failed") this.#failed.add(id);
    else this.#failed.delete(id);
  }

  /**
   * Saves the counts, and deletes messages that nothing needs anymore.
   *
   * @param now milliseconds since 1970
   */
  async save(now: number): Promise<void> {
    const saving = this.#gate.then(() => this.#save());
    // A failed saving must not stop messages: the counts are still in the messages.
    this.#gate = saving.catch(() => undefined);
    await saving;
    await this.#deleteOld(now);
  }

  async #create(row: Row, time: number, events: readonly RuleEvent[]): Promise<void> {
    const outcome = await this.#messages.create(row);
    if (outcome.kind !== "created")
      throw new Error("Another process stores messages of detection in the same database.");
    this.metrics.add(time, events);
    if (++this.#sinceSaving >= SAVING_INTERVAL) {
      this.#sinceSaving = 0;
      void this.save(time).catch(this.#onError);
    }
  }

  async #save(): Promise<void> {
    // The counts include a message exactly if its key is at most the saved one: nothing may be in between.
    await Promise.allSettled(this.#writing);
    await this.#saveCounter({ id: RULES, upTo: this.#last, counts: documents([this.metrics.save()]) });
  }

  async #saveCounter(row: Row & { readonly id: string }): Promise<void> {
    const outcome = await this.#counters.replace(row.id, row, "any");
    if (outcome.kind === "missing") await this.#counters.create(row);
  }

  async #deleteOld(now: number): Promise<void> {
    const saved = await this.#counters.read(RULES);
    const [oldest = this.#last] = this.#pending;
    // The last message stays: the next start reads from it which keys are in use.
    const isOld = call("and", [
      call("lt", [name("id"), number(Math.min(Number(saved?.row["upTo"] ?? 0), oldest))]),
      call("le", [name("time"), number(now - PROFILE_TIME)]),
      call("not", [hasFailed()]),
    ]);
    const ids: number[] = [];
    for await (const row of readRows(this.#messages, isOld))
      if (ids.push(Number(row["id"])) >= DELETION_BATCH) break;
    for (const id of ids) await this.#messages.delete(id, "any");
  }
}

function documents(values: readonly object[]): readonly string[] {
  return values.map((value) => JSON.stringify(value));
}

function documentsOf(row: Row, member: string): readonly unknown[] {
  return (row[member] as readonly string[]).map((text): unknown => JSON.parse(text));
}

function hasFailed() {
  return call("eq", [name("state"), string("failed")]);
}
