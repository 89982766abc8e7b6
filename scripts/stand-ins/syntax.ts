/** Returns no ranges and renames nothing, because the element does neither, and selects as browsers do. Saves 0.6 kB (brotli). */
export const foldingRangesOf = (): readonly never[] => [];
export const selectionRangesAt = (): readonly never[] => [];
const nothing = () => undefined;
export {
  nothing as renameEdits,
  nothing as renameProblem,
  nothing as renameRangeAt,
  nothing as renameTargetAt,
};
