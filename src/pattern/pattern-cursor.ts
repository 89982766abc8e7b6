export class PatternError extends Error {
  /** Offset of the error in the pattern, in UTF-16 units. */
  readonly offset: number;
  /**
   * Limit that the pattern exceeds; undefined for a syntax error. `states` refers to the limit `patternStates`.
   */
  readonly limit: "size" | "states" | undefined;

  constructor(reason: string, offset: number, limit?: "size" | "states") {
    super(reason);
    this.offset = offset;
    this.limit = limit;
  }
}

export class PatternCursor {
  readonly source: string;
  at = 0;

  constructor(source: string) {
    this.source = source;
  }

  get isAtEnd(): boolean {
    return this.at >= this.source.length;
  }

  /** Next UTF-16 unit of the pattern; the empty string at its end. */
  get next(): string {
    return this.source.charAt(this.at);
  }

  startsWith(text: string): boolean {
    return this.source.startsWith(text, this.at);
  }

  skip(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.at += text.length;
    return true;
  }

  /** Reads a code point. Requires that the cursor is not at the end. */
  take(): number {
    const codePoint = this.source.codePointAt(this.at)!;
    this.at += codePoint > 0xffff ? 2 : 1;
    return codePoint;
  }

  /**
   * Returns the text before the next `end`, and moves after it. If there is no `end`, reads nothing and returns
   * undefined.
   */
  takeThrough(end: string): string | undefined {
    const index = this.source.indexOf(end, this.at);
    if (index < 0) return undefined;
    const text = this.source.slice(this.at, index);
    this.at = index + end.length;
    return text;
  }
}

/** Returns a character for error messages: visible ASCII as it is, other characters as `U+00E9`. */
export function showCharacter(codePoint: number): string {
  if (codePoint > 0x20 && codePoint < 0x7f) return String.fromCodePoint(codePoint);
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}
