export class PatternError extends Error {
  /** In UTF-16 units. */
  readonly offset: number;
  readonly tooLarge: boolean;

  constructor(reason: string, offset: number, tooLarge = false) {
    super(reason);
    this.offset = offset;
    this.tooLarge = tooLarge;
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

  /** One UTF-16 unit; empty at the end. */
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

  /** Must not be called at the end. */
  take(): number {
    const codePoint = this.source.codePointAt(this.at)!;
    this.at += codePoint > 0xffff ? 2 : 1;
    return codePoint;
  }

  /** Reads up to the next `end` and skips it; undefined if `end` does not occur. */
  takeThrough(end: string): string | undefined {
    const found = this.source.indexOf(end, this.at);
    if (found < 0) return undefined;
    const text = this.source.slice(this.at, found);
    this.at = found + end.length;
    return text;
  }
}

/** Visible ASCII as it is, other characters as U+ and code. */
export function showCharacter(codePoint: number): string {
  if (codePoint > 0x20 && codePoint < 0x7f) return String.fromCodePoint(codePoint);
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}
