/** The pattern is invalid or exceeds a limit. Callers outside this folder get a result instead. */
export class PatternError extends Error {
  /** Offset in the pattern, in UTF-16 units. */
  readonly offset: number;
  readonly tooLarge: boolean;

  constructor(reason: string, offset: number, tooLarge = false) {
    super(reason);
    this.offset = offset;
    this.tooLarge = tooLarge;
  }
}

/** A reading position in a pattern. */
export class PatternCursor {
  readonly source: string;
  at = 0;

  constructor(source: string) {
    this.source = source;
  }

  get isAtEnd(): boolean {
    return this.at >= this.source.length;
  }

  /** The next UTF-16 unit as a string; empty at the end. */
  get next(): string {
    return this.source.charAt(this.at);
  }

  startsWith(text: string): boolean {
    return this.source.startsWith(text, this.at);
  }

  /** Skips `text` if it is next. Returns whether it was. */
  skip(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.at += text.length;
    return true;
  }

  /** Reads the next code point. Must not be called at the end. */
  take(): number {
    const codePoint = this.source.codePointAt(this.at)!;
    this.at += codePoint > 0xffff ? 2 : 1;
    return codePoint;
  }

  /** Reads up to the next `end`, skips it and returns what is before it; undefined if `end` does not occur. */
  takeThrough(end: string): string | undefined {
    const found = this.source.indexOf(end, this.at);
    if (found < 0) return undefined;
    const text = this.source.slice(this.at, found);
    this.at = found + end.length;
    return text;
  }
}

/** Shows a character in a message: itself if it is visible ASCII, else U+ and its code. */
export function showCharacter(codePoint: number): string {
  if (codePoint > 0x20 && codePoint < 0x7f) return String.fromCodePoint(codePoint);
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}
