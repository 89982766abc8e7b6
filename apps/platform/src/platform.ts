import {
  createService,
  errorResponse,
  type FailureDetails,
  type HttpHandler,
  type HttpRequest,
  type HttpResponse,
} from "tamis/http";
import { Audit, type AuditSettings } from "./audit/audit.ts";
import { AuditTrail } from "./audit/audit-trail.ts";
import { currentOrigin, identifyOrigin, runAs } from "./audit/origin.ts";
import { answerPreflight, withCrossOrigin } from "./access/cross-origin.ts";
import { ADMINISTRATORS } from "./access/caller.ts";
import type { KnowledgeBases } from "./data-quality/knowledge-bases.ts";
import type { DetectionSettings } from "./detection/detection.ts";
import { guardNested, guardOperation } from "./access/guard.ts";
import { ApiDocuments } from "./api/api-documents.ts";
import { Authorization } from "./authorization/authorization.ts";
import type { Log } from "./log/log.ts";
import type { PerformanceSettings } from "./performance/performance.ts";
import type { Family } from "./family/family.ts";
import { nestedWithCursors, withCursors } from "./family/with-cursors.ts";
import { openFamilies } from "./families.ts";
import type { Storage } from "./storage/storage.ts";
import { mayHaveToken, TOKEN_PARAMETER } from "./tokens/authenticate.ts";
import { randomSecret } from "./tokens/store/secrets.ts";
import { TokenService } from "./tokens/token-service.ts";
import type { TokenOptions } from "./tokens/store/token-options.ts";

export interface PlatformOptions extends TokenOptions {
  readonly knowledgeBases: KnowledgeBases;
  readonly storage: Storage;
  /** Whether a new deployment begins with sample data. */
  readonly sample: boolean;
  /** Origins of web applications that may send requests. */
  readonly origins: readonly string[];
  readonly audit?: AuditSettings | undefined;
  readonly detection?: DetectionSettings | undefined;
  readonly performance?: PerformanceSettings | undefined;
  /**
   * Ends the process after the requests that are being answered. Default: no request can do this.
   */
  readonly shutDown?: (() => void) | undefined;
  /** Called with each error of the server. Default: `console.error`. */
  readonly onError?: Log["error"] | undefined;
  /** Called with each request after its response is known. */
  readonly onRequest?: Log["request"] | undefined;
}

/**
 * The administrator's client and user, which the first start of a deployment creates. The secret and the password are stored as
 * hashes only, so nobody can read them later.
 */
export interface FirstAccounts {
  readonly client: { readonly id: string; readonly secret: string };
  readonly user: { readonly name: string; readonly password: string };
}

export interface Platform {
  readonly handle: HttpHandler;
  /** Undefined unless this is the first start. */
  readonly firstAccounts: FirstAccounts | undefined;
  readonly tokens: TokenService;
  readonly documents: ApiDocuments;
  /** Ends background work of the families. */
  readonly close: () => Promise<void>;
}

/** Milliseconds of a clock that never goes back. */
const monotonic = () => performance.now();

