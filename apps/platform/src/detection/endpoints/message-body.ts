import { requireMediaType, type OperationRequest } from "tamis/http";
import { ION_LIMITS } from "../ion/limits.ts";
import { VERSION } from "../../storage/stamps.ts";

/** Media types of messages that name a schema, such as `application/vnd.vendor.detection.message.payments+ion`. */
const NAMED = /^application\/vnd\.vendor\.detection\.message\.([a-z]\w*)\+ion$/;

/** Media types of messages without the name of a schema. */
export const PLAIN_TYPES: readonly string[] = ["application/ion", "text/ion"];

export interface MessageBody {
  readonly bytes: Uint8Array;
  /** Name of the schema in lower case; undefined if the media type names none. */
  readonly schema: string | undefined;
}

/**
 * Reads a message in Ion.
 *
 * @throws a failed request: 406 without a media type, 415 for another one, 413 for a message that is too long
 */
export async function readMessageBody({ request, readBytes }: OperationRequest): Promise<MessageBody> {
  const isKnown = (type: string) => NAMED.test(type) || PLAIN_TYPES.includes(type);
  const type = requireMediaType(request, isKnown, VERSION);
  return { bytes: await readBytes(ION_LIMITS.bytes), schema: NAMED.exec(type)?.[1] };
}

/** Returns the media type of messages of a schema. */
export function messageType(schema: string): string {
  return `application/vnd.vendor.detection.message.${schema}+ion`;
}
