/** Query strings of collections: decoding, encoding, page links, and the representation of a page. */
export { MAXIMUM_PARAMETERS, MAXIMUM_QUERY_LENGTH, type QueryParameter } from "./decode-parameters.ts";
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
export { encodeText } from "../values/urls/percent-encoding.ts";
export { COLLECTION_LINK_TYPE, pageLinks, type PageLink, type PageLinksOptions } from "./links.ts";
export {
  collectionRepresentation,
  type CollectionRepresentation,
  type RepresentationOptions,
} from "./collection-representation.ts";
