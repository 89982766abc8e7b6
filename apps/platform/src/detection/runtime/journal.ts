import { call, name, number, string } from "tamis/builder";
import { defineCatalog } from "tamis";
import type { Rule } from "tamis/engine";
import type { RowStore } from "tamis/http";
import type { Alert } from "../alerts/alert.ts";
import { RuleMetrics, type RuleEvent, type SavedMetrics } from "../statistics/rule-metrics.ts";
import type { ProfileEvent, ProfileStore } from "./profile-memory.ts";
import { readRows } from "../../storage/read-rows.ts";
import type { Row, Storage } from "../../storage/storage.ts";

const messages = defineCatalog({
  name: "detectionMessages",
  key: "id",
  members: {
    id: "integer",
    time: "integer",
    decision: { type: "string", description: "The decision, as JSON." },
    events: { type: "string", description: "How the rules treated the message, as JSON." },
    profiles: { type: "string", description: "What the message adds to the profiles, as JSON." },
    alerts: { type: "string", description: "Alerts that are not delivered yet, as JSON." },
    state: { type: "string", description: "State of the alerts: none, pending, delivered or failed." },
  },
});

const counters = defineCatalog({
  name: "detectionCounters",
  key: "id",
  members: { id: "string", upTo: "integer", counts: "string" },
});

/** Key of the only row of the counters. */
const RULES = "rules";

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
  readonly decision: object;
  readonly events: readonly RuleEvent[];
  readonly profiles: readonly ProfileEvent[];
  readonly alerts: readonly Alert[];
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
  #last = 0;
  #sinceSaving = 0;

  static async open(storage: Storage, onError: (error: unknown) => void): Promise<Journal> {
    return new Journal(await storage.open(messages), await storage.open(counters), onError);
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
      this.metrics.load(JSON.parse(String(saved.row["counts"])) as SavedMetrics);
    }
    const upTo = this.#last;
    const isNeeded = call("or", [
      call("gt", [name("id"), number(upTo)]),
      call("gt", [name("time"), number(now - PROFILE_TIME)]),
      isUndelivered(),
    ]);
    const rows = await this.#find(isNeeded);
    for (const row of rows.sort((a, b) => Number(a["id"]) - Number(b["id"]))) {
      const id = Number(row["id"]);
      const time = Number(row["time"]);
      if (id > upTo) {
        this.metrics.add(time, JSON.parse(String(row["events"])) as RuleEvent[]);
        this.#last = Math.max(this.#last, id);
      }
      if (time > now - PROFILE_TIME)
        profiles.add(JSON.parse(String(row["profiles"])) as ProfileEvent[], time);
      if (row["state"] === "pending" || row["state"] === "failed")
        onAlerts(id, JSON.parse(String(row["alerts"])) as Alert[]);
    }
  }

  /** Returns the messages whose alerts could not be delivered. */
  async failed(): Promise<readonly { readonly id: number; readonly alerts: readonly Alert[] }[]> {
    const rows = await this.#find(call("eq", [name("state"), string("failed")]));
    return rows.map((row) => ({
      id: Number(row["id"]),
      alerts: JSON.parse(String(row["alerts"])) as Alert[],
    }));
  }

  async append({ time, decision, events, profiles, alerts }: AcceptedMessage): Promise<number> {
    await this.#gate;
    const row: Row = {
      time,
      decision: JSON.stringify(decision),
      events: JSON.stringify(events),
      profiles: JSON.stringify(profiles),
      alerts: alerts.length === 0 ? null : JSON.stringify(alerts),
      state: alerts.length === 0 ? "none" : "pending",
    };
    const writing = this.#create(row, time, events);
    this.#writing.add(writing);
    try {
      return await writing;
    } finally {
      this.#writing.delete(writing);
    }
  }

  /** Stores that the alerts of a message were delivered, or cannot be. */
  async settle(id: number, state: "delivered" | "failed"): Promise<void> {
    const stored = await this.#messages.read(id);
    if (stored === undefined) return;
    const alerts = state === "delivered" ? null : stored.row["alerts"];
    await this.#messages.replace(id, { ...stored.row, alerts, state }, "any");
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

  async #find(condition: Rule): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const row of readRows(this.#messages, condition)) rows.push(row);
    return rows;
  }

  async #create(row: Row, time: number, events: readonly RuleEvent[]): Promise<number> {
    const outcome = await this.#messages.create(row);
    if (outcome.kind !== "created") throw new Error("internal: a message has the key of another one");
    const id = Number(outcome.stored.row["id"]);
    this.metrics.add(time, events);
    this.#last = Math.max(this.#last, id);
    if (++this.#sinceSaving >= SAVING_INTERVAL) {
      this.#sinceSaving = 0;
      void this.save(time).catch(this.#onError);
    }
    return id;
  }

  async #save(): Promise<void> {
    // The counts include a message exactly if its key is at most the saved one: nothing may be in between.
    await Promise.allSettled(this.#writing);
    const row = { id: RULES, upTo: this.#last, counts: JSON.stringify(this.metrics.save()) };
    const outcome = await this.#counters.replace(RULES, row, "any");
    if (outcome.kind === "missing") await this.#counters.create(row);
  }

  async #deleteOld(now: number): Promise<void> {
    const saved = await this.#counters.read(RULES);
    if (saved === undefined) return;
    // The last message stays: without it, the store would give its key to another one.
    const isOld = call("and", [
      call("lt", [name("id"), number(Number(saved.row["upTo"]))]),
      call("le", [name("time"), number(now - PROFILE_TIME)]),
      call("not", [isUndelivered()]),
    ]);
    const ids: number[] = [];
    for await (const row of readRows(this.#messages, isOld))
      if (ids.push(Number(row["id"])) >= DELETION_BATCH) break;
    for (const id of ids) await this.#messages.delete(id, "any");
  }
}

function isUndelivered() {
  return call("in", [name("state"), string("pending"), string("failed")]);
}
