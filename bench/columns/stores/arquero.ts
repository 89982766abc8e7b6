import { toArquero } from "../../evaluate/languages.ts";
import type { Row } from "../../evaluate/rows.ts";
import { loadPeer } from "../../load-peer.ts";
import type { AskedPage, Store } from "./store.ts";

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

/** arquero: columns of plain arrays; makes code of each filter while it runs. */
export async function openArquero(rows: readonly Row[]): Promise<Store> {
  const { from, collate } = await loadPeer<Arquero>("arquero");
  const table = from(rows);
  const kept = ({ condition }: AskedPage) =>
    condition === undefined ? table : table.filter(toArquero(condition));
  const ordered = (some: Table, { start, limit }: AskedPage) =>
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
    page: (asked) => () => ordered(kept(asked), asked),
    request: (asked) => () => {
      const some = kept(asked);
      return { count: some.numRows(), items: ordered(some, asked) };
    },
  };
}
