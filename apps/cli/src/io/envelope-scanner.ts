/**
 * Walks through a JSON object at the top of a file, looking for its `items`. What is outside the items is small and is
 * kept: an object without items is itself a row, and an envelope is checked to be whole JSON when it ends.
 */
import type { Place } from "./errors.ts";
import { placeAfter, type Start } from "./text-start.ts";
import {
  COLON,
  COMMA,
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from "./bytes.ts";

/** Longer member names are not `items`, however they are escaped. */
const LONGEST_NAME = 64;

/** Why a scan stopped: the chunk is used up, the list of items is opened, or the object is closed. */
export type Stop = "more" | "items" | "end";

export class EnvelopeScanner {
  stop: Stop = "more";
  /** Bytes kept so far. */
  size = 0;
  /** Where the object begins. */
  readonly start: Start;
  hasItems = false;
  readonly #kept: Buffer[] = [];
  /** Bytes kept before the items, where the items begin, and how long they are. */
  #before = 0;
  #itemsStart: Start;
  #items = { bytes: 0, lines: 0 };
  #depth = 0;
  #quoted = false;
  #escaped = false;
  /** Whether a string at the top level would be a member name. */
  #nameNext = false;
  /** The bytes of a member name that is being read, and the last name that was. */
  #spelled: number[] | undefined;
  #name: string | undefined;
  /** Whether the colon of a member of the top level was the last that was seen. */
  #valueNext = false;

  constructor(start: Start) {
    this.start = start;
    this.#itemsStart = start;
  }

  /** Scans and keeps bytes. The index after the last byte that belongs to the object and not to its items. */
  scan(bytes: Buffer, from: number): number {
    let i = from;
    let stop: Stop = "more";
    while (i < bytes.length && stop === "more") stop = this.#byte(bytes[i++]!);
    this.stop = stop;
    this.#kept.push(bytes.subarray(from, i));
    this.size += i - from;
    return i;
  }

  /** The object without its items. */
  text(): string {
    return Buffer.concat(this.#kept).toString("utf8");
  }

  #byte(byte: number): Stop {
    if (this.#quoted) {
      this.#inString(byte);
      return "more";
    }
    switch (byte) {
      case QUOTE:
        this.#quoted = true;
        this.#valueNext = false;
        if (this.#depth === 1 && this.#nameNext) this.#spelled = [];
        break;
      case OPEN_BRACKET:
        if (this.#valueNext && this.#name === "items") return "items";
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

  /** The items begin here: they are scanned elsewhere. */
  openItems(start: Start): void {
    this.hasItems = true;
    this.#before = this.size;
    this.#itemsStart = start;
    this.#depth++;
  }

  /** The items are over: their closing bracket comes next. */
  closeItems(end: Start): void {
    this.#items = { bytes: end.byte - this.#itemsStart.byte, lines: end.line - this.#itemsStart.line };
  }

  /**
   * The place in the file of a place in {@link text}.
   *
   * @param lead the text before it
   */
  placeAfter(lead: string): Place {
    const place = placeAfter(this.start, lead);
    if (!this.hasItems || Buffer.byteLength(lead) <= this.#before) return place;
    return { line: place.line + this.#items.lines, byte: place.byte + this.#items.bytes };
  }

  #inString(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) {
      this.#quoted = false;
      if (this.#spelled !== undefined) this.#name = unescape(this.#spelled);
      this.#spelled = undefined;
      return;
    }
    if (this.#spelled !== undefined && this.#spelled.length <= LONGEST_NAME) this.#spelled.push(byte);
  }
}

function unescape(spelled: readonly number[]): string | undefined {
  if (spelled.length > LONGEST_NAME) return undefined;
  try {
    return JSON.parse(`"${Buffer.from(spelled).toString("utf8")}"`) as string;
  } catch {
    return undefined;
  }
}
