import { detection } from "tamis/families";
import { chooseType, failRequest, type HttpRequest, type HttpResponse } from "tamis/http";
import { endpoint, type FamilyOperation, readingEndpoint } from "../../access/guard.ts";
import { ADMINISTRATORS } from "../../access/caller.ts";
import { requireCaller, requireMember } from "../../access/require-caller.ts";
import { usableLinks } from "../../access/usable-links.ts";
import { API_TYPES } from "../../family/media-types.ts";
import { writeIon, type IonFormat, type Writable } from "../ion/write-ion.ts";
import { MAX_LEVEL, plain, type Decision } from "../runtime/decision.ts";
import type { DecisionService, Validation } from "../runtime/decision-service.ts";
import { DetectionFailure } from "../runtime/failure.ts";
import { SET_VERBOSE } from "./administration.ts";
import {
  DECISION_LINKS,
  DECISION_TYPES,
  EXECUTE,
  GET_VERBOSE,
  SET_VERBOSITY,
  VALIDATE,
} from "./descriptions.ts";
import { messageType, readMessageBody } from "./message-body.ts";
import { acceptedJson, link, orFail } from "./responses.ts";
import { contentResponse } from "../../family/json-response.ts";
import { VERSION } from "../../storage/stamps.ts";

const ROOT = detection.prefix;

/** Representations of a decision. */
const DECISION_OFFERS: readonly {
  readonly types: readonly string[];
  readonly version?: number;
  readonly value: IonFormat | "json";
}[] = [
  { types: DECISION_TYPES.json, version: VERSION, value: "json" },
  { types: DECISION_TYPES.binary, value: "binary" },
  { types: DECISION_TYPES.text, value: "text" },
];

/** The operations that read and decide messages. */
export function decisionEndpoints(service: DecisionService): readonly FamilyOperation[] {
  const operations: readonly FamilyOperation[] = [
    endpoint("GET", `${ROOT}/decision`, DECISION_LINKS, ({ request }) => links(request, operations)),
    endpoint("POST", `${ROOT}/decision/execute`, EXECUTE, async (operation) => {
      requireCaller(operation.request);
      const chosen = chooseType(operation.request, DECISION_OFFERS);
      const { bytes, schema } = await readMessageBody(operation);
      const decision = await orFail(() => service.execute(bytes, schema));
      return contentResponse(chosen.type, write(decision, chosen.value));
    }),
    readingEndpoint("POST", `${ROOT}/decision/validate`, VALIDATE, async (operation) => {
      requireCaller(operation.request);
      const { bytes, schema } = await readMessageBody(operation);
      return validate(operation.request, () => service.validate(bytes, schema));
    }),
    endpoint("GET", `${ROOT}/decision/getverbose`, GET_VERBOSE, ({ request }) => {
      requireCaller(request);
      return acceptedJson(request, { level: service.level });
    }),
    endpoint("GET", SET_VERBOSE, SET_VERBOSITY, ({ request }) => {
      requireMember(request, ADMINISTRATORS);
      const level = readLevel(request);
      // HEAD has no effects.
      if (request.method.toUpperCase() === "GET") service.level = level;
      return acceptedJson(request, { level });
    }),
  ];
  return operations;
}

function write(decision: Decision, format: IonFormat | "json"): string | Uint8Array {
  if (format === "json") return JSON.stringify(decision);
  return writeIon(plain(decision) as Writable, format);
}

/** A message with problems is a result with the status 400: the codes of the family have this status. */
function validate(request: HttpRequest, validateMessage: () => Validation): HttpResponse {
  try {
    const { deployment, message, problems } = validateMessage();
    const { definition } = deployment.compiled;
    const reasons = [...new Set(problems.map(({ code }) => code))];
    const names = new Set([...Object.keys(message.row), ...problems.map(({ variableSet }) => variableSet)]);
    const body = {
      validationMessage:
        problems.length === 0 ? "The message is valid." : "The message does not fit the decision package.",
      failureReasons: reasons,
      ServerData: {
        deploymentId: definition.id,
        schema: definition.schema,
        message: plain(message.row),
        variableSets: [...names].map((name) => {
          const setProblems = problems.filter(({ variableSet }) => variableSet === name);
          const rows = setProblems.map(({ code, variable = null, message: text }) => ({
            variable,
            code,
            message: text,
          }));
          return { name, valid: setProblems.length === 0, rows };
        }),
      },
    };
    const response = acceptedJson(request, body);
    return problems.length === 0 ? response : { ...response, status: 400 };
  } catch (error) {
    if (!(error instanceof DetectionFailure)) throw error;
    const body = { validationMessage: error.message, failureReasons: [error.code], ServerData: {} };
    return { ...acceptedJson(request, body), status: 400 };
  }
}

function readLevel({ search = "" }: HttpRequest): number {
  const values = new URLSearchParams(search).getAll("level");
  const [text = ""] = values;
  const level = /^\d$/.test(text) ? Number(text) : Number.NaN;
  if (values.length === 1 && level <= MAX_LEVEL) return level;
  return failRequest(400, `The parameter level is one integer from 0 to ${MAX_LEVEL}.`);
}

async function links(request: HttpRequest, operations: readonly FamilyOperation[]): Promise<HttpResponse> {
  const path = (name: string) => `${ROOT}/decision/${name}`;
  const allLinks = [
    link("GET", "self", `${ROOT}/decision`, API_TYPES[0]),
    link("POST", "execute", path("execute"), messageType("schema_name")),
    link("POST", "validate", path("validate"), messageType("schema_name")),
    link("GET", "summary", path("description/summary"), "application/json"),
    link("GET", "ruleMetrics", path("rulemetrics"), "application/json"),
    link("GET", "getVerbose", path("getverbose"), "application/json"),
  ];
  const value = { version: VERSION, links: await usableLinks(requireCaller(request), allLinks, operations) };
  return acceptedJson(request, value, API_TYPES);
}
