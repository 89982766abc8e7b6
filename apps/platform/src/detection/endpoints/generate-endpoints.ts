import { Timestamp } from "ion-js";
import { detection } from "tamis/families";
import { failRequest, parseJsonObject, type OperationRequest } from "tamis/http";
import { type FamilyOperation, readingEndpoint } from "../../access/guard.ts";
import { requireCaller } from "../../access/require-caller.ts";
import { IonError } from "../ion/limits.ts";
import { writeIon, type IonFormat, type Writable } from "../ion/write-ion.ts";
import { COMMAND, type DecisionPackage, type Variable } from "../package/decision-package.ts";
import type { DecisionService } from "../runtime/decision-service.ts";
import type { Deployments } from "../runtime/deployments.ts";
import { requireDeployment } from "./description-endpoints.ts";
import { describedGeneration, GIVEN_TYPES, REQUEST_FROM_ION } from "./descriptions.ts";
import { messageType, readMessageBody } from "./message-body.ts";
import { acceptedJson, failDetection, orFail } from "./responses.ts";
import { contentResponse } from "../../family/json-response.ts";
import { DetectionFailure } from "../runtime/failure.ts";
import { requireBodyType } from "../../family/media-types.ts";

const ROOT = `${detection.prefix}/generate`;

const TYPES: Readonly<Record<IonFormat, string>> = { binary: "application/ion", text: "text/ion" };

/** Helpers for clients: messages in Ion from JSON, and the request that executes a message. */
export function generateEndpoints(
  service: DecisionService,
  deployments: Deployments,
  now: () => number,
): readonly FamilyOperation[] {
  const generate = (format: IonFormat) => async (operation: OperationRequest) => {
    requireCaller(operation.request);
    const { definition } = requireDeployment(deployments).compiled;
    const text = await operation.readBody();
    const isEmpty = text.trim() === "";
    if (!isEmpty) requireBodyType(operation.request, GIVEN_TYPES);
    const message = isEmpty ? exampleOf(definition, now()) : toWritable(text, definition);
    return contentResponse(TYPES[format], writeOrFail(message, format));
  };
  return [
    readingEndpoint(
      "POST",
      `${ROOT}/binaryION`,
      describedGeneration("binary Ion", TYPES.binary),
      generate("binary"),
    ),
    readingEndpoint("POST", `${ROOT}/textION`, describedGeneration("Ion text", TYPES.text), generate("text")),
    readingEndpoint("POST", `${ROOT}/executeFromION`, REQUEST_FROM_ION, async (operation) => {
      requireCaller(operation.request);
      const { bytes, schema } = await readMessageBody(operation);
      const { deployment, problems } = await orFail(() => service.validate(bytes, schema));
      if (problems.length > 0) failDetection(new DetectionFailure(problems[0]!.code, { problems }));
      return acceptedJson(operation.request, {
        method: "POST",
        uri: `${detection.prefix}/decision/execute`,
        headers: { "Content-Type": messageType(deployment.compiled.definition.schema) },
        bodyEncoding: "base64",
        body: Buffer.from(bytes).toString("base64"),
      });
    }),
  ];
}

function writeOrFail(message: Writable, format: IonFormat): Uint8Array {
  try {
    return writeIon(message, format);
  } catch (error) {
    if (error instanceof IonError) failRequest(400, error.message);
    throw error;
  }
}

/** Returns a message with a value for each variable. */
function exampleOf({ build, messageClassifications, variableSets }: DecisionPackage, now: number): Writable {
  const command: Record<string, Writable> = { messageId: "example", build };
  const [classification] = messageClassifications;
  if (classification !== undefined) command["messageClassificationName"] = classification.name;
  const sets = variableSets.map(({ name, variables }) => {
    const values = variables.map((variable) => {
      const value = exampleValue(variable, now);
      return [variable.name, variable.list ? [value] : value] as const;
    });
    return [name, Object.fromEntries<Writable>(values)] as const;
  });
  return { [COMMAND]: command, ...Object.fromEntries<Writable>(sets) };
}

function exampleValue({ type, values }: Variable, now: number): Writable {
  switch (type) {
    case "boolean":
      return false;
    case "integer":
      return 1;
    case "number":
      return 1.5;
    case "string":
      return values?.[0] ?? "text";
    case "date":
      return Timestamp.parse(new Date(now).toISOString().slice(0, 10))!;
    case "time":
      return new Date(now).toISOString().slice(11, 19);
    case "dateTime":
      return Timestamp.parse(new Date(now).toISOString())!;
  }
}

/** Dates and date-times of the package's variables become timestamps of Ion. */
function toWritable(text: string, { variableSets }: DecisionPackage): Writable {
  const message = parseJsonObject(text) as Readonly<Record<string, Writable>>;
  const sets = new Map(variableSets.map(({ name, variables }) => [name, variables]));
  return Object.fromEntries(
    Object.entries(message).map(([name, set]) => {
      const variables = sets.get(name);
      return [name, variables === undefined || !isStruct(set) ? set : withTimestamps(name, set, variables)];
    }),
  );
}

function isStruct(value: Writable): value is Readonly<Record<string, Writable>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function withTimestamps(
  set: string,
  values: Readonly<Record<string, Writable>>,
  variables: readonly Variable[],
): Writable {
  const dated = new Set(
    variables.flatMap(({ name, type }) => (type === "date" || type === "dateTime" ? [name] : [])),
  );
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" && dated.has(name) ? timestampOf(value, `/${set}/${name}`) : value,
    ]),
  );
}

function timestampOf(text: string, pointer: string): Timestamp {
  try {
    const timestamp = /^\d{4}-\d{2}-\d{2}/.test(text) && text.length <= 40 ? Timestamp.parse(text) : null;
    if (timestamp !== null) return timestamp;
  } catch {
    // Reported below.
  }
  return failRequest(400, "The JSON is not a message.", {
    members: [{ pointer, code: "wrong-type", message: "The value must be a date or a date-time." }],
  });
}
