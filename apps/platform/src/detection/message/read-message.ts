import { unreadableMembers } from "tamis/evaluator";
import type { IonStruct, IonValue } from "../ion/read-ion.ts";
import {
  COMMAND,
  COMMAND_VARIABLES,
  type DecisionPackage,
  type Variable,
} from "../package/decision-package.ts";
import { messageCatalog } from "../package/message-catalog.ts";
import { MESSAGE_CODES, type MessageCode, type MessageProblem } from "./codes.ts";
import { readValue, type RowValue } from "./read-value.ts";

/** Variable sets by name, each with its values by name. */
export type MessageRow = Readonly<Record<string, Readonly<Record<string, RowValue>>>>;

export interface Message {
  readonly row: MessageRow;
  readonly messageId: string | undefined;
  readonly classification: string | undefined;
}

export interface ReadMessage {
  readonly message: Message;
  /** Empty for a valid message. The first one names the error. */
  readonly problems: readonly MessageProblem[];
}

/** Maximum length of an identifier that a sender gives to a message, in UTF-16 units. */
const MAX_ID = 128;

/** Maximum number of reported problems. */
const MAX_PROBLEMS = 50;

/** Reads messages for one decision package. */
export class MessageReader {
  readonly #definition: DecisionPackage;
  readonly #sets: ReadonlyMap<string, ReadonlyMap<string, Variable>>;
  readonly #unreadable: (row: unknown) => readonly string[];

  constructor(definition: DecisionPackage) {
    this.#definition = definition;
    const byName = (variables: readonly Variable[]) =>
      new Map(variables.map((variable) => [variable.name, variable]));
    this.#sets = new Map([
      [COMMAND, byName(COMMAND_VARIABLES)],
      ...definition.variableSets.map(({ name, variables }) => [name, byName(variables)] as const),
    ]);
    this.#unreadable = unreadableMembers(messageCatalog(definition));
  }

  read(struct: IonStruct): ReadMessage {
    const problems: MessageProblem[] = [];
    const add = (code: MessageCode, variableSet: string, variable: string | undefined, message: string) => {
      // Everything that is wrong with the command set has one code.
      const reportedCode =
        variableSet === COMMAND && code !== "BBLD" && code !== "BORG" && code !== "NORG" ? "ECMD" : code;
      problems.push({ code: reportedCode, variableSet, variable, message });
    };
    const row: Record<string, Record<string, RowValue>> = {};
    for (const [name, value] of struct.fields) {
      const variables = this.#sets.get(name);
      if (variables === undefined) add("UVST", clip(name), undefined, "The variable set is not known.");
      else row[name] = readSet(name, value, variables, add);
    }
    for (const name of this.#unreadable(row)) {
      const [set = "", variable] = name.split(".");
      add("BFLD", set, variable, "The value cannot be read.");
    }
    for (const { name, required } of this.#definition.variableSets)
      if (required && !struct.fields.has(name)) add("MVST", name, undefined, "The variable set is missing.");
    const message = this.#checkCommand(row, struct.fields.has(COMMAND), add);
    const order = ({ code }: MessageProblem) => MESSAGE_CODES.indexOf(code);
    return { message, problems: problems.sort((a, b) => order(a) - order(b)).slice(0, MAX_PROBLEMS) };
  }

  #checkCommand(row: MessageRow, hasCommand: boolean, add: AddProblem): Message {
    const { build, classificationRequired, messageClassifications } = this.#definition;
    if (!hasCommand) add("ECMD", COMMAND, undefined, "The command set is missing.");
    const {
      messageId = null,
      build: messageBuild = null,
      messageClassificationName: name = null,
    } = row[COMMAND] ?? {};
    if (typeof messageId === "string" && (messageId === "" || messageId.length > MAX_ID))
      add("ECMD", COMMAND, "messageId", `The messageId has 1 to ${MAX_ID} characters.`);
    if (messageBuild !== null && messageBuild !== build)
      add("BBLD", COMMAND, "build", `The build is ${build}, not ${String(messageBuild)}.`);
    const names = messageClassifications.map((messageClassification) => messageClassification.name);
    const hasName = typeof name === "string" && name !== "";
    if (!hasName && classificationRequired && hasCommand)
      add("NORG", COMMAND, "messageClassificationName", `The value is one of ${names.join(", ")}.`);
    if (hasName && !names.includes(name))
      add("BORG", COMMAND, "messageClassificationName", `The value is one of ${names.join(", ") || "none"}.`);
    return {
      row,
      messageId: typeof messageId === "string" ? messageId : undefined,
      classification: hasName ? name : undefined,
    };
  }
}

type AddProblem = (code: MessageCode, set: string, variable: string | undefined, message: string) => void;

function readSet(
  set: string,
  value: IonValue,
  variables: ReadonlyMap<string, Variable>,
  add: AddProblem,
): Record<string, RowValue> {
  const values: Record<string, RowValue> = {};
  if (typeof value !== "object" || value?.kind !== "struct") {
    add("BFLD", set, undefined, "The variable set must be a struct.");
    return values;
  }
  for (const [name, field] of value.fields) {
    const variable = variables.get(name);
    const fieldValue = variable === undefined ? undefined : readValue(variable, field);
    if (variable === undefined) add("BFLD", set, clip(name), "The variable is not known.");
    else if (fieldValue === undefined) add("BFLD", set, name, `The value must be ${describe(variable)}.`);
    else if (!isPossible(variable, fieldValue))
      add("BFLD", set, name, `The value is one of ${variable.values!.join(", ")}.`);
    else values[name] = fieldValue;
  }
  for (const { name, required } of variables.values()) {
    const field = value.fields.get(name);
    if (required && (field === undefined || field === null))
      add("MFLD", set, name, "The variable is missing.");
  }
  return values;
}

function isPossible({ values }: Variable, fieldValue: RowValue): boolean {
  if (values === undefined || fieldValue === null) return true;
  const elements = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  return elements.every((value) => value === null || values.includes(value as string));
}

function describe({ type, list }: Variable): string {
  return list ? `a list of values of the type ${type}` : `a value of the type ${type}`;
}

function clip(name: string): string {
  return name.slice(0, 64);
}
