import type { CST } from "yaml";
import { hasOwn } from "../../values/own-properties.ts";
import { findInString } from "./find-urls.ts";
import type { Collector, Source } from "./source.ts";
import { yamlPackage } from "./yaml-package.ts";
import { decodeBlockScalar, decodeFlowScalar } from "./yaml-scalars.ts";

/** Flow collections deeper than this are not read: reading them takes more than linear time. */
const MAXIMUM_DEPTH = 200;

/** Finds scalars of YAML by their key, and URLs in the other scalars. */
export function findInYaml(source: Source, collector: Collector): void {
  if (isTooDeep(source.text)) return;
  const { Parser } = yamlPackage();
  for (const token of new Parser().parse(source.text)) {
    if (collector.isFull) return;
    if (token.type === "document") findInTree(token.value, source, collector);
  }
}

/** Returns whether there are many brackets, or indicators of sequences in a line, without those that close them. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(/[[{]|[\]}]|(?:[-?:][ \t]+){50}/g)) {
    if (token === "[" || token === "{") depth++;
    else if (token === "]" || token === "}") depth = Math.max(0, depth - 1);
    else return true;
    if (depth > MAXIMUM_DEPTH) return true;
  }
  return false;
}

interface Visit {
  readonly token: CST.Token;
  readonly key: string | undefined;
}

/** Visits the tree without recursion, in the order of the text. */
function findInTree(root: CST.Token | undefined, source: Source, collector: Collector): void {
  const open: Visit[] = root === undefined ? [] : [{ token: root, key: undefined }];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { token, key } = visit;
    if (token.type === "block-map" || token.type === "block-seq" || token.type === "flow-collection") {
      const children: Visit[] = [];
      for (const item of token.items) {
        const itemKey = item.key ?? undefined;
        if (itemKey !== undefined) children.push({ token: itemKey, key: undefined });
        const name = itemKey && decodeScalar(itemKey, source)?.text;
        if (item.value !== undefined) children.push({ token: item.value, key: name });
      }
      // In the order of the text. Spreading a long list into one call would overflow the stack.
      for (const child of children.toReversed()) open.push(child);
    } else {
      addScalar(token, key, source, collector);
    }
  }
}

function addScalar(token: CST.Token, key: string | undefined, source: Source, collector: Collector): void {
  const scalar = decodeScalar(token, source);
  if (scalar === undefined) return;
  const kind = key === undefined ? undefined : collector.kindOf(key);
  if (kind === undefined) return findInString(scalar, collector);
  const isMultiline = token.type === "block-scalar" && token.props.some(isLiteralHeader);
  collector.add(kind, scalar, { isMultiline });
}

function isLiteralHeader(token: CST.Token): boolean {
  return token.type === "block-scalar-header" && token.source.startsWith("|");
}

function decodeScalar(token: CST.Token, source: Source): Source | undefined {
  switch (token.type) {
    case "scalar":
      return decodeFlowScalar(source, token.offset, token.offset + token.source.length, "plain");
    case "single-quoted-scalar":
    case "double-quoted-scalar": {
      const quote = token.type === "single-quoted-scalar" ? "'" : '"';
      const length = token.source.length;
      const isClosed = length > 1 && token.source.endsWith(quote);
      const end = token.offset + length - (isClosed ? 1 : 0);
      return decodeFlowScalar(source, token.offset + 1, end, quote === "'" ? "single" : "double");
    }
    case "block-scalar": {
      const header = token.props.find(({ type }) => type === "block-scalar-header");
      if (header?.type !== "block-scalar-header") return undefined;
      const start = token.props.reduce((at, prop) => at + sourceOf(prop).length, token.offset);
      return decodeBlockScalar(source, {
        start,
        end: start + token.source.length,
        header: header.source,
        parentIndent: token.indent,
      });
    }
    default:
      return undefined;
  }
}

function sourceOf(token: CST.Token): string {
  return hasOwn(token, "source") && typeof token.source === "string" ? token.source : "";
}
