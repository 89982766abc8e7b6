/** What a filter requires of one member, as a person can choose it without writing. Values are literals of the language. */
export interface MemberChoice {
  /** Kept values; empty for all. */
  readonly keep: readonly string[];
  readonly exclude: readonly string[];
  /** Whether rows without a value are kept: `only` these, `none` of them, or as the other conditions say. */
  readonly nulls: "any" | "only" | "none";
  readonly range: { readonly from: string; readonly to: string; readonly includesTo: boolean } | undefined;
}

export const NO_CHOICE: MemberChoice = { keep: [], exclude: [], nulls: "any", range: undefined };

/** A filter, split into what it requires of a member and the rest. */
export interface SplitFilter {
  readonly choice: MemberChoice;
  /** Filter without the conditions of the choice. */
  readonly rest: string;
}
