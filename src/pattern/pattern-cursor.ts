/** A pattern that its author has to correct, or that is larger than what is allowed. Never leaves this folder. */
export class PatternError extends Error {
  /** In UTF-16 code units within the pattern. */
  readonly offset: number;
  readonly tooLarge: boolean;

  constructor(reason: string, offset: number, tooLarge = false) {
    super(reason);
    this.offset = offset;
    this.tooLarge = tooLarge;
  }
}

/** A place in a pattern that moves forward. */
export class PatternCursor {
  readonly source: string;
  at = 0;

  constructor(source: string) {
    this.source = source;
  }

  get isAtEnd(): boolean {
    return this.at >= this.source.length;
  }

  /** The code unit here, as text; empty at the end. */
  get next(): string {
    return this.source.charAt(this.at);
  }

  startsWith(text: string): boolean {
    return this.source.startsWith(text, this.at);
  }

  /** Steps over a text if it stands here. */
  skip(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.at += text.length;
    return true;
  }

  /** Takes a code point. There must be one. */
  take(): number {
    const codePoint = this.source.codePointAt(this.at)!;
    this.at += codePoint > 0xffff ? 2 : 1;
    return codePoint;
  }

  /** The text up to the next occurrence of `end`, which is stepped over as well; undefined if there is none. */
  takeThrough(end: string): string | undefined {
    const found = this.source.indexOf(end, this.at);
    if (found < 0) return undefined;
    const text = this.source.slice(this.at, found);
    this.at = found + end.length;
    return text;
  }
}

/** A character of a pattern in a message: itself if it is visible ASCII, else its name. */
export function showCharacter(codePoint: number): string {
  if (codePoint > 0x20 && codePoint < 0x7f) return String.fromCodePoint(codePoint);
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}
