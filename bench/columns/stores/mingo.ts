import { toMongo } from "../../evaluate/languages.ts";
import type { Row } from "../../evaluate/rows.ts";
import { loadPeer } from "../../load-peer.ts";
import type { PageRequest, Store } from "./store.ts";

interface Cursor {
  readonly sort: (keys: object) => Cursor;
  readonly skip: (count: number) => Cursor;
  readonly limit: (count: number) => Cursor;
  readonly collation: (rules: object) => Cursor;
  readonly all: () => Row[];
}
interface Query {
  readonly find: (rows: readonly Row[]) => Cursor;
}

/** mingo over plain objects. Only pages: its filters are measured among the engines for plain objects. */
export async function openMingo(rows: readonly Row[]): Promise<Pick<Store, "name" | "page" | "request">> {
  const { Query } = await loadPeer<{ Query: new (condition: object) => Query }>("mingo");
  const everything = new Query({});
  const kept = ({ condition }: PageRequest) =>
    condition === undefined ? rows : new Query(toMongo(condition)).find(rows).all();
  const ordered = (some: readonly Row[], { start, limit }: PageRequest) =>
    everything
      .find(some)
      .sort({ name: 1, id: 1 })
      .collation({ locale: "en", strength: 3 })
      .skip(start)
      .limit(limit)
      .all();
  return {
    name: "mingo",
    page: (request) => () => ordered(kept(request), request),
    request: (request) => () => {
      const some = kept(request);
      return { count: some.length, items: ordered(some, request) };
    },
  };
}
