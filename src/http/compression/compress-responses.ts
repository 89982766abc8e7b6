import type { HttpHandler, HttpHeaders, HttpRequest, HttpResponse } from "../contract/exchange.ts";
import { joinedHeader } from "../negotiation/headers.ts";
import { chooseCoding, type Coding } from "./choose-coding.ts";
import { codedTag, sentTag, withoutCodings } from "./coded-tags.ts";
import { isCompressible, isOfOtherSite } from "./compressible.ts";
import { getOrInsert } from "../../values/caches/get-or-insert.ts";

export interface CompressOptions {
  /** Minimum number of bytes of responses that are compressed. Default 1,024. Streams are compressed whatever their size. */
  readonly minBytes?: number | undefined;
}

/** Compresses with the functions of a platform. */
export interface Codec {
  readonly coding: Coding;
  readonly whole: (bytes: Uint8Array) => Promise<Uint8Array>;
  /** Reads parts only as fast as the result is read. */
  readonly parts: (parts: AsyncIterable<string>) => AsyncIterable<Uint8Array>;
}

/** A response whose body is complete, or comes in parts. */
export interface CodedResponse extends Omit<HttpResponse, "body"> {
  readonly body: HttpResponse["body"] | AsyncIterable<Uint8Array>;
}

const DEFAULT_MIN_BYTES = 1_024;
const encoder = new TextEncoder();

/**
 * Compresses the responses of a handler for clients that accept it.
 *
 * @param codecs in the order of preference
 * @throws TypeError for an invalid minimum
 */
export function compressResponses(
  handle: HttpHandler,
  codecs: readonly Codec[],
  { minBytes = DEFAULT_MIN_BYTES }: CompressOptions = {},
): (request: HttpRequest) => Promise<CodedResponse> {
  if (!Number.isSafeInteger(minBytes) || minBytes < 0)
    throw new TypeError(`minBytes must be an integer >= 0, got ${minBytes}`);
  const byCoding = new Map(codecs.map((codec) => [codec.coding, codec]));
  const codings = [...byCoding.keys()];
  return async (request) => {
    const { headers } = request;
    const plain = withoutCodings(headers);
    const response = await handle(plain === headers ? request : { ...request, headers: plain });
    const size = sizeOf(request, response, minBytes);
    if (size === undefined) return withSentTag(response, headers);
    if (size < minBytes || !isCompressible(response)) return response;
    const coding = isOfOtherSite(request, response)
      ? undefined
      : chooseCoding(joinedHeader(headers, "accept-encoding"), codings);
    return coding === undefined
      ? varied(response)
      : compress(response, byCoding.get(coding)!, /^(?:get|head)$/i.test(request.method));
  };
}

/**
 * Returns the number of bytes of a response to GET; infinity for streams, and undefined without content.
 *
 * @param enough the number of a text that has more can be lower than the correct one, but not than this
 */
function sizeOf(
  { method }: HttpRequest,
  { status, headers, body }: HttpResponse,
  enough: number,
): number | undefined {
  // No text has fewer bytes than units.
  if (typeof body === "string") return body.length >= enough ? body.length : encoder.encode(body).length;
  if (body instanceof Uint8Array) return body.length;
  if (body !== undefined) return Infinity;
  if (method.toUpperCase() !== "HEAD" || status !== 200) return undefined;
  return Number(headers["content-length"] ?? Infinity);
}

/** A client with a compressed response has the tag of that response. */
function withSentTag(response: HttpResponse, headers: HttpHeaders): HttpResponse {
  const { etag } = response.headers;
  if (response.status !== 304 || etag === undefined) return response;
  return varied({ ...response, headers: { ...response.headers, etag: sentTag(etag, headers) } });
}

function varied(response: HttpResponse): HttpResponse {
  const { vary } = response.headers;
  const names = vary === undefined ? "accept-encoding" : `${vary}, accept-encoding`;
  return { ...response, headers: { ...response.headers, vary: names } };
}

/** @param isTagged whether the entity tag is that of the response. That of a response to a change is the tag of the new version. */
async function compress(response: HttpResponse, codec: Codec, isTagged: boolean): Promise<CodedResponse> {
  const { coding } = codec;
  const fields = Object.entries(varied(response).headers).filter(([name]) => name !== "content-length");
  const { etag } = response.headers;
  const headers = {
    ...Object.fromEntries(fields),
    "content-encoding": coding,
    ...(etag === undefined || !isTagged ? {} : { etag: codedTag(etag, coding) }),
  };
  const { status, body } = response;
  if (body === undefined) return { status, headers, body };
  if (typeof body === "string") return { status, headers, body: await codec.whole(encoder.encode(body)) };
  if (!(body instanceof Uint8Array)) return { status, headers, body: openedByRead(body, codec.parts) };
  return { status, headers, body: await compressedOnce(body, etag, codec) };
}

/** Compressed forms of bytes with an entity tag, which do not change: files, and pages that are kept for further requests. */
const compressed = new WeakMap<Uint8Array, Map<string, Promise<Uint8Array>>>();

function compressedOnce(body: Uint8Array, etag: string | undefined, codec: Codec): Promise<Uint8Array> {
  if (etag === undefined) return codec.whole(body);
  const forms = getOrInsert(compressed, body, () => new Map<string, Promise<Uint8Array>>());
  return getOrInsert(forms, `${codec.coding} ${etag}`, () => codec.whole(body));
}

/** Returns the result of `open`, which the first read calls. Closing the result before that closes the source. */
function openedByRead(
  source: AsyncIterable<string>,
  open: (source: AsyncIterable<string>) => AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      let parts: AsyncIterator<Uint8Array> | undefined;
      return {
        next: () => (parts ??= open(source)[Symbol.asyncIterator]()).next(),
        async return() {
          await (parts ?? source[Symbol.asyncIterator]()).return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
