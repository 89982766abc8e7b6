import type { Diagnostic } from "tamis";
import { escapeControls } from "tamis/diagnostics";
import { memberNameFor } from "tamis/catalog";

/** Names joined by dots, with characters that keys have and names do not. */
const PATH = /[\p{ID_Start}_][\p{ID_Continue}]*(?:\.[^\s.,:()'"=<>!]+)+/gu;

/**
 * Replaces the syntax errors of keys within objects by one that shows the name of the member.
 *
 * @example `t.$date` is the member `t.date`, and `a.2020` is `a._2020`
 */
export function withKeyFixes(text: string, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (diagnostics.length === 0) return diagnostics;
  const keys = [...text.matchAll(PATH)].flatMap(({ index, 0: path }) => {
    const [first, ...inner] = path.split(".");
    const name = [first, ...inner.map((key) => memberNameFor(key, new Set()))].join(".");
    return name === path ? [] : [{ path, name, span: { start: index, end: index + path.length } }];
  });
  const replaced = new Set<number>();
  return diagnostics.flatMap((diagnostic) => {
    const key = keys.find(
      ({ span }) => span.start <= diagnostic.span.start && diagnostic.span.end <= span.end,
    );
    if (key === undefined || diagnostic.severity !== "error") return [diagnostic];
    const { path, name, span } = key;
    if (replaced.has(span.start)) return [];
    replaced.add(span.start);
    const message = `${escapeControls(path)} is not a name. In expressions, it is ${escapeControls(name)}.`;
    return [
      { ...diagnostic, message, span, fixes: [{ title: `Write ${name}`, edits: [{ span, text: name }] }] },
    ];
  });
}
