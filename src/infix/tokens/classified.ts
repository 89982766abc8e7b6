import type { IToken } from "chevrotain";
import type { Join } from "./bare-values.ts";
import type { OperatorMeaning } from "./operators.ts";

export type InfixText = "filter" | "sortBy";

/** Why a text cannot be translated, found before the grammar reads it. */
export interface Obstacle {
  /**
   * - `depth`: too many nested parentheses, or too many indexes
   * - `string`: a string without its closing quote
   * - `operator`: an operator that this language cannot express
   * - `index`: the place of an element in a list, such as the `.0` of `tags.0`
   * - `join`: two conditions of a search without `AND` or `OR` between them
   */
  readonly reason: "depth" | "string" | "operator" | "index" | "join";
  readonly token: IToken;
}

/** Meanings of the operators among the tokens of a text. */
export type Meanings = ReadonlyMap<IToken, OperatorMeaning>;

export interface Classified {
  readonly tokens: readonly IToken[];
  readonly meanings: Meanings;
  /** Whether unquoted words after an operator are strings, as in RSQL and in searches. */
  readonly hasBareValues: boolean;
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
