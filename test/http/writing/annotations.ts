import { defineCatalog } from "tamis";
import {
  createService,
  defineResource,
  memoryStore,
  type HttpHandler,
  type ResourceOptions,
  type RowStore,
} from "tamis/http";
import { createCollection } from "tamis/store";

/** Annotations as the platform has them: assigned ids and stamps, and a unique pair of members. */
export const annotations = defineCatalog({
  name: "annotations",
  key: "id",
  defaultSort: ["id"],
  members: {
    id: "string",
    domain: "string",
    name: { type: "string", nullable: false },
    label: "string",
    owner: { type: "object", members: { name: "string", secret: "string" } },
    internal: "string",
    createdBy: "string",
    creationTimeStamp: "dateTime",
    modifiedBy: "string",
    modifiedTimeStamp: "dateTime",
  },
});

export const STAMPS = {
  created: "creationTimeStamp",
  createdBy: "createdBy",
  modified: "modifiedTimeStamp",
  modifiedBy: "modifiedBy",
};

export const JSON_BODY = { "content-type": "application/json" };

export const ROW = {
  id: "a1",
  domain: "d",
  name: "n",
  label: null,
  owner: { name: "o", secret: "s" },
  internal: "i",
  createdBy: "admin",
  creationTimeStamp: "2020-01-01T00:00:00Z",
  modifiedBy: "admin",
  modifiedTimeStamp: "2020-01-02T03:04:05.678Z",
};

export interface AnnotationService {
  readonly service: HttpHandler;
  readonly store: RowStore;
}

/** Creates a service at `/annotations` with one row. */
export function annotationService(options: Partial<ResourceOptions> = {}): AnnotationService {
  const collection = createCollection<Record<string, unknown>>([{ ...ROW }], { catalog: annotations });
  const store = memoryStore(collection, { unique: [["domain", "name"]] });
  const resource = defineResource({
    path: "/annotations",
    store,
    itemType: "application/vnd.vendor.annotation",
    stamps: STAMPS,
    assigned: ["id"],
    codes: {
      mismatch: 16306,
      conditionRequired: 16305,
      notFound: 16304,
      invalidBody: 16301,
      conflict: 16314,
    },
    ...options,
  });
  return { service: createService({ resources: [resource] }), store };
}
