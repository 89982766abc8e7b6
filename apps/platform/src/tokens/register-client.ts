import { tokenService } from "tamis/families";
import {
  failRequest,
  parseJsonObject,
  readBodyMembers,
  type HttpResponse,
  type MemberProblem,
  type OperationRequest,
  type RowStore,
} from "tamis/http";
import type { Row } from "../storage/storage.ts";
import { ADMINISTRATORS } from "../access/caller.ts";
import { requireMember } from "../access/require-caller.ts";
import { jsonResponse } from "./protocol/oauth-error.ts";
import type { ClientRow } from "./store/records.ts";
import { redirectProblem } from "./protocol/redirect-uri.ts";
import type { SecretHasher } from "./store/secrets.ts";
import { LONGEST_VALIDITY } from "./store/token-options.ts";

/** Shortest secret that an administrator can choose, in characters. */
const SHORTEST_SECRET = 12;
const LONGEST_TEXT = 256;
const MAX_AUTHORITIES = 50;

/** The fields of a registration after validation. */
export interface Registration {
  readonly client_id: string;
  readonly client_secret: string;
  readonly scope: readonly string[];
  readonly authorized_grant_types: readonly string[];
  readonly authorities: readonly string[];
  readonly redirect_uri: readonly string[];
  readonly access_token_validity: number | null;
}

/** Answers `POST /VendorLogon/oauth/clients`. */
export async function registerClient(
  { request, readBody }: OperationRequest,
  {
    clients,
    hasher,
    now,
  }: { readonly clients: RowStore<Row>; readonly hasher: SecretHasher; readonly now: () => number },
): Promise<HttpResponse> {
  requireMember(request, ADMINISTRATORS);
  const registration = readRegistration(await readBody());
  const row = await clientRow(registration, hasher, now());
  const outcome = await clients.create(row);
  if (outcome.kind === "conflict") failRequest(409, "A client with this client_id is registered.");
  return jsonResponse(201, representation(row, now()));
}

/** Returns the row of a registered client. */
export async function clientRow(
  { client_secret, ...registration }: Registration,
  hasher: SecretHasher,
  now: number,
): Promise<ClientRow> {
  const { scope, authorized_grant_types, authorities, redirect_uri } = registration;
  return {
    ...registration,
    scope: [...scope],
    authorized_grant_types: [...authorized_grant_types],
    authorities: [...authorities],
    redirect_uri: [...redirect_uri],
    secretHash: await hasher.hash(client_secret),
    modified: new Date(now).toISOString(),
  };
}

function representation(client: ClientRow, now: number): object {
  const { scope, client_id, authorized_grant_types, redirect_uri, authorities } = client;
  return {
    scope,
    client_id,
    resource_ids: ["none"],
    authorized_grant_types,
    redirect_uri,
    autoapprove: [],
    authorities,
    lastModified: now,
    required_user_groups: [],
  };
}

/**
 * Reads a registration: the published fields, and rules that the catalog cannot state. Unknown fields are ignored.
 *
 * @throws a failed request (400) with each problem
 */
function readRegistration(text: string): Registration {
  const body = parseJsonObject(text);
  const grants = body["authorized_grant_types"];
  // A single grant type can be a string.
  const listed = typeof grants === "string" ? { ...body, authorized_grant_types: [grants] } : body;
  const bodyMembers = readBodyMembers(listed, tokenService.resources.clientRegistration.catalog);
  const registration: Registration = {
    client_id: bodyMembers.client_id,
    client_secret: bodyMembers.client_secret,
    scope: withoutNulls(bodyMembers.scope),
    authorized_grant_types: withoutNulls(bodyMembers.authorized_grant_types),
    authorities: withoutNulls(bodyMembers.authorities),
    redirect_uri: withoutNulls([bodyMembers.redirect_uri ?? null]),
    access_token_validity:
      bodyMembers.access_token_validity === null ? null : Number(bodyMembers.access_token_validity),
  };
  const members = problemsOf(registration);
  if (members.length > 0) failRequest(400, "The registration is not valid.", { members });
  return registration;
}

function withoutNulls(list: readonly (string | null)[] | null | undefined): readonly string[] {
  return [...new Set((list ?? []).filter((element) => element !== null))];
}

function problemsOf(registration: Registration): readonly MemberProblem[] {
  const { client_id, client_secret, scope, authorized_grant_types, authorities, redirect_uri } = registration;
  const { access_token_validity: validity } = registration;
  const problems: MemberProblem[] = [];
  const require = (isRight: boolean, name: keyof Registration, message: string) => {
    if (!isRight) problems.push({ pointer: `/${name}`, code: "broken-rule", message });
  };
  const isShort = (text: string, shortest: number) => text.length >= shortest && text.length <= LONGEST_TEXT;
  require(isShort(client_id, 1), "client_id", `A client_id has 1 to ${LONGEST_TEXT} characters.`);
  require(!/[\p{Cc}:]/u.test(
    client_id,
  ), "client_id", "A client_id has no colon, because HTTP Basic cannot send it, and no control characters.");
  require(isShort(
    client_secret,
    SHORTEST_SECRET,
  ), "client_secret", `A client_secret has ${SHORTEST_SECRET} to ${LONGEST_TEXT} characters.`);
  require(scope.length > 0, "scope", "A client has at least one scope.");
  require(authorized_grant_types.length >
    0, "authorized_grant_types", "A client has at least one grant type.");
  const needsAuthorities = authorized_grant_types.includes("client_credentials");
  require(authorities.length > 0 ||
    !needsAuthorities, "authorities", "A client with client_credentials has authorities.");
  const isName = (text: string) => isShort(text, 1) && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text);
  require(authorities.length <= MAX_AUTHORITIES &&
    authorities.every(
      isName,
    ), "authorities", `There are at most ${MAX_AUTHORITIES} authorities. A name is ASCII without spaces, quotes and backslashes, because it can be a scope.`);
  const needsRedirect = authorized_grant_types.includes("authorization_code");
  require(redirect_uri.length > 0 ||
    !needsRedirect, "redirect_uri", "A client with authorization_code has a redirect URI.");
  for (const uri of redirect_uri) {
    const problem = redirectProblem(uri);
    require(problem === undefined, "redirect_uri", `A redirect URI ${problem ?? ""}.`);
  }
  const isValid = validity === null || (validity >= 1 && validity <= LONGEST_VALIDITY);
  require(isValid, "access_token_validity", `The lifetime of tokens is 1 to ${LONGEST_VALIDITY} seconds.`);
  return problems;
}
