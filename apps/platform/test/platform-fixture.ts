import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, TestRunner } from "vitest";
import type { HttpResponse, RowStore } from "tamis/http";
import { basic } from "./basic-credentials.ts";
import { ADMINISTRATORS } from "../src/access/caller.ts";
import { SAMPLE } from "../src/data-quality/sample.ts";
import { DescribedPlatform } from "./openapi-fixture.ts";
import { createPlatform, type Platform, type PlatformOptions, type Sender } from "../src/platform.ts";
import { readRows } from "../src/storage/read-rows.ts";
import { memoryStorage, type Row, type Storage } from "../src/storage/storage.ts";
import { sqliteStorage } from "../src/storage/sqlite-storage.ts";
import { DEFAULT_TOKEN_OPTIONS } from "../src/tokens/store/token-options.ts";
import type { Registration } from "../src/tokens/register-client.ts";

export const ISSUER = "https://platform.example";

/** A clock that tests set. */
export interface Clock {
  /** Milliseconds since 1970. */
  time: number;
}

export interface TestPlatform extends Platform {
  readonly clock: Clock;
  readonly send: (target: string, parts?: Parts) => Promise<Answer>;
  readonly token: (id: string, secret: string, form?: Readonly<Record<string, string>>) => Promise<Answer>;
  /** Requests a token from a network address. */
  readonly tokenFrom: (address: string, id: string, secret: string) => Promise<Answer>;
}

export interface Parts {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly token?: string | undefined;
  readonly json?: unknown;
  readonly type?: string;
  readonly body?: string | Uint8Array;
  readonly form?: Readonly<Record<string, string>> | string;
  readonly address?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read members of any representation
  readonly json: any;
}

const TOKEN_PATH = "/VendorLogon/oauth/token";
const CLIENT_CREDENTIALS = { grant_type: "client_credentials" };

/** Hashes of tests take no time. */
const CHEAP = { N: 16, r: 1, p: 1 };

/** Tests close the storage of a running platform, as a crash does. The work that it does in the background fails then. */
function isOfClosedStorage(error: unknown): boolean {
  const { message = "", cause } = error as Partial<Error>;
  return (
    /database is not open|pool after calling end|source is closed/.test(message) ||
    (cause !== undefined && isOfClosedStorage(cause))
  );
}

/** Reads a body to its end, because a stream counts as open until then. A stream of changes does not end, and is closed instead. */
async function textOf({ headers, body }: HttpResponse): Promise<string> {
  if (body === undefined || typeof body === "string") return body ?? "";
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  if (headers["content-type"]?.startsWith("text/event-stream") === true) {
    await body[Symbol.asyncIterator]().return?.();
    return "";
  }
  let text = "";
  for await (const part of body) text += part;
  return text;
}

export async function startPlatform(options: Partial<PlatformOptions> = {}): Promise<TestPlatform> {
  const clock: Clock = { time: Date.parse("2026-03-01T12:00:00Z") };
  const platform = await createPlatform({
    ...DEFAULT_TOKEN_OPTIONS,
    storage: memoryStorage(),
    issuer: ISSUER,
    sample: false,
    origins: [],
    knowledgeBases: SAMPLE,
    hashCost: CHEAP,
    now: () => clock.time,
    onError: (error) => {
      if (!isOfClosedStorage(error)) console.error(error);
    },
    ...options,
  });
  const described = new DescribedPlatform(platform);
  const handle = described.checking(platform.handle);
  const expectDescribed = () => expect(described.takeProblems()).toEqual([]);
  // Files of a worker share this module, so a hook of the module would belong to the first file only.
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(expectDescribed);
  const send = async (target: string, parts: Parts = {}): Promise<Answer> => {
    const [path = "", ...rest] = target.split("?");
    const { token, json, type, form, headers = {} } = parts;
    const body =
      parts.body ??
      (form === undefined
        ? json === undefined
          ? undefined
          : JSON.stringify(json)
        : new URLSearchParams(form as Record<string, string>).toString());
    const contentType =
      type ?? (form === undefined ? "application/json" : "application/x-www-form-urlencoded");
    const response = await handle({
      method: parts.method ?? (body === undefined ? "GET" : "POST"),
      path,
      search: rest.join("?"),
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": contentType }),
        ...headers,
      },
      body,
      ...(parts.address === undefined ? {} : { identity: { address: parts.address } satisfies Sender }),
    });
    expectDescribed();
    const text = await textOf(response);
    const isJson = /[+/]json(?:;|$)/.test(response.headers["content-type"] ?? "");
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson && text !== "" ? JSON.parse(text) : undefined,
    };
  };
  return {
    ...platform,
    handle,
    clock,
    send,
    token: (id, secret, form = CLIENT_CREDENTIALS) =>
      send(TOKEN_PATH, { form, headers: { authorization: basic(id, secret) } }),
    tokenFrom: (address, id, secret) =>
      send(TOKEN_PATH, { form: CLIENT_CREDENTIALS, headers: { authorization: basic(id, secret) }, address }),
  };
}

