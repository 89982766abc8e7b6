import { defineCatalog, type MemberDefinitions } from "tamis";
import { modelManagement as family } from "tamis/families";
import { ITEM_MEMBERS } from "../../storage/stored-members.ts";

export const PUBLISHED_MODELS = `${family.prefix}/publishedModels`;
export const COMPARISONS = `${family.prefix}/modelComparisons`;

/** The reference has requests for comparisons, but no result. */
export const COMPARISON_TYPE = "application/vnd.vendor.models.report.comparison";

export const publishedModels = defineCatalog({
  name: "publishedModels",
  description: "Models at their publishing destinations.",
  key: "id",
  members: family.resources.publishedModel.catalog.definition.members,
});

const objects = <const M extends MemberDefinitions>(members: M) =>
  ({ type: "list", items: { type: "object", members } }) as const;

export const comparisons = defineCatalog({
  name: "modelComparisons",
  description: "Comparisons of models, as the models were at that time.",
  key: "id",
  members: {
    id: { type: "string", nullable: false },
    name: { type: "string", nullable: false },
    description: "string",
    models: {
      ...objects({ uri: "string", name: "string" }),
      description: "The compared models, in the order of the request.",
    },
    attributes: objects({
      name: "string",
      isEqual: { type: "boolean", description: "Whether all models have the same value." },
      values: { type: "list", items: "string", description: "One value for each model." },
    }),
    variables: objects({
      name: "string",
      isShared: { type: "boolean", description: "Whether all models use the variable." },
      modelUris: { type: "list", items: "string", description: "The models that use it as an input." },
    }),
    performance: {
      ...objects({
        name: { type: "string", description: "The figure: gini, areaUnderCurve, ksStatistic or mse." },
        values: { type: "list", items: "number", description: "One value for each model, or null." },
        jobUris: { type: "list", items: "string", description: "The job of each value." },
      }),
      description: "Figures of the last completed performance job of each model.",
    },
    ...ITEM_MEMBERS,
  },
});

/** Body of a request for mapped code. The reference shows none. */
export const mappingRequest = defineCatalog({
  name: "mappingRequest",
  members: {
    variables: { type: "map", values: "string", description: "Columns by the variable of the model." },
  },
});
