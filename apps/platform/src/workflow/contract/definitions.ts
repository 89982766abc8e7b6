/** A sequence of tasks for people, such as the approval of a model. */
export interface WorkflowDefinition {
  readonly name: string;
  readonly description: string;
  /** Retired workflows cannot be started. Their running processes go on. */
  readonly retired: boolean;
  /** At least one. Each task begins when the task before it is completed. */
  readonly steps: readonly Step[];
}

export interface Step {
  /** Unique in the workflow. */
  readonly id: string;
  readonly name: string;
  /** Groups whose members can own the task. The caller who started the process can own it, too. */
  readonly groups: readonly string[];
  /** Days from the start of the task until it is due. */
  readonly dueDays: number;
  readonly prompts: readonly Prompt[];
}

/** A question to the owner of a task. */
export interface Prompt {
  readonly name: string;
  /** Name of the variable that has the answer, unique in the task. */
  readonly variable: string;
  readonly required: boolean;
  /** Possible answers. Empty if each string is an answer. */
  readonly choices: readonly string[];
  /** One of the choices. */
  readonly defaultChoice?: string;
}

const ADMINISTRATORS = "VendorAdministrators";

const approve: Prompt = {
  name: "Do you approve the model?",
  variable: "approved",
  required: true,
  choices: ["yes", "no"],
};

const APPROVAL: WorkflowDefinition = {
  name: "Champion approval",
  description: "Reviews a model and approves it as the champion of its project.",
  retired: false,
  steps: [
    {
      id: "review",
      name: "Review the performance",
      groups: ["modelers", ADMINISTRATORS],
      dueDays: 7,
      prompts: [
        {
          name: "How large is the risk of the model?",
          variable: "risk",
          required: true,
          choices: ["low", "medium", "high"],
          defaultChoice: "medium",
        },
        { name: "What did you find?", variable: "findings", required: false, choices: [] },
      ],
    },
    {
      id: "approve",
      name: "Approve the champion",
      groups: ["validators", ADMINISTRATORS],
      dueDays: 3,
      prompts: [approve],
    },
  ],
};

const RETRAINING: WorkflowDefinition = {
  name: "Retraining",
  description: "Trains a model again on recent data.",
  retired: false,
  steps: [
    { id: "train", name: "Train the model", groups: ["modelers", ADMINISTRATORS], dueDays: 14, prompts: [] },
  ],
};

/** Workflows that can be started by name, and a retired one. */
export const WORKFLOWS: readonly WorkflowDefinition[] = [
  APPROVAL,
  RETRAINING,
  { ...APPROVAL, name: "Paper approval", description: "Approval on paper, until 2024.", retired: true },
];

/** Returns the workflow with a name. */
export function findWorkflow(name: unknown): WorkflowDefinition | undefined {
  return WORKFLOWS.find((workflow) => workflow.name === name);
}
