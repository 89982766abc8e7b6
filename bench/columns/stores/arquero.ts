import { toArquero } from "../../evaluate/languages.ts";
import type { Row } from "../../evaluate/rows.ts";
import { loadPeer } from "../../load-peer.ts";
import type { PageRequest, Store } from "./store.ts";

interface Table {
  readonly filter: (expression: string) => Table;
  readonly orderby: (...keys: unknown[]) => Table;
  readonly slice: (start: number, end: number) => Table;
  readonly numRows: () => number;
  readonly objects: () => Row[];
}

interface Arquero {
  readonly from: (rows: readonly Row[]) => Table;
  readonly collate: (column: string, locale: string) => unknown;
}

/** arquero: columns of plain arrays. Generates code for each filter at run time. */
export async function openArquero(rows: readonly Row[]): Promise<Store> {
  const { from, collate } = await loadPeer<Arquero>("arquero");
  const table = from(rows);
  const kept = ({ condition }: PageRequest) =>
    condition === undefined ? table : table.filter(toArquero(condition));
  const ordered = (some: Table, { start, limit }: PageRequest) =>
    some
      .orderby(collate("name", "en"), "id")
      .slice(start, start + limit)
      .objects();
  return {
    name: "arquero",
    count: (condition) => {
      const text = toArquero(condition);
      return () => table.filter(text).numRows();
    },
    first: (condition, limit) => {
      const text = toArquero(condition);
      return () => table.filter(text).slice(0, limit).objects();
    },
    page: (request) => () => ordered(kept(request), request),
    request: (request) => () => {
      const some = kept(request);
      return { count: some.numRows(), items: ordered(some, request) };
    },
  };
}
