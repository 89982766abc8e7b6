import type { RowOf } from "tamis";
import { modelManagement as family } from "tamis/families";
import { defineResource, type RowStore, type ServiceResource } from "tamis/http";
import { restrictTo } from "../access/permissions.ts";
import type { Family } from "../family/family.ts";
import { itemViolations } from "../family/lengths.ts";
import { isStorable } from "../storage/read-rows.ts";
import { ITEMS, newItem } from "../storage/stamps.ts";
import type { NewRow, Row, Tables } from "../storage/storage.ts";
import { MODELS, MODEL_TYPE, modelsCatalog } from "./model-catalog.ts";
import { SAMPLE_MODELS } from "./sample.ts";

export type Model = RowOf<typeof modelsCatalog>;

/** The models of the projects. */
export class Models implements Family {
  readonly root = `${family.prefix}/`;
  readonly resources: readonly ServiceResource[];
  readonly #models: RowStore<Row>;

  static async open(tables: Tables): Promise<Models> {
    return new Models(await tables.open(modelsCatalog, { resource: `${MODELS}/{id}` }));
  }

  private constructor(models: RowStore<Row>) {
    this.#models = models;
    this.resources = [
      defineResource({
        path: MODELS,
        store: models,
        itemType: MODEL_TYPE,
        ...ITEMS,
        validate: itemViolations,
        access: restrictTo(undefined),
      }),
    ];
  }

  /** Returns the model with an id. Undefined if there is none. */
  async find(id: string): Promise<Model | undefined> {
    const stored = isStorable(id) ? await this.#models.read(id) : undefined;
    // The store keeps rows of this catalog only.
    return stored?.row as Model | undefined;
  }

  async addSample(now: number): Promise<void> {
    for (const model of SAMPLE_MODELS) {
      const row: NewRow<typeof modelsCatalog> = {
        ...model,
        ...newItem("sample", now),
      };
      await this.#models.create(row);
    }
  }
}