/** Creates the token service and the API families over a storage. */
export async function createPlatform(platformOptions: PlatformOptions): Promise<Platform> {
  const { storage, origins, onError, onRequest, sample, knowledgeBases, ...settings } = platformOptions;
  const { audit, detection, performance, shutDown, ...options } = settings;
  const report = onError ?? ((error: unknown) => console.error(error));
  const trail = await AuditTrail.open(storage, options);
  const { tables, record } = trail;
  const tokens = await TokenService.open(trail, { ...options, onError: report });
  const authorization = await Authorization.open(tables, { now: options.now, onError: report });
  const apiFamilies = await openFamilies(tables, {
    report,
    record,
    knowledgeBases,
    detection: detection ?? {},
    performance: performance ?? {},
    now: options.now,
    shutDown: () => {
      isStopping = true;
      shutDown?.();
      return running - 1;
    },
  });
  let isStopping = false;
  let running = 0;
  const families: readonly Family[] = [
    authorization,
    ...apiFamilies,
    new Audit(trail, { ...audit, onError: report }),
  ];
  authorization.serve(families);
  const isNew = await tokens.isEmpty();
  if (isNew && sample) for (const family of families) await family.addSample?.(options.now());
  const documents = new ApiDocuments([tokens, ...families], options);
  const service = createService({
    title: "Platform",
    resources: families.flatMap(({ resources = [] }) => resources.map(withCursors)),
    nested: families.flatMap(({ nested = [] }) =>
      nested.map((resource) => guardNested(nestedWithCursors(resource))),
    ),
    operations: [
      ...documents.operations,
      ...tokens.operations,
      ...families.flatMap(({ operations = [] }) => operations.map(guardOperation)),
    ],
    roots: ["/", ...documents.roots],
    rootLinks: (root) => documents.linksOf(root),
    ...(onError === undefined ? {} : { onError }),
  });
  const answer = async (request: HttpRequest): Promise<HttpResponse> => {
    if (isStopping)
      return errorOf(request, {
        status: 503,
        message: "The server is shutting down.",
        headers: { connection: "close" },
      });
    // Revoked tokens, changed keys and changed rules hold at the next request, whichever process has changed them.
    const changes = storage.catchUp();
    if (changes !== undefined) await changes;
    const identity = await tokens.authenticator.identify(request);
    if (identity?.kind === "ambiguous")
      return errorOf(request, {
        status: 400,
        message: identity.message,
        headers: { "www-authenticate": 'Bearer error="invalid_request"' },
      });
    if (identity?.kind === "caller") {
      const { client, name } = identity;
      identifyOrigin({ client, user: name === client ? null : name });
    }
    const requestWithoutToken = { ...request, search: withoutToken(request.search ?? "") };
    const admitted =
      identity?.kind === "caller" ? authorization.admit(identity, requestWithoutToken) : identity;
    return service({ ...requestWithoutToken, identity: admitted });
  };
  const allowed = new Set(origins);
  return {
    tokens,
    documents,
    close: async () => {
      for (const family of families) await family.close?.();
    },
    firstAccounts: isNew ? await addFirstAccounts(tokens) : undefined,
    handle: async (request) => {
      const preflight = answerPreflight(request, allowed);
      if (preflight !== undefined) return preflight;
      running++;
      const { method, path } = request;
      const address = (request.identity as Partial<Sender> | undefined)?.address;
      const origin = { method: method.toUpperCase(), path, client: null, user: null, address };
      const start = monotonic();
      const response = await runAs(origin, async () => {
        const answerResponse = await answer(request).catch((error: unknown) => {
          report(error);
          return errorOf(request, { status: 500, message: "The server failed to answer." });
        });
        const { client, user } = currentOrigin();
        const { status } = answerResponse;
        onRequest?.({ method: origin.method, path, status, milliseconds: monotonic() - start, client, user });
        return answerResponse;
      }).finally(() => running--);
      return withCrossOrigin(request, response, allowed);
    },
  };
}

/** What the server that receives requests knows about their senders. */
export interface Sender {
  readonly address: string | undefined;
}

/** Removes the parameter with the token, so that no operation, link or error contains it. */
function withoutToken(search: string): string {
  if (!mayHaveToken(search)) return search;
  return search
    .split("&")
    .filter((pair) => !new URLSearchParams(pair).has(TOKEN_PARAMETER))
    .join("&");
}

async function addFirstAccounts(tokens: TokenService): Promise<FirstAccounts> {
  const client = { id: "admin", secret: randomSecret() };
  const user = { name: "admin", password: randomSecret() };
  await tokens.addUser(user.name, user.password, [ADMINISTRATORS]);
  await tokens.addClient({
    client_id: client.id,
    client_secret: client.secret,
    scope: ["uaa.none"],
    authorized_grant_types: ["client_credentials"],
    authorities: [ADMINISTRATORS],
    redirect_uri: [],
    access_token_validity: null,
  });
  return { client, user };
}

function errorOf(request: HttpRequest, details: FailureDetails): HttpResponse {
  const accept = [request.headers["accept"] ?? []].flat().join(", ");
  return errorResponse(details, { path: request.path, search: "", accept, traceId: crypto.randomUUID() });
}
