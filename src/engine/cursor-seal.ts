/**
 * Encrypts and signs the contents of cursors. Equal contents have equal results, so that a link to a page stays the same.
 * The construction is that of RFC 5297 (SIV) with HMAC-SHA-256: the signature of the contents is also the initial counter of
 * AES-256-CTR.
 */
export interface CursorSeal {
  readonly seal: (contents: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;
  /** @returns the contents; undefined for bytes that no accepted key has sealed */
  readonly open: (sealed: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer> | undefined>;
}

const MIN_KEY_BYTES = 16;
/** Length of an HMAC-SHA-256 signature. */
const SIGNATURE_BYTES = 32;
const COUNTER_BYTES = 16;
/**
 * Contents are padded with spaces to a multiple of this length, so that the length of a cursor reveals little about its
 * values.
 */
const BLOCK_BYTES = 32;

/** Returns the maximum length of contents whose sealed length is at most `sealed` bytes. */
export function maximumContents(sealed: number): number {
  return Math.floor((sealed - SIGNATURE_BYTES) / BLOCK_BYTES) * BLOCK_BYTES;
}

/**
 * @param keys the first key seals; all keys open, so that keys can be rotated
 * @throws TypeError for an empty list and for a key that is too short
 */
export function cursorSeal(keys: readonly Uint8Array[]): CursorSeal {
  if (keys.length === 0 || keys.some((key) => !(key instanceof Uint8Array) || key.length < MIN_KEY_BYTES))
    throw new TypeError(`cursorKey must be a Uint8Array of at least ${MIN_KEY_BYTES} bytes.`);
  const copies = keys.map((key) => Uint8Array.from(key));
  let derived: readonly Promise<DerivedKeys>[] | undefined;
  // Many collections never seal a cursor.
  const derivedKeys = () => (derived ??= copies.map(deriveKeys));
  return {
    async seal(contents) {
      const { signing, encryption } = await derivedKeys()[0]!;
      const padded = new Uint8Array(Math.ceil(contents.length / BLOCK_BYTES) * BLOCK_BYTES).fill(SPACE);
      padded.set(contents);
      const signature = new Uint8Array(await crypto.subtle.sign("HMAC", signing, padded));
      const encrypted = await crypto.subtle.encrypt(counterMode(signature), encryption, padded);
      const sealed = new Uint8Array(SIGNATURE_BYTES + padded.length);
      sealed.set(signature);
      sealed.set(new Uint8Array(encrypted), SIGNATURE_BYTES);
      return sealed;
    },
    async open(sealed) {
      if (sealed.length <= SIGNATURE_BYTES) return undefined;
      const signature = sealed.slice(0, SIGNATURE_BYTES);
      const encrypted = sealed.slice(SIGNATURE_BYTES);
      for (const derivation of derivedKeys()) {
        const { signing, encryption } = await derivation;
        const contents = await crypto.subtle.decrypt(counterMode(signature), encryption, encrypted);
        if (await crypto.subtle.verify("HMAC", signing, signature, contents)) return new Uint8Array(contents);
      }
      return undefined;
    },
  };
}

const SPACE = 0x20;

function counterMode(signature: Uint8Array<ArrayBuffer>) {
  return { name: "AES-CTR", counter: signature.slice(0, COUNTER_BYTES), length: 64 };
}

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

interface DerivedKeys {
  readonly signing: Key;
  readonly encryption: Key;
}

async function deriveKeys(key: Uint8Array<ArrayBuffer>): Promise<DerivedKeys> {
  const material = await crypto.subtle.importKey("raw", key, "HKDF", false, ["deriveKey"]);
  const hkdf = (purpose: string) => ({
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: new TextEncoder().encode(`tamis cursor ${purpose}`),
  });
  const hmac = { name: "HMAC", hash: "SHA-256", length: 256 };
  const aes = { name: "AES-CTR", length: 256 };
  return {
    signing: await crypto.subtle.deriveKey(hkdf("signing"), material, hmac, false, ["sign", "verify"]),
    encryption: await crypto.subtle.deriveKey(hkdf("encryption"), material, aes, false, [
      "encrypt",
      "decrypt",
    ]),
  };
}
