import { createParseCache } from "../../src/parser/cache.ts";
import { check } from "../../src/checker/check.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { loadDefault, loadPeer } from "../load-peer.ts";
import { rowCatalog } from "../row-catalog.ts";
import {
  writeCel,
  writeFiltrex,
  writeJavaScript,
  writeJexl,
  writeJsonata,
  writeLucene,
  writeOData,
  writeOurs,
  writeRql,
  writeRsql,
  writeScim,
  type Writer,
} from "./filter-texts.ts";

export interface ParseContestant {
  readonly name: string;
  readonly ours?: boolean;
  /** Writes a filter in the language of the contestant. */
  readonly write: Writer;
  /** Loads the parser. It throws, or returns null or undefined, if a text is not valid. */
  readonly load: () => Promise<(text: string) => unknown>;
}

type Parse = (text: string) => unknown;

const of = (name: string, write: Writer, load: () => Promise<Parse>): ParseContestant => ({
  name,
  write,
  load,
});
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
  of("@marcbachmann/cel-js", writeCel, async () => {
    const { parse } = await loadPeer<{ parse: Parse }>("@marcbachmann/cel-js");
    return parse;
  }),
  of("scim2-parse-filter", writeScim, async () => {
    const { parse } = await loadPeer<{ parse: Parse }>("scim2-parse-filter");
    return parse;
  }),
  of("jsep", writeJavaScript, () => loadDefault<Parse>("jsep")),
  of("rql", writeRql, async () => {
    const { parse } = await loadDefault<{ parse: Parse }>("rql/parser.js");
    return parse;
  }),
  of("cel-js", writeCel, async () => {
    const { parse } = await loadPeer<{ parse: (text: string) => { isSuccess: boolean } }>("cel-js");
    return (text) => {
      const result = parse(text);
      return result.isSuccess ? result : undefined;
    };
  }),
  of("jexl", writeJexl, async () => {
    const jexl = await loadDefault<{ addTransform: (n: string, f: unknown) => void; compile: Parse }>("jexl");
    jexl.addTransform("startsWith", (text: string, start: string) => text.startsWith(start));
    return (text) => jexl.compile(text);
  }),
  of("@rsql/parser", writeRsql, async () => {
    const { parse } = await loadPeer<{ parse: Parse }>("@rsql/parser");
    return parse;
  }),
  of("jsonata", writeJsonata, () => loadDefault<Parse>("jsonata")),
  of("filtrex (parses and generates code)", writeFiltrex, async () => {
    const { compileExpression } = await loadPeer<{ compileExpression: (t: string, o: object) => unknown }>(
      "filtrex",
    );
    const options = {
      extraFunctions: { startsWith: (text: string, start: string) => text.startsWith(start) },
    };
    return (text) => compileExpression(text, options);
  }),
  of("@odata/parser", writeOData, async () => {
    const { defaultParser } = await loadPeer<{ defaultParser: { filter: Parse } }>("@odata/parser");
    return (text) => defaultParser.filter(text);
  }),
  of("@bufbuild/cel", writeCel, async () => {
    const { parse } = await loadPeer<{ parse: Parse }>("@bufbuild/cel");
    return parse;
  }),
  of("odata-v4-parser", writeOData, async () => {
    const { filter } = await loadPeer<{ filter: Parse }>("odata-v4-parser");
    return filter;
  }),
  of("liqe", writeLucene, async () => {
    const { parse } = await loadPeer<{ parse: Parse }>("liqe");
    return parse;
  }),
];
