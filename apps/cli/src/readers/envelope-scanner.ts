/**
 * Finds the member `items` of a top-level object. Keeps all other bytes: an object without `items` is a row,
 * and an envelope must be valid JSON.
 */
import type { FilePosition } from "../io/errors.ts";
import { advancePosition, type StreamPosition } from "./file-position.ts";
import {
  COLON,
  COMMA,
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  OPEN_BRACE,
  OPEN_BRACKET,
  DOUBLE_QUOTE,
} from "../formats/bytes.ts";

/** Maximum length of a member name in bytes. Longer names cannot be `items`, even with escapes. */
const MAX_NAME_LENGTH = 64;

/** Members of a collection. An object with any other member is a row. */
const COLLECTION_MEMBERS: ReadonlySet<string> = new Set([
  "name",
  "accept",
  "start",
  "limit",
  "count",
  "links",
  "items",
  "version",
]);
/** Members that hardly any row has. One of them before `items` makes an object a collection at once. */
const DISTINCTIVE_MEMBERS: ReadonlySet<string> = new Set(["accept", "start", "limit", "links"]);

/** Reason why a scan stopped. "more": the chunk ended. */
export type ScanStop = "more" | "items" | "end";

export class EnvelopeScanner {
  stop: ScanStop = "more";
  /** Number of bytes stored in `#kept`. */
  size = 0;
  readonly start: StreamPosition;
  hasItems = false;
  /** True if the items are read as rows. False: the kind of the object is decided by its members. */
  readonly #isCollection: boolean;
  readonly #names = new Set<string | undefined>();
  #sawItems = false;
  readonly #kept: Buffer[] = [];
  /** Number of bytes in `#kept` that precede the items. */
  #before = 0;
  #itemsStart: StreamPosition;
  #items = { bytes: 0, lines: 0 };
  #depth = 0;
  #quoted = false;
  #escaped = false;
  /** True if a string at the top level would be a member name. */
  #nameNext = false;
  #nameBytes: number[] | undefined;
  #name: string | undefined;
  #valueNext = false;

  constructor(start: StreamPosition, isCollection = false) {
    this.start = start;
    this.#isCollection = isCollection;
    this.#itemsStart = start;
  }

  /** Scans bytes and sets `stop`. Returns the index after the last scanned byte. */
  scan(bytes: Buffer, from: number): number {
    let i = from;
    let stop: ScanStop = "more";
    while (i < bytes.length && stop === "more") stop = this.#byte(bytes[i++]!);
    this.stop = stop;
    this.#kept.push(bytes.subarray(from, i));
    this.size += i - from;
    return i;
  }

  /** Returns the JSON text of the object without its items. */
  text(): string {
    return this.bytes().toString("utf8");
  }

  #byte(byte: number): ScanStop {
    if (this.#quoted) {
      this.#inString(byte);
      return "more";
    }
    switch (byte) {
      case DOUBLE_QUOTE:
        this.#quoted = true;
        this.#valueNext = false;
        if (this.#depth === 1 && this.#nameNext) this.#nameBytes = [];
        break;
      case OPEN_BRACKET:
        if (this.#valueNext && this.#name === "items") {
          if (this.#isCollection || this.#isDistinctive()) return "items";
          this.#sawItems = true;
        }
        this.#depth++;
        this.#valueNext = false;
        break;
      case OPEN_BRACE:
        if (this.#depth++ === 0) this.#nameNext = true;
        this.#valueNext = false;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        if (--this.#depth <= 0) return "end";
        break;
      case COLON:
        if (this.#depth !== 1) break;
        this.#nameNext = false;
        this.#valueNext = true;
        break;
      case COMMA:
        if (this.#depth === 1) this.#nameNext = true;
        this.#valueNext = false;
        break;
    }
    return "more";
  }

  /**
   * Returns whether an object that was kept as a row is a collection. Its items must then be read as rows. Decides by the
   * members seen so far.
   */
  get isKeptCollection(): boolean {
    if (!this.#sawItems || this.hasItems || !this.#hasOnlyCollectionMembers()) return false;
    return this.#names.size === 1 || this.#names.has("count") || this.#hasDistinctiveMember();
  }

  /** Returns the bytes scanned so far, without items. */
  bytes(): Buffer {
    return Buffer.concat(this.#kept);
  }

  #isDistinctive(): boolean {
    return this.#hasOnlyCollectionMembers() && this.#hasDistinctiveMember();
  }

  #hasOnlyCollectionMembers(): boolean {
    for (const name of this.#names) if (name === undefined || !COLLECTION_MEMBERS.has(name)) return false;
    return true;
  }

  #hasDistinctiveMember(): boolean {
    for (const name of DISTINCTIVE_MEMBERS) if (this.#names.has(name)) return true;
    return false;
  }

  openItems(start: StreamPosition): void {
    this.hasItems = true;
    this.#before = this.size;
    this.#itemsStart = start;
    this.#depth++;
  }

  /** Records the end of the items. Call it before the closing bracket is scanned. */
  closeItems(end: StreamPosition): void {
    this.#items = { bytes: end.byte - this.#itemsStart.byte, lines: end.line - this.#itemsStart.line };
  }

  /**
   * Returns the position in the file after `lead`.
   * @param lead beginning of the object's {@link text}
   */
  advancePosition(lead: string): FilePosition {
    const position = advancePosition(this.start, lead);
    if (!this.hasItems || Buffer.byteLength(lead) <= this.#before) return position;
    return { line: position.line + this.#items.lines, byte: position.byte + this.#items.bytes };
  }

  #inString(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === DOUBLE_QUOTE) {
      this.#quoted = false;
      if (this.#nameBytes !== undefined) this.#names.add((this.#name = unescape(this.#nameBytes)));
      this.#nameBytes = undefined;
      return;
    }
    if (this.#nameBytes !== undefined && this.#nameBytes.length <= MAX_NAME_LENGTH)
      this.#nameBytes.push(byte);
  }
}

function unescape(nameBytes: readonly number[]): string | undefined {
  if (nameBytes.length > MAX_NAME_LENGTH) return undefined;
  try {
    return JSON.parse(`"${Buffer.from(nameBytes).toString("utf8")}"`) as string;
  } catch {
    return undefined;
  }
}
