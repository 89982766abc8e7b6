/*
 * Parts of `@codemirror/language` and `@lezer/common` that the other packages of CodeMirror import. The single file of the
 * element contains these in place of the packages, whose parser system it does not use: 15 kB (brotli) less.
 */
import { Facet } from "@codemirror/state";

/** The root of an empty tree: CodeMirror reads it to recognize strings and comments. */
const EMPTY = { from: 0, to: 0, name: "", parent: null, type: { isTop: true }, resolveInner: () => EMPTY };

export const syntaxTree = () => EMPTY;

export const indentUnit = /* @__PURE__ */ Facet.define<string, string>({ combine: ([unit]) => unit ?? "  " });

/** Replaces functions that only the commands for code call. The element does not use these commands. */
const unused = () => null;

export {
  unused as getIndentation,
  unused as getIndentUnit,
  unused as IndentContext,
  unused as indentString,
  unused as matchBrackets,
  unused as NodeProp,
};
