import type { CodePointSet } from "./code-point-set.ts";

/** Data of Unicode that patterns refer to. */
export interface UnicodeSets {
  /**
   * Returns the code points that an escape such as `\p{Greek}` matches. Requires a property of the RE2 library's list. Undefined
   * if the data lacks it.
   */
  readonly property: (escape: string, isFolded: boolean) => CodePointSet | undefined;
  /** Adds the case variants of all letters to a set. */
  readonly folded: (set: CodePointSet) => CodePointSet;
}
