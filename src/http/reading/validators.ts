import { lastReadInstant, readStoredTemporal } from "../../values/instant.ts";
import { builtinModule } from "../../values/builtin-module.ts";
import { ownDataProperty } from "../../values/read-path.ts";
import type { Member } from "../../catalog/types.ts";
import type { ResourceRequest } from "../contract/context.ts";

/**
 * Returns the strong entity tag of a representation: the version of the row, or a digest if the collection has no versions.
 * Different representations of a row have different tags.
 */
export async function entityTag(
  version: string | undefined,
  choice: { readonly names: readonly string[] | undefined },
  body: string,
): Promise<string> {
  const opaque = version ?? (await digest(body));
  return `"${opaque}${choice.names === undefined ? "" : SUMMARY_SUFFIX}"`;
}

/** Versions do not contain a dot, so no tag of a summary is that of a whole row. */
const SUMMARY_SUFFIX = ".summary";

/** Returns whether an entity tag belongs to a representation of the version: it is the version, or continues after a dot. */
export function isTagOfVersion(opaque: string, version: string): boolean {
  return opaque === version || opaque.startsWith(`${version}.`);
}

interface CryptoModule {
  readonly createHash: (algorithm: "sha256") => {
    update(content: Uint8Array): { digest(encoding: "hex"): string };
  };
}

/** Undefined in browsers. */
const nodeCrypto = builtinModule("node:crypto") as CryptoModule | undefined;

/**
 * Content up to this number of bytes is hashed in the thread. Web Crypto hashes in another thread, which takes longer for as much
 * content.
 */
const MAX_HASHED_HERE = 65_536;

/** Returns 128 bits of SHA-256 as hexadecimal digits. */
export async function digest(content: string | Uint8Array): Promise<string> {
  // A copy: `content` can be shared memory, which cannot be hashed.
  const encoded = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
  if (nodeCrypto !== undefined && encoded.length <= MAX_HASHED_HERE)
    return nodeCrypto.createHash("sha256").update(encoded).digest("hex").slice(0, 32);
  const bytes = await crypto.subtle.digest("SHA-256", encoded);
  return Array.from(new Uint8Array(bytes, 0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A resource, with the catalog of the caller. */
export type CallerResource = Pick<ResourceRequest, "resource" | "catalog">;

/** Returns the member with the time of the last change; undefined if there is none, or if it is closed to the caller. */
export function modifiedMember({ resource, catalog }: CallerResource): Member | undefined {
  const name = resource.stamps.modified;
  return name === undefined ? undefined : catalog.members.byName.get(name);
}

/** Returns the time of the last change as an HTTP date; undefined if the caller cannot see it. */
export function lastModified(view: CallerResource, row: unknown): string | undefined {
  const milliseconds = modifiedMilliseconds(view, row);
  return milliseconds === undefined ? undefined : new Date(milliseconds).toUTCString();
}

/** Returns the time of the last change in milliseconds since 1970; undefined if the caller cannot see it. */
export function modifiedMilliseconds(view: CallerResource, row: unknown): number | undefined {
  const member = modifiedMember(view);
  const value = member && ownDataProperty(row, member.property);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.getTime();
  return typeof value === "string" && readStoredTemporal("dateTime", value)
    ? lastReadInstant.milliseconds
    : undefined;
}
