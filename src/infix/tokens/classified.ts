import type { IToken } from "chevrotain";
import type { Join } from "./bare-values.ts";
import type { OperatorMeaning } from "./operators.ts";

export type InfixText = "filter" | "sortBy";

/**
 * A construct that makes a translation impossible, found before the grammar reads the text. `index` is the `.0` of `tags.0`. `join` is a
 * condition of a search box beside another one.
 */
export interface Obstacle {
  readonly reason: "depth" | "string" | "operator" | "index" | "join";
  readonly token: IToken;
}

/** Meanings of the operators among the tokens of a text. */
export type Meanings = ReadonlyMap<IToken, OperatorMeaning>;

export interface Classified {
  readonly tokens: readonly IToken[];
  readonly meanings: Meanings;
  /** Whether unquoted words are values, as in RSQL and in search boxes. */
  readonly isRsql: boolean;
  /** Whether colons compare, as in the search boxes of GitHub and Lucene. */
  readonly isSearch: boolean;
  readonly obstacle: Obstacle | undefined;
  readonly joins: readonly Join[];
}

export interface ClassifyOptions {
  readonly kind: InfixText;
  /** Maximum nesting of parentheses, brackets, braces and negations. */
  readonly maxDepth: number;
  /** Whether unquoted values are strings, as in the parameters of a URL. Otherwise only if the text is RSQL. */
  readonly hasBareValues: boolean;
}
