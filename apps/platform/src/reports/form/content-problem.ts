/** A body that is not the content of a report. */
export class ContentProblem extends Error {
  override readonly name = "ContentProblem";
  /** Error code of the family: 10757 for content that cannot be converted, 10761 for a body that cannot be read. */
  readonly code: 10757 | 10761;

  /** @param message one sentence for users */
  constructor(code: 10757 | 10761, message: string) {
    super(message);
    this.code = code;
  }
}

/** Returns a text from a request for a message: short, and without control characters. */
export function shown(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return `'${short.replace(/[\p{Cc}\p{Cs}]/gu, "\uFFFD")}'`;
}
