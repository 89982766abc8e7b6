/*
 * Stands for `@marijn/find-cluster-break`, which contains a table of Unicode. The browsers of the element have that table. Saves
 * 0.8 kB (brotli).
 */
const segmenter = new Intl.Segmenter();
/** The segments of the last text: CodeMirror asks for one boundary of a line after the other. */
let last = { text: "", segments: segmenter.segment("") };
const EXTENDING_END = /[\p{Grapheme_Extend}\p{Emoji_Modifier}]$/u;

/**
 * Returns the next boundary of a grapheme cluster, or `at` at the end of the text in that direction.
 *
 * @param includeExtending false for the boundary before the last combining character alone, as the Backspace key needs it.
 */
export function findClusterBreak(
  text: string,
  at: number,
  isForward = true,
  includeExtending = true,
): number {
  if (last.text !== text) last = { text, segments: segmenter.segment(text) };
  const cluster = last.segments.containing(isForward ? at : at - 1);
  if (cluster === undefined) return at;
  const { index, segment } = cluster;
  if (isForward) return index + segment.length;
  const before = segment.slice(0, at - index);
  const extending = includeExtending ? null : EXTENDING_END.exec(before);
  return extending === null ? index : index + extending.index;
}
