import {
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTPayload,
} from "jose";
import type { RowStore } from "tamis/http";
import { listRows } from "../../storage/read-rows.ts";
import type { Row } from "../../storage/storage.ts";
import type { SigningKeyRow } from "./records.ts";

const ALGORITHM = "ES256";

/** Media type of access tokens in their header (RFC 9068). Other tokens of the same key are no access tokens. */
const TOKEN_TYPE = "at+jwt";

/** Minimum milliseconds between two looks into the table because of an unknown key. */
const RELOAD_INTERVAL = 1_000;

export interface KeyOptions {
  /** Seconds after which a new key signs tokens. */
  readonly rotation: number;
  /** Longest lifetime of a token in seconds: a key is published for that time after the last token that it signed. */
  readonly longestValidity: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface Key {
  readonly id: string;
  readonly created: number;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly published: JWK;
}

/** The keys that sign access tokens. Several processes can share the table. */
export class SigningKeys {
  readonly #store: RowStore<Row>;
  readonly #options: KeyOptions;
  #keys: readonly Key[] = [];
  #reloaded = Number.NEGATIVE_INFINITY;
  /** The creation of a key that is under way. Requests at the same time share it. */
  #rotating: Promise<Key> | undefined;

  constructor(store: RowStore<Row>, options: KeyOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** Reads the stored keys. Deletes those that no valid token can name. */
  async load(): Promise<void> {
    const { rotation, longestValidity, now } = this.#options;
    const rows = (await listRows(this.#store)) as SigningKeyRow[];
    const oldest = now() - (rotation + longestValidity) * 1_000;
    const keys: Key[] = [];
    for (const row of rows) {
      if (Date.parse(row.created) < oldest) await this.#store.delete(row.id, "any");
      else keys.push(await readKey(row));
    }
    this.#keys = keys.sort((a, b) => b.created - a.created);
  }

  /** The public keys as a JSON Web Key Set (RFC 7517). */
  get published(): { readonly keys: readonly JWK[] } {
    return { keys: this.#keys.map((key) => key.published) };
  }

  async sign(claims: JWTPayload): Promise<string> {
    const { id, privateKey } = await this.#current();
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, kid: id, typ: TOKEN_TYPE })
      .sign(privateKey);
  }

  /** Whether a key exists. Tokens of other keys are not valid. */
  has(id: string): boolean {
    return this.#keys.some((key) => key.id === id);
  }

  /** Returns the claims of a valid access token, and the id of its key; undefined for any other text. */
  async verify(
    token: string,
    issuer: string,
  ): Promise<{ readonly claims: JWTPayload; readonly key: string } | undefined> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, ({ kid }) => this.#publicKey(kid), {
        algorithms: [ALGORITHM],
        typ: TOKEN_TYPE,
        issuer,
        clockTolerance: 0,
        currentDate: new Date(this.#options.now()),
        requiredClaims: ["sub", "client_id", "scope", "exp", "jti"],
      });
      return { claims: payload, key: protectedHeader.kid! };
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  async #current(): Promise<Key> {
    const oldest = this.#options.now() - this.#options.rotation * 1_000;
    const [newest] = this.#keys;
    if (newest !== undefined && newest.created > oldest) return newest;
    this.#rotating ??= this.#create().finally(() => (this.#rotating = undefined));
    return this.#rotating;
  }

  async #create(): Promise<Key> {
    const pair = await generateKeyPair(ALGORITHM, { extractable: true });
    const row: SigningKeyRow = {
      id: crypto.randomUUID(),
      privateKey: JSON.stringify(await exportJWK(pair.privateKey)),
      publicKey: JSON.stringify(await exportJWK(pair.publicKey)),
      created: new Date(this.#options.now()).toISOString(),
    };
    await this.#store.create(row);
    await this.load();
    return this.#keys[0]!;
  }

  /** Another process can have created a key, so an unknown one is looked up once per interval. */
  async #publicKey(id: string | undefined): Promise<CryptoKey> {
    const find = () => this.#keys.find((key) => key.id === id);
    if (find() === undefined && this.#reloaded + RELOAD_INTERVAL <= this.#options.now()) {
      this.#reloaded = this.#options.now();
      await this.load();
    }
    const key = find();
    if (key === undefined) throw new errors.JWKSNoMatchingKey();
    return key.publicKey;
  }
}

async function readKey({ id, privateKey, publicKey, created }: SigningKeyRow): Promise<Key> {
  const jwk = JSON.parse(publicKey) as JWK;
  return {
    id,
    created: Date.parse(created),
    privateKey: (await importJWK(JSON.parse(privateKey) as JWK, ALGORITHM)) as CryptoKey,
    publicKey: (await importJWK(jwk, ALGORITHM)) as CryptoKey,
    published: { ...jwk, kid: id, alg: ALGORITHM, use: "sig" },
  };
}
