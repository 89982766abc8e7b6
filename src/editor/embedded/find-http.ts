import { findInJson } from "./find-json.ts";
import { findInQuery, findUrls } from "./find-urls.ts";
import { Decoder, partOf, type Collector, type Source } from "./source.ts";

const REQUEST = /^\s*(?:[A-Z]{3,10}[ \t]+\S|https?:\/\/|\/)/;
const VERSION = /[ \t]+HTTP\/[\d.]+[ \t]*$/;

/** Finds the query strings of request lines, also those over several lines, and URLs and JSON in the rest of requests. */
export function findInHttp(original: Source, collector: Collector): void {
  const source = withVariables(original);
  /** Whether the next line can continue a query string, is a header or is in a body. */
  let state: "start" | "query" | "headers" | "body" = "start";
  let body = 0;
  const endBody = (end: number): void => {
    if (state === "body") findInBody(partOf(source, body, end), collector);
  };
  for (const { start, end } of linesOf(source.text)) {
    const line = source.text.slice(start, end);
    if (line.startsWith("###")) {
      endBody(start);
      state = "start";
    } else if (state === "start" && REQUEST.test(line)) {
      findInRequestLine(source, start, line, collector);
      state = "query";
    } else if (state === "query" && /^\s+[?&]/.test(line)) {
      const from = start + line.search(/[?&]/) + 1;
      findInQuery(source, from, start + line.replace(VERSION, "").length, collector);
    } else if (state === "body") {
      continue;
    } else if (line.trim() === "" && state !== "start") {
      state = "body";
      body = end;
    } else {
      if (state === "query") state = "headers";
      findUrls(partOf(source, start, end), collector);
    }
  }
  endBody(source.text.length);
}

function findInRequestLine(source: Source, start: number, line: string, collector: Collector): void {
  const question = line.indexOf("?");
  if (question < 0) return;
  findInQuery(source, start + question + 1, start + line.replace(VERSION, "").length, collector);
}

function findInBody(body: Source, collector: Collector): void {
  if (/^\s*[[{]/.test(body.text)) findInJson(body, collector);
  else findUrls(body, collector);
}

/** Replaces the variables `{{name}}` of a request file by placeholders. */
function withVariables(source: Source): Source {
  const decoder = new Decoder(source.text, 0);
  for (const { index, 0: variable } of source.text.matchAll(/\{\{[^{}\n]{1,200}\}\}/g)) {
    decoder.copyTo(index);
    decoder.holeTo(index + variable.length);
  }
  if (decoder.holes.length === 0) return source;
  decoder.copyTo(source.text.length);
  return decoder.source(source, (text) => text);
}

/** Yields the spans of the lines, without line breaks. */
export function* linesOf(text: string): Generator<{ readonly start: number; readonly end: number }> {
  for (let start = 0; start <= text.length;) {
    const index = text.indexOf("\n", start);
    const end = index < 0 ? text.length : index;
    yield { start, end: end > start && text.charAt(end - 1) === "\r" ? end - 1 : end };
    start = end + 1;
  }
}
