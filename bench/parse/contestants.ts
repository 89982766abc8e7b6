import { createParseCache } from "../../src/parser/cache.ts";
import { check } from "../../src/checker/check.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { loadPeer } from "../load-peer.ts";
import { rowCatalog } from "../row-catalog.ts";
import { writeCel, writeOurs, type Writer } from "./filter-texts.ts";

export interface ParseContestant {
  readonly name: string;
  readonly ours?: boolean;
  /** Writes a filter in the language of the contestant. */
  readonly write: Writer;
  /** Loads the parser. It throws, or returns null or undefined, if a text is not valid. */
  readonly load: () => Promise<(text: string) => unknown>;
}

type Parse = (text: string) => unknown;

const ours = (name: string, load: () => Parse): ParseContestant => ({
  name,
  ours: true,
  write: writeOurs,
  load: () => Promise.resolve(load()),
});

export const PARSE_CONTESTANTS: readonly ParseContestant[] = [
  ours("floor: read each character once", () => (text) => {
    let sum = 0;
    for (let i = 0; i < text.length; i++) sum = (sum + text.charCodeAt(i)) | 0;
    return sum;
  }),
  ours("tamis: parseFilter", () => (text) => parseFilter(text).expression),
  ours("tamis: parse and check, no catalog", () => (text) => check(parseFilter(text).expression!).filter),
  ours(
    "tamis: parse and check with a catalog",
    () => (text) => check(parseFilter(text).expression!, rowCatalog).filter,
  ),
  ours("tamis: a text parsed before (cache)", () => {
    const cache = createParseCache();
    return (text) => cache.parseFilter(text).expression;
  }),
  {
    name: "@marcbachmann/cel-js",
    write: writeCel,
    load: async () => (await loadPeer<{ parse: Parse }>("@marcbachmann/cel-js")).parse,
  },
];
