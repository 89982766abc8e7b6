import { modelManagement as family } from "tamis/families";
import type { RowStore, ServiceResource } from "tamis/http";
import type { FamilyOperation } from "../access/guard.ts";
import type { Family } from "../family/family.ts";
import type { Models } from "../models/models.ts";
import type { Performance } from "../performance/performance.ts";
import { newItem } from "../storage/stamps.ts";
import type { NewRow, Row, Tables } from "../storage/storage.ts";
import { Comparisons } from "./comparisons.ts";
import {
  COMPARISONS,
  comparisons,
  PUBLISHED_MODELS,
  publishedModels,
} from "./contract/publishing-catalogs.ts";
import { isVerified } from "./code/verify-code.ts";
import { findDestination } from "./contract/destinations.ts";
import { modelUri } from "./contract/request-values.ts";
import { mappedCode } from "./mapped-code.ts";
import { PublishedModels } from "./published-models.ts";

const SAMPLE = { model: "loan-default", destination: "scoring" } as const;

/** The part of model management that publishes and compares models, and maps their score code to columns. */
export class Publishing implements Family {
  readonly root = `${family.prefix}/`;
  readonly resources: readonly ServiceResource[];
  readonly operations: readonly FamilyOperation[];
  readonly #models: Models;
  readonly #published: RowStore<Row>;

  static async open(tables: Tables, models: Models, performance: Performance): Promise<Publishing> {
    const published = await tables.open(publishedModels, {
      resource: `${PUBLISHED_MODELS}/{id}`,
      unique: [["destinationName", "publishName"]],
    });
    const compared = await tables.open(comparisons, { resource: `${COMPARISONS}/{id}` });
    return new Publishing(published, new Comparisons(compared, models, performance), models);
  }

  private constructor(published: RowStore<Row>, comparing: Comparisons, models: Models) {
    this.#models = models;
    this.#published = published;
    const publishing = new PublishedModels(published, models);
    this.resources = [publishing.resource, comparing.resource];
    this.operations = [...publishing.operations, ...comparing.operations, mappedCode(models)];
  }

  /** Publishes one model of the sample. The models exist already. */
  async addSample(now: number): Promise<void> {
    const model = await this.#models.find(SAMPLE.model);
    const destination = findDestination(SAMPLE.destination);
    if (model === undefined || destination === undefined)
      throw new Error("internal: the sample is incomplete");
    const row: NewRow<typeof publishedModels> = {
      id: crypto.randomUUID(),
      publishName: model.name,
      publishType: destination.type,
      destinationName: destination.name,
      codeType: model.scoreCodeType,
      sourceUri: modelUri(model.id),
      note: "The first champion.",
      verified: isVerified(model),
      analyticStoreUri: [],
      properties: {},
      ...newItem("sample", now),
    };
    await this.#published.create(row);
  }
}
