import type { MemberValues } from "../contract/answers.ts";
import type { ValuesRequest } from "../contract/protocol.ts";
import { binsOf, emptyBins, isBinned, type Bin } from "../values/bins.ts";
import { ServiceError, type JsonObject, type ServiceClient, type ServiceRequest } from "./service-client.ts";
import { writeQuery } from "./write-query.ts";

/** Maximum number of values that a server sends. */
const MAX_VALUES = 1_000;
/** A histogram of more different values counts the rows of this number of bins by one request each. */
const COUNTED_BINS = 26;

interface Facet {
  readonly value: unknown;
  readonly count: number;
}

/**
 * Counts the values of a member on a server.
 *
 * @param key member that identifies the rows, if there is one
 * @throws ServiceError
 */
export async function servedValues(
  service: ServiceClient,
  path: string,
  key: string | undefined,
  request: ValuesRequest,
  sending: Pick<ServiceRequest, "headers" | "signal">,
): Promise<MemberValues> {
  const { filter, member, type, limit } = request;
  const name = encodeURIComponent(member);
  const read = (kind: string, maximum?: number): Promise<JsonObject> =>
    service.json(
      `${path}/@${kind}/${name}?${writeQuery({ filter }, maximum === undefined ? {} : { limit: maximum })}`,
      sending,
    );
  // Each row has another key. The values of other members can be too many for the server.
  const counted =
    member === key && isBinned(type)
      ? undefined
      : await read("facets", isBinned(type) ? MAX_VALUES : limit + 1).catch((error: unknown) => {
          if (error instanceof ServiceError && error.status === 400) return undefined;
          throw error;
        });
  const countedValues = (counted?.["values"] ?? []) as readonly Facet[];
  const distinct = counted === undefined ? undefined : Number(counted["count"]);
  const hasAll = distinct !== undefined && distinct <= countedValues.length;
  const countRows = async (condition?: string) => {
    const texts = [filter, condition ?? ""].filter((text) => text.trim() !== "");
    const joined = texts.length < 2 ? (texts[0] ?? "") : `and(${texts.join(",")})`;
    const page = await service.page(path, writeQuery({ filter: joined }, { limit: 0, count: true }), sending);
    return Number(page["count"]);
  };
  const ofNull = countedValues.find(({ value }) => value === null);
  const facets = countedValues.filter((facet) => facet !== ofNull);
  return {
    rows: hasAll ? countedValues.reduce((sum, { count }) => sum + count, 0) : await countRows(),
    distinct: distinct === undefined || ofNull === undefined ? distinct : distinct - 1,
    nulls: ofNull?.count ?? (hasAll ? 0 : await countRows(`isNull(${member})`)),
    facets: facets.slice(0, limit),
    bins: !isBinned(type)
      ? []
      : hasAll
        ? binsOf(facets, type)
        : await countBins(member, emptyBinsOf(await read("ranges"), type), countRows),
  };
}

function emptyBinsOf({ min, max }: JsonObject, type: string): readonly Bin[] {
  return isBinned(type) ? emptyBins(min, max, type).slice(0, COUNTED_BINS) : [];
}

async function countBins(
  member: string,
  bins: readonly Bin[],
  countRows: (condition: string) => Promise<number>,
): Promise<readonly Bin[]> {
  const counted: Bin[] = [];
  // One after the other, because a database reads the table for each of them.
  for (const bin of bins)
    counted.push({
      ...bin,
      count: await countRows(`and(ge(${member},${bin.from}),lt(${member},${bin.to}))`),
    });
  return counted;
}