export { basic };

export const SECRET = "a secret of a client";

export function registration(id: string, others: Partial<Registration> = {}): Registration {
  return {
    client_id: id,
    client_secret: SECRET,
    scope: ["openid", "uaa.user"],
    authorized_grant_types: ["client_credentials"],
    authorities: ["writers"],
    redirect_uri: [],
    access_token_validity: null,
    ...others,
  };
}

/** Returns a storage in memory, and the stores that it has opened, by the names of their catalogs. */
export function recordedStorage() {
  const memory = memoryStorage();
  const stores = new Map<string, RowStore<Row>>();
  const open: Storage["open"] = async (catalog, options) => {
    const store = await memory.open(catalog, options);
    stores.set(catalog.name, store);
    return store;
  };
  return { storage: { ...memory, open }, stores };
}

/** Returns all rows of a store. */
export async function rowsOf(store: RowStore<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of readRows(store)) rows.push(row);
  return rows;
}

/** Returns the path of a SQLite file, which the end of the test removes. */
export function sqlitePath(): string {
  const folder = mkdtempSync(join(tmpdir(), "platform-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "platform.db");
}

/** Returns a function that opens a SQLite file, as a restart does: it closes the storage that it opened before. */
export function sqliteOpener(path = sqlitePath()): () => Promise<Storage> {
  let storage: Storage | undefined;
  onTestFinished(() => storage?.close());
  return async () => {
    await storage?.close();
    return (storage = sqliteStorage(path));
  };
}

/** A client of a platform, with its token in each request. */
export interface Client {
  readonly platform: TestPlatform;
  readonly send: (target: string, parts?: Parts) => Promise<Answer>;
  /** Sends a request, and returns the status of its answer. */
  readonly statusOf: (target: string, parts?: Parts) => Promise<number>;
}

/** Returns a client whose requests have a token. */
export function clientWith(platform: TestPlatform, token: string | undefined): Client {
  const send: Client["send"] = (target, parts = {}) => platform.send(target, { token, ...parts });
  return { platform, send, statusOf: async (target, parts) => (await send(target, parts)).status };
}

/** Registers a client, by default one that may change things, and connects it. */
export async function connectTo(
  platform: TestPlatform,
  id = "c",
  others: Partial<Registration> = {},
): Promise<Client> {
  await platform.tokens.addClient(registration(id, others));
  return clientWith(platform, await tokenOf(platform, id));
}

/** Connects the client that the platform has registered for its administrators. */
export async function connectAdministrator(platform: TestPlatform): Promise<Client> {
  const { id, secret } = platform.firstAccounts!.client;
  const { json } = await platform.token(id, secret, { ...CLIENT_CREDENTIALS, scope: ADMINISTRATORS });
  return clientWith(platform, json.access_token as string);
}

/** Returns a new token of a registered client. */
export async function tokenOf(platform: TestPlatform, id: string, scope?: string): Promise<string> {
  const form = scope === undefined ? CLIENT_CREDENTIALS : { ...CLIENT_CREDENTIALS, scope };
  return (await platform.token(id, SECRET, form)).json.access_token as string;
}

/** Returns the status and the error code of an answer. */
export const codeOf = ({ status, json }: Answer): readonly unknown[] => [status, json?.errorCode];

/** Returns a member of each item of a page. */
export const valuesOf = ({ json }: Pick<Answer, "json">, member: string) =>
  (json.items as readonly Readonly<Record<string, unknown>>[]).map((item) => item[member]);

interface Linked {
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}

/** Returns the relations of the links of an item. */
export const relsOf = ({ links }: Linked) => links.map(({ rel }) => rel);

/** Returns the target of a link of an item. */
export const linkOf = ({ links }: Linked, rel: string) => links.find((link) => link.rel === rel)!.href;
