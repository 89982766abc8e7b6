/** Query strings of collections: decoding, encoding, page links, and the representation of a page. */
export {
  decodeParameters,
  MAXIMUM_PARAMETERS,
  MAXIMUM_QUERY_LENGTH,
  type DecodedParameters,
  type QueryParameter,
} from "./decode-parameters.ts";
export type { DecodedText } from "./decoded-text.ts";
export { decodeQuery } from "./decode-query.ts";
export {
  RESERVED_PARAMETERS,
  type BasicFilter,
  type CollectionQuery,
  type DecodedQuery,
  type DecodeQueryOptions,
} from "./collection-query.ts";
export {
  queryValidator,
  type QueryIssue,
  type QueryParameters,
  type QueryValidator,
} from "./query-validator.ts";
export { encodeQuery, type QueryStringParts } from "./encode-query.ts";
export { encodeName, encodeText } from "../values/percent-encoding.ts";
export { COLLECTION_TYPE, pageLinks, type PageLink, type PageLinksOptions } from "./links.ts";
export {
  collectionRepresentation,
  type CollectionRepresentation,
  type RepresentationOptions,
} from "./collection-representation.ts";
