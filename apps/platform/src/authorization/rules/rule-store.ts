import { createHash } from "node:crypto";
import {
  failRequest,
  type CreateOptions,
  type RowStore,
  type StoreKey,
  type VersionCondition,
} from "tamis/http";
import { readRows } from "../../storage/read-rows.ts";
import type { Row } from "../../storage/storage.ts";
import { CompiledRule } from "./compiled-rule.ts";
import { RuleIndex } from "./rule-index.ts";
import { IDENTIFYING, type RuleRow } from "./rule-record.ts";

/** Maximum number of rules. All of them are in memory. */
export const MAX_RULES = 1_000_000;

/** The stored rules, with an index in memory that follows each change. */
export class RuleStore {
  readonly index: RuleIndex;
  /** The rules as a store of a resource. Its changes also change the index. */
  readonly rows: RowStore<Row>;
  readonly #stored: RowStore<Row>;
  readonly #maximum: number;
  /** The last change. Changes run one by one, so that the index has them in the order of the store. */
  #last: Promise<unknown> = Promise.resolve();

  static async open(stored: RowStore<Row>, maximum = MAX_RULES): Promise<RuleStore> {
    const store = new RuleStore(stored, new RuleIndex(), maximum);
    await store.reload();
    return store;
  }

  private constructor(stored: RowStore<Row>, index: RuleIndex, maximum: number) {
    this.index = index;
    this.#stored = stored;
    this.#maximum = maximum;
    this.rows = {
      ...stored,
      // Rules are created one by one, so that each is indexed.
      createAll: undefined,
      create: (row, options) => this.#next(() => this.#create(stored, row, options)),
      replace: (key, row, condition) => this.#next(() => this.#replace(stored, key, row, condition)),
      delete: (key, condition) => this.#next(() => this.#delete(stored, key, condition)),
    };
  }

  /** Reads a rule that another process has changed. */
  reloadRule(id: string): Promise<void> {
    return this.#next(async () => {
      const stored = await this.#stored.read(id);
      if (stored === undefined) this.index.delete(id);
      else this.#index(stored.row);
    });
  }

  /** Reads all rules again. */
  reload(): Promise<void> {
    return this.#next(async () => {
      const staleIds = new Set(this.index.ids());
      for await (const row of readRows(this.#stored)) {
        this.#index(row);
        staleIds.delete((row as RuleRow).id);
      }
      for (const id of staleIds) this.index.delete(id);
    });
  }

  #next<T>(change: () => Promise<T>): Promise<T> {
    const result = this.#last.then(change);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #create(stored: RowStore<Row>, row: Row, options?: CreateOptions) {
    if (this.index.size >= this.#maximum)
      failRequest(409, `There are at most ${this.#maximum} rules. Delete some, or cover more with one rule.`);
    const outcome = await stored.create(completed(row), options);
    if (outcome.kind === "created") this.#index(outcome.stored.row);
    return outcome;
  }

  async #replace(stored: RowStore<Row>, key: StoreKey, row: Row, condition: VersionCondition) {
    const outcome = await stored.replace(key, completed(row), condition);
    if (outcome.kind === "replaced") this.#index(outcome.stored.row);
    return outcome;
  }

  async #delete(stored: RowStore<Row>, key: StoreKey, condition: VersionCondition) {
    const outcome = await stored.delete(key, condition);
    if (outcome.kind !== "mismatch") this.index.delete(String(key));
    return outcome;
  }

  #index(row: Row): void {
    this.index.set(new CompiledRule(row as RuleRow));
  }
}

/** Returns a rule with its defaults, its permissions in one order, and its digest. */
export function completed(row: Row): Row {
  const permissions = [...new Set((row["permissions"] ?? []) as readonly string[])].sort();
  const full: Row = {
    ...row,
    permissions,
    enabled: row["enabled"] ?? true,
    matchParams: row["matchParams"] ?? null,
  };
  return { ...full, digest: digestOf(full) };
}

export function digestOf(rule: Row): string {
  const values = IDENTIFYING.map((name) => rule[name] ?? null);
  return createHash("sha256").update(JSON.stringify(values)).digest("hex");
}

/** Returns the store of a resource, which names the reason of a conflict instead of the digest. */
export function reportingTwins(rows: RowStore<Row>): RowStore<Row> {
  const reported = <T extends { readonly kind: string }>(outcome: T): T =>
    outcome.kind === "conflict"
      ? failRequest(409, "Another rule does the same.", { remediation: "Change or delete the other rule." })
      : outcome;
  return {
    ...rows,
    create: async (row, options) => reported(await rows.create(row, options)),
    replace: async (key, row, condition) => reported(await rows.replace(key, row, condition)),
  };
}
