import type { NewRow } from "../storage/storage.ts";
import type { StampMember } from "../storage/stamps.ts";
import type { modelsCatalog } from "./model-catalog.ts";

const LOANS = {
  projectId: "loans",
  projectName: "Consumer loans",
  projectVersion: "1.0",
  targetLevel: "binary",
  targetVariable: "bad",
  targetEvent: "1",
  predictionVariable: "p_bad",
  inputVariables: ["amount", "debt_ratio", "age_of_credit", "job"],
} as const;

const LOAN_SCORE = [
  "z = -2.1 + 0.000012 * amount + 3.4 * debt_ratio - 0.006 * age_of_credit;",
  "p_bad = 1 / (1 + exp(-z));",
].join("\n");

/** The last models cannot be monitored, each for another reason. */
export const SAMPLE_MODELS: readonly NewRow<typeof modelsCatalog, "version" | "links" | StampMember>[] = [
  {
    id: "loan-default",
    name: "Loan default (regression)",
    description: "Probability that a loan is not paid back.",
    algorithm: "Logistic regression",
    scoreCodeType: "dataStep",
    scoreCode: LOAN_SCORE,
    ...LOANS,
  },
  {
    id: "home-price",
    name: "Home price (regression)",
    description: "Price of a home in thousands.",
    projectId: "homes",
    projectName: "Home prices",
    projectVersion: "2.0",
    algorithm: "Linear regression",
    targetLevel: "interval",
    targetVariable: "price",
    targetEvent: null,
    predictionVariable: "p_price",
    inputVariables: ["area", "age", "district"],
    scoreCodeType: "python",
    scoreCode: "p_price = 62 + 2.9 * area - 0.8 * age",
  },
  {
    id: "loan-purpose",
    name: "Loan purpose (tree)",
    description: "A target with more than two classes.",
    algorithm: "Decision tree",
    scoreCodeType: "dataStep",
    scoreCode: "purpose = ifelse(amount > 20000, 'home', 'car');",
    ...LOANS,
    targetLevel: "nominal",
    targetVariable: "purpose",
    targetEvent: null,
    predictionVariable: "i_purpose",
  },
  {
    id: "loan-default-draft",
    name: "Loan default (draft)",
    description: "A model without a project.",
    algorithm: "Logistic regression",
    scoreCodeType: "dataStep",
    scoreCode: LOAN_SCORE,
    ...LOANS,
    projectId: null,
    projectName: null,
    projectVersion: null,
  },
  {
    id: "loan-default-pmml",
    name: "Loan default (PMML)",
    description: "A model whose score code cannot be run for monitoring.",
    algorithm: "Gradient boosting",
    scoreCodeType: "pmml",
    scoreCode: "<PMML/>",
    ...LOANS,
  },
  {
    id: "loan-segments",
    name: "Loan segments (clusters)",
    description: "A model without a target.",
    algorithm: "k-means",
    scoreCodeType: "dataStep",
    scoreCode: "segment = 1 + (amount > 15000);",
    ...LOANS,
    targetVariable: null,
    targetEvent: null,
    predictionVariable: null,
  },
];
