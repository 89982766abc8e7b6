import { basename } from "node:path";

/** @example collectionName("data/places.ndjson.gz") // "places" */
export function collectionName(file: string | undefined): string {
  const name = file === undefined || file === "-" ? "" : basename(file).replace(/\..*$/, "");
  return name === "" ? "rows" : name;
}
