import type { IToken, TokenType } from "chevrotain";

/** A token as Chevrotain's parser reads it. Its text is cut out when it is asked for: that of a comma never is. */
export class Token implements IToken {
  /** What the grammar decides by. */
  tokenTypeIdx: number;
  readonly tokenType: TokenType;
  readonly startOffset: number;
  /** The last code unit, as Chevrotain counts. */
  readonly endOffset: number;
  /** What is wrong with a string token: a `StringFault`. */
  readonly payload: unknown;
  readonly #text: string;

  constructor(type: TokenType, text: string, start: number, end: number, payload: unknown) {
    this.tokenTypeIdx = type.tokenTypeIdx!;
    this.tokenType = type;
    this.startOffset = start;
    this.endOffset = end - 1;
    this.payload = payload;
    this.#text = text;
  }

  get image(): string {
    return this.#text.slice(this.startOffset, this.endOffset + 1);
  }
}
