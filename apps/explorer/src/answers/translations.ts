import { odataBridge } from "tamis/bridges/odata";
import { rsqlBridge } from "tamis/bridges/rsql";
import { encodeQuery } from "tamis/url";
import type { Translation, Translations } from "../contract/answers.ts";
import type { Data } from "./data.ts";
import type { ReadQuery } from "./read-query.ts";

const BRIDGES = [
  [odataBridge, "$filter", "$orderby"],
  [rsqlBridge, "filter", "sort"],
] as const;

/** Writes the query as a query string, and in other languages. */
export function translations({ catalog }: Data, { filter, order }: ReadQuery): Translations {
  const query = { filter: filter?.expression, sortBy: order };
  return {
    query: `?${encodeQuery(query)}`,
    languages: BRIDGES.map(([bridge, filterName, sortName]): Translation => {
      const translation = bridge.exportQuery(query, { catalog });
      const parts = [
        { name: filterName, text: translation.filter },
        { name: sortName, text: translation.sortBy },
      ];
      return {
        title: bridge.title,
        parts: parts.flatMap(({ name, text }) => (text === undefined ? [] : [{ name, text }])),
        notes: [...new Set(translation.report.map(({ message }) => message))],
      };
    }),
  };
}
