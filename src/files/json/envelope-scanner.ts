/**
 * Finds the rows of a top-level object: its member `items`, or the features of GeoJSON. Keeps all other bytes: an object without
 * such a member is a row, and an envelope must be valid JSON.
 */
import { concatBytes, decodeUtf8, utf8Length } from "../bytes/decode.ts";
import type { FilePosition } from "../rows/reading-fault.ts";
import { advancePosition, type StreamPosition } from "../rows/file-position.ts";
import {
  COLON,
  COMMA,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  OPEN_BRACE,
  OPEN_BRACKET,
  DOUBLE_QUOTE,
} from "../bytes/bytes.ts";
import { StringReader } from "./string-reader.ts";

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

/** Member whose elements are the rows. */
export type ItemsName = "items" | "features";

/** Value of the member `type` of an object whose features are the rows (RFC 7946). */
const FEATURE_COLLECTION = "FeatureCollection";

/** Reason why a scan stopped. "more": the chunk ended. */
export type ScanStop = "more" | "items" | "end";

export class EnvelopeScanner {
  stop: ScanStop = "more";
  /** Number of bytes stored in `#kept`. */
  size = 0;
  readonly start: StreamPosition;
  hasItems = false;
  /** Member that is read as rows. Undefined: the kind of the object is decided by its members. */
  readonly #itemsName: ItemsName | undefined;
  readonly #names = new Set<string | undefined>();
  /** Names of the members seen so far that are lists and may have the rows. */
  readonly #lists = new Set<ItemsName>();
  #isFeatureCollection = false;
  readonly #kept: Uint8Array[] = [];
  /** Number of bytes in `#kept` that precede the items. */
  #before = 0;
  #itemsStart: StreamPosition;
  #items = { bytes: 0, lines: 0 };
  #depth = 0;
  readonly #string = new StringReader();
  /** True if a string at the top level would be a member name. */
  #nameNext = false;
  /** Name of the last member. */
  name: string | undefined;
  #valueNext = false;

  constructor(start: StreamPosition, itemsName?: ItemsName) {
    this.start = start;
    this.#itemsName = itemsName;
    this.#itemsStart = start;
  }

  /** Scans bytes and sets `stop`. Returns the index after the last scanned byte. */
  scan(bytes: Uint8Array, from: number): number {
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
    return decodeUtf8(this.bytes());
  }

  #byte(byte: number): ScanStop {
    if (this.#string.isOpen) {
      if (this.#string.push(byte)) this.#endString(this.#string.text);
      return "more";
    }
    switch (byte) {
      case DOUBLE_QUOTE:
        this.#string.open(this.#depth === 1 && (this.#nameNext || (this.#valueNext && this.name === "type")));
        this.#valueNext = false;
        break;
      case OPEN_BRACKET:
        if (this.#valueNext && (this.name === "items" || this.name === "features")) {
          this.#lists.add(this.name);
          if (this.name === (this.#itemsName ?? this.#earlyItemsName())) return "items";
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
   * Returns the member that has the rows, if an object that was kept as a row is a collection. Decides by the members seen so
   * far.
   */
  get keptItemsName(): ItemsName | undefined {
    if (this.hasItems) return undefined;
    if (this.#isFeatureCollection && this.#lists.has("features")) return "features";
    if (!this.#lists.has("items") || !this.#hasOnlyCollectionMembers()) return undefined;
    const isCollection = this.#names.size === 1 || this.#names.has("count") || this.#hasDistinctiveMember();
    return isCollection ? "items" : undefined;
  }

  /** Returns the bytes scanned so far, without items. */
  bytes(): Uint8Array {
    return concatBytes(this.#kept);
  }

  /** Returns the member that has the rows, if the members seen so far are those of a collection only. */
  #earlyItemsName(): ItemsName | undefined {
    if (this.#isFeatureCollection) return "features";
    return this.#hasOnlyCollectionMembers() && this.#hasDistinctiveMember() ? "items" : undefined;
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
    if (!this.hasItems || utf8Length(lead) <= this.#before) return position;
    return { line: position.line + this.#items.lines, byte: position.byte + this.#items.bytes };
  }

  #endString(text: string | undefined): void {
    if (this.#nameNext) this.#names.add((this.name = text));
    else this.#isFeatureCollection = text === FEATURE_COLLECTION;
  }
}
