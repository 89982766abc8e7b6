import { createHash, hash as hashAtOnce, randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** Parameters of scrypt. The default needs 32 MiB of memory and a tenth of a second for each hash. */
export interface HashCost {
  /** CPU and memory cost: a power of 2. */
  readonly N: number;
  /** Block size. */
  readonly r: number;
  /** Parallelization. */
  readonly p: number;
}

export const DEFAULT_HASH_COST: HashCost = { N: 2 ** 15, r: 8, p: 1 };

const HASH_LENGTH = 32;

/**
 * Maximum number of comparisons that run or wait at the same time. Each needs 32 MiB of memory, so further ones are refused.
 */
const MAX_WAITING = 64;

/** Hashes secrets and passwords, and compares them in constant time. */
export class SecretHasher {
  readonly #cost: HashCost;
  /** Keyed digests of secrets that were correct before, by their stored hash. They last as long as the process. */
  readonly #verifiedDigests = new Map<string, Buffer>();
  readonly #key = randomBytes(32);
  readonly #nobody: Promise<string>;
  #waiting = 0;

  constructor(cost: HashCost = DEFAULT_HASH_COST) {
    this.#cost = cost;
    this.#nobody = this.hash(randomSecret());
  }

  /** Returns `scrypt$N$r$p$salt$hash`. */
  async hash(secret: string): Promise<string> {
    const { N, r, p } = this.#cost;
    const salt = randomBytes(16);
    const hash = await derive(secret, salt, this.#cost);
    return ["scrypt", N, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");
  }

  /**
   * Returns whether a secret has a hash. It takes the same time for an unknown name.
   *
   * @param stored hash of the name; undefined if the name is unknown
   * @returns `busy` if too many comparisons are waiting
   */
  async verify(secret: string, stored: string | undefined): Promise<boolean | "busy"> {
    const digest = createHash("sha256").update(this.#key).update(secret).digest();
    const knownDigest = stored === undefined ? undefined : this.#verifiedDigests.get(stored);
    if (knownDigest !== undefined && timingSafeEqual(knownDigest, digest)) return true;
    if (this.#waiting >= MAX_WAITING) return "busy";
    this.#waiting++;
    try {
      const isSame = await this.#compare(secret, stored ?? (await this.#nobody));
      if (!isSame || stored === undefined) return false;
      if (this.#verifiedDigests.size >= 1_000) this.#verifiedDigests.clear();
      this.#verifiedDigests.set(stored, digest);
      return true;
    } finally {
      this.#waiting--;
    }
  }

  async #compare(secret: string, stored: string): Promise<boolean> {
    const [name, N, r, p, salt, hash] = stored.split("$");
    if (name !== "scrypt" || salt === undefined || hash === undefined)
      throw new Error(`internal: a stored hash has an unknown form`);
    const cost = { N: Number(N), r: Number(r), p: Number(p) };
    const actual = await derive(secret, Buffer.from(salt, "base64url"), cost);
    return timingSafeEqual(actual, Buffer.from(hash, "base64url"));
  }
}

function derive(secret: string, salt: Buffer, { N, r, p }: HashCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, HASH_LENGTH, { N, r, p, maxmem: 256 * N * r }, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    );
  });
}

/** Returns a random secret: 256 bits in base64url, which are 43 characters. */
export function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the hash under which a random code or token is stored. Random values need no salt. */
export function hashToken(token: string): string {
  return hashAtOnce("sha256", token, "base64url");
}
