/**
 * Returns the media type of a resource as `defineResource` takes it: without the format.
 *
 * @example itemTypeOf({ mediaType: "application/vnd.vendor.report+json" }) // "application/vnd.vendor.report"
 */
export function itemTypeOf({ mediaType }: { readonly mediaType: string }): string {
  return mediaType.replace(/\+json$/, "");
}
