import { defineCatalog } from "tamis";
import { modelManagement as family } from "tamis/families";
import { ITEM_MEMBERS } from "../storage/stored-members.ts";

export const MODELS = `${family.prefix}/models`;
export const MODEL_TYPE = "application/vnd.vendor.models.model";

/** The reference names models only in paths. These members are what performance tasks and mapped code need to know of them. */
export const modelsCatalog = defineCatalog({
  name: "models",
  description: "The models that can be monitored and published.",
  key: "id",
  defaultSort: ["name"],
  members: {
    id: { type: "string", nullable: false },
    name: { type: "string", nullable: false },
    description: "string",
    projectId: { type: "string", description: "The project of the model. Null if it has none." },
    projectName: "string",
    projectVersion: "string",
    algorithm: "string",
    targetLevel: { type: "string", description: "Level of the target, such as binary or interval." },
    targetVariable: { type: "string", description: "Column with the actual values." },
    targetEvent: { type: "string", description: "Value of a binary target that the model predicts." },
    predictionVariable: { type: "string", description: "Column with the predictions." },
    inputVariables: { type: "list", items: "string" },
    scoreCodeType: { type: "string", description: "Language of the score code, such as dataStep or python." },
    scoreCode: { type: "string", description: "The program that computes predictions." },
    ...ITEM_MEMBERS,
  },
});
