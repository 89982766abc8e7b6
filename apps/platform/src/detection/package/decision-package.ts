import type { CheckedFilter, Predicate } from "tamis";

/** Types of variables: those of members in filters. */
export const VARIABLE_TYPES = ["boolean", "integer", "number", "string", "date", "time", "dateTime"] as const;

export type VariableType = (typeof VARIABLE_TYPES)[number];

export interface Variable {
  readonly name: string;
  readonly type: VariableType;
  readonly description: string;
  /** Whether messages must have a value. */
  readonly required: boolean;
  /** Whether the value is a list of values of the type. */
  readonly list: boolean;
  /** Values that a string can have. Undefined if it can have any value. */
  readonly values: readonly string[] | undefined;
}

/** A part of a message: a struct of variables. */
export interface VariableSet {
  readonly name: string;
  readonly description: string;
  /** Whether messages must have the set. */
  readonly required: boolean;
  readonly variables: readonly Variable[];
}

/** A name with a description, such as an alert type. */
export interface Described {
  readonly name: string;
  readonly description: string;
}

/** Number of earlier messages with the same key within a time window, and the sum of one of their variables. */
export interface Profile extends Described {
  /** Variable that identifies what is counted, such as `account.number`. */
  readonly key: string;
  /** Numeric variable to sum; undefined if messages are only counted. */
  readonly sum: string | undefined;
  /** Length of the window in seconds. */
  readonly window: number;
}

export interface Rule extends Described {
  /** Identifier in metrics, decisions and alerts. */
  readonly id: string;
  /** Filter text. The rule fires for messages for which it is true. */
  readonly condition: string;
  /** Classes of the messages that the rule is for; undefined for all. */
  readonly classifications: readonly string[] | undefined;
  /** Type of the alert that the rule raises; undefined for none. */
  readonly alertType: string | undefined;
  /** Outcome that the rule requires at least; undefined for none. */
  readonly outcome: string | undefined;
}

/** A decision package as its file describes it. Defaults replace missing members. */
export interface DecisionPackage {
  /** Identifier of the deployment in metrics and decisions. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Number that messages name, so that a message for another build is refused. */
  readonly build: number;
  /** Name of the message schema, a part of the media type of messages. */
  readonly schema: string;
  /** Milliseconds in which a message must be decided. */
  readonly sla: number;
  /** Milliseconds after which the evaluation of a rule counts as overtime. */
  readonly ruleTime: number;
  readonly classificationRequired: boolean;
  readonly messageClassifications: readonly Described[];
  readonly variableSets: readonly VariableSet[];
  readonly profiles: readonly Profile[];
  readonly alertTypes: readonly Described[];
  /** Outcomes of decisions, the mildest first. It is the outcome if no rule requires another. */
  readonly outcomes: readonly string[];
  readonly rules: readonly Rule[];
  readonly models: readonly Described[];
}

/** A rule that can run. */
export interface CompiledRule {
  readonly rule: Rule;
  readonly filter: CheckedFilter;
  readonly holds: Predicate;
}

/** A package whose rules are checked and compiled. */
export interface CompiledPackage {
  readonly definition: DecisionPackage;
  readonly rules: readonly CompiledRule[];
}

/** A reason for refusing a package. */
export interface PackageProblem {
  /** JSON Pointer (RFC 6901) into the file. */
  readonly pointer: string;
  readonly message: string;
  /** Range of the problem in the text of a condition, in UTF-16 units. The end is exclusive. */
  readonly range?: { readonly from: number; readonly to: number } | undefined;
}

export type PackageResult =
  | { readonly ok: true; readonly compiled: CompiledPackage }
  | { readonly ok: false; readonly problems: readonly PackageProblem[] };

/** The set of a message that says how to process it. Packages cannot declare a set of this name. */
export const COMMAND = "command";

/** Variables of the command set. */
export const COMMAND_VARIABLES: readonly Variable[] = [
  variable("messageId", "string", "Identifier that the sender has given to the message."),
  variable("build", "integer", "Build of the decision package that the message was created for."),
  variable("messageClassificationName", "string", "Class of the message."),
];

function variable(name: string, type: VariableType, description: string): Variable {
  return { name, type, description, required: false, list: false, values: undefined };
}
