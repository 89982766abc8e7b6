import { failRequest, parseJsonObject, readBodyMembers, type MemberProblem } from "tamis/http";
import { permissionOfMethod, PERMISSIONS, type Permission } from "../../access/rights.ts";
import type { Principal } from "../rules/compiled-rule.ts";
import { CONTEXT } from "../rules/condition.ts";
import { NAMED_PRINCIPALS } from "../rules/rule-record.ts";
import { canonicalPath } from "../rules/uri-pattern.ts";
import { containersOf, mediaTypes, type Question } from "./question.ts";

/** Maximum number of resources that one request asks about. */
export const MAX_NAMED = 100;
const MAX_PRINCIPALS = 100;

/** The questions of one request. */
export interface Questions {
  readonly question: Question;
  /** Questions about other resources, by name. */
  readonly named: ReadonlyMap<string, Question>;
}

export interface ContextDefaults {
  /** Principals of the caller. */
  readonly principals: readonly Principal[];
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly isCollection: (path: string) => boolean;
}

/**
 * Reads an authorization context: the body of a request for a decision.
 *
 * @throws a failed request (400) with each problem
 */
export function readContext(text: string, defaults: ContextDefaults): Questions {
  const body = readBodyMembers(parseJsonObject(text), CONTEXT);
  const problems: MemberProblem[] = [];
  const broken = (pointer: string, message: string) =>
    void problems.push({ pointer, code: "broken-rule", message });
  const { request } = body;
  const [address = "", ...queries] = [localUri(request?.uri ?? ""), request?.queryString ?? ""]
    .join("?")
    .split("?");
  const path = canonicalPath(address);
  if (path === undefined)
    broken("/request/uri", "The uri is the path of the resource, such as /reports/reports/1.");
  const permission = body.permission ?? permissionOfMethod(request?.method ?? "") ?? "";
  if (!(PERMISSIONS as readonly string[]).includes(permission))
    broken(
      "/permission",
      `The permission is one of ${PERMISSIONS.join(", ")}. Without it, the method of the request decides.`,
    );
  const principals =
    (body.principals ?? null) === null ? defaults.principals : principalsIn(body.principals!, broken);
  const query = new URLSearchParams(queries.filter((part) => part !== "").join("&"));
  for (const [name, value] of Object.entries(request?.parameters ?? {})) query.append(name, value ?? "");
  const container = body.parameters?.["containerUri"] ?? undefined;
  const containers = (container ?? "")
    .split(",")
    .filter((item) => item !== "")
    .map((item) => canonicalPath(item.trim()));
  if (containers.includes(undefined))
    broken("/parameters/containerUri", "The containerUri is a path, or several with commas.");
  const named = namedPaths(body.eachNamed ?? {}, broken);
  if (problems.length > 0) failRequest(400, "The context is not valid.", { members: problems });
  const headers = new Map(
    Object.entries(request?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value ?? ""]),
  );
  const containerPaths = containers as readonly string[];
  const about = (objectPath: string): Question => ({
    path: objectPath,
    permission: permission as Permission,
    principals,
    containers: containersOf(objectPath, containerPaths),
    parameters: new Map([...new Set(query.keys())].map((name) => [name, query.getAll(name)])),
    matchParams: body.matchParams ?? false,
    contentType: [...mediaTypes(request?.contentType ?? headers.get("content-type"))][0],
    acceptTypes: mediaTypes(headers.get("accept")),
    acceptItemTypes: mediaTypes(headers.get("accept-item")),
    time: defaults.time,
    context: { ...body, principals, permission, request: { ...request, uri: objectPath } },
    isCollection: defaults.isCollection(objectPath),
    item: undefined,
  });
  return {
    question: about(path!),
    named: new Map([...named].map(([name, namedPath]) => [name, about(namedPath)])),
  };
}

/** Removes the scheme and the host of an absolute address. */
function localUri(uri: string): string {
  return uri.replace(/^https?:\/\/[^/?#]*/i, "").split("#", 1)[0]!;
}

type Report = (pointer: string, message: string) => void;

function principalsIn(
  principals: readonly ({
    readonly name?: string | null | undefined;
    readonly type?: string | null | undefined;
  } | null)[],
  broken: Report,
): readonly Principal[] {
  if (principals.length > MAX_PRINCIPALS)
    broken("/principals", `There are at most ${MAX_PRINCIPALS} principals.`);
  return principals.map((principal, i) => {
    const { name = null, type = null } = principal ?? {};
    if (name === null || name === "") broken(`/principals/${i}/name`, "A principal has a name.");
    if (!(NAMED_PRINCIPALS as readonly (string | null)[]).includes(type))
      broken(`/principals/${i}/type`, `The type of a principal is one of ${NAMED_PRINCIPALS.join(", ")}.`);
    return { name: name ?? "", type: type ?? "" };
  });
}

function namedPaths(
  eachNamed: Readonly<Record<string, string | null | undefined>>,
  broken: Report,
): ReadonlyMap<string, string> {
  const entries = Object.entries(eachNamed);
  if (entries.length > MAX_NAMED) broken("/eachNamed", `There are at most ${MAX_NAMED} named resources.`);
  return new Map(
    entries.slice(0, MAX_NAMED).map(([name, uri]) => {
      const path = canonicalPath(localUri(uri ?? ""));
      if (path === undefined)
        broken(`/eachNamed/${pointerSegment(name)}`, "The value is the path of a resource.");
      return [name, path ?? "/"];
    }),
  );
}

function pointerSegment(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
