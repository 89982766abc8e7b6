import type { ValueProvider, ValueRequest } from "tamis/editor";
import { print, parseFilter } from "tamis";
import { own, ownObjects, ownString } from "../messages/own.ts";
import { MAXIMUM_COLLECTIONS, type Collection, type LoadedSource } from "./collection.ts";
import { readDocument } from "./read-document.ts";
import { parseJson } from "./read-file.ts";

/** Milliseconds until a request is given up. */
const TIMEOUT = 10_000;
/** Maximum bytes of a response. */
const MAXIMUM_RESPONSE = 16 * 1_048_576;
/** Values that are requested for one completion. */
const MAXIMUM_VALUES = 50;

/**
 * Reads the collections of a running server. The URL is that of a collection, of an API root that links to collections, or
 * of a document with a catalog. A collection links to its catalog with the relation `describedby`.
 */
export async function readServer(url: string, signal: AbortSignal): Promise<LoadedSource> {
  const document = await fetchJson(url, signal);
  const name = lastSegment(url);
  const described = await readCollection(url, document, signal);
  if (described !== undefined) return { collections: [described] };
  const roots = ownObjects(document, "links").filter((link) => ownString(link, "itemType") !== undefined);
  const collections: Collection[] = [];
  for (const link of roots.slice(0, MAXIMUM_COLLECTIONS)) {
    const target = targetOf(url, link);
    if (target === undefined) continue;
    const page = await fetchJson(withLimit(target), signal);
    const collection = await readCollection(target, page, signal);
    if (collection !== undefined) collections.push(collection);
  }
  if (collections.length > 0) return { collections };
  return (
    readDocument(document, name) ?? {
      collections: [],
      problem: "The response has no link with the relation describedby, and is no catalog.",
    }
  );
}

async function readCollection(
  url: string,
  page: unknown,
  signal: AbortSignal,
): Promise<Collection | undefined> {
  const links = ownObjects(page, "links");
  const linkTo = (rel: string) => {
    const link = links.find((candidate) => ownString(candidate, "rel") === rel);
    return link && targetOf(url, link);
  };
  const target = linkTo("describedby");
  if (target === undefined) return undefined;
  const name = ownString(page, "name") ?? lastSegment(url);
  const [first] = readDocument(await fetchJson(target, signal), name)?.collections ?? [];
  const facets = linkTo("facets");
  return first && { ...first, name, values: facets === undefined ? undefined : facetValues(facets) };
}

/** Completes with the most frequent values of a member that begin with what is typed. */
function facetValues(facets: string): ValueProvider {
  return async ({ member, prefix, part }: ValueRequest, { signal }) => {
    if (part === "key") return [];
    const url = new URL(`${facets}/${encodeURIComponent(member)}`);
    const { expression } = parseFilter(`startsWith(${member},'${prefix.replaceAll("'", "''")}')`);
    if (prefix !== "" && expression !== undefined) url.searchParams.set("filter", print(expression));
    url.searchParams.set("limit", String(MAXIMUM_VALUES));
    const json = await fetchJson(url.href, signal ?? new AbortController().signal);
    return ownObjects(json, "values").flatMap((facet) => ownString(facet, "value") ?? []);
  };
}

/** Returns the URL of a link of the same server. */
function targetOf(url: string, link: unknown): string | undefined {
  const href = ownString(link, "href") ?? "";
  if (!URL.canParse(href, url)) return undefined;
  const target = new URL(href, url);
  return target.origin === new URL(url).origin ? target.href : undefined;
}

function withLimit(url: string): string {
  const limited = new URL(url);
  limited.searchParams.set("limit", "1");
  return limited.href;
}

function lastSegment(url: string): string {
  return new URL(url).pathname.split("/").findLast((segment) => segment !== "") ?? "rows";
}

/** @throws Error with a sentence for the user */
async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    headers: {
      accept: "application/json, application/schema+json, application/vnd.oai.openapi+json;q=0.9, */*;q=0.1",
    },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
  }).catch((error: unknown) => {
    const code = ownString(own(error, "cause"), "code");
    throw new Error(`The server does not answer${code === undefined ? "" : ` (${code})`}.`);
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`The server answers with the status ${response.status}.`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAXIMUM_RESPONSE) throw new Error("The response of the server is too long.");
    chunks.push(chunk);
  }
  return parseJson(Buffer.concat(chunks).toString("utf8"));
}
