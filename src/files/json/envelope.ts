/**
 * Finds the rows of a top-level object: its member `items`, or the features of GeoJSON. Keeps all other bytes: an object without
 * such a member is a row, and an envelope must be valid JSON.
 */
import { concatBytes, utf8Length } from "../bytes/decode.ts";
import type { FilePosition } from "../rows/reading-fault.ts";
import { advancePosition, type StreamPosition } from "../rows/file-position.ts";
import { OPEN_BRACE, OPEN_BRACKET } from "../bytes/bytes.ts";
import { MemberScanner } from "./value-scanner.ts";

/** Members of a collection. An object with any other member is a row. */
const COLLECTION_MEMBERS: ReadonlySet<string | undefined> = new Set([
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
const DISTINCTIVE_MEMBERS = ["accept", "start", "limit", "links"];

/** Member whose elements are the rows. */
export type ItemsName = "items" | "features";

/** Value of the member `type` of an object whose features are the rows (RFC 7946). */
const FEATURE_COLLECTION = "FeatureCollection";

export class Envelope {
  /** Reason why a scan stopped. "more": the chunk ended. */
  stop: "more" | "items" | "end" = "more";
  /** Number of bytes that are kept. */
  size = 0;
  readonly start: StreamPosition;
  hasItems = false;
  /** Member that is read as rows. Undefined: the kind of the object is decided by its members. */
  readonly #itemsName: ItemsName | undefined;
  readonly members = new MemberScanner(OPEN_BRACE);
  readonly #names = new Set<string | undefined>();
  /** Names of the members seen so far that are lists and may have the rows. */
  readonly #lists = new Set<ItemsName>();
  readonly #chunks: Uint8Array[] = [];
  /** Number of bytes in `#chunks` that precede the items. */
  #before = 0;
  #itemsStart: StreamPosition;
  #items = { bytes: 0, lines: 0 };

  constructor(start: StreamPosition, itemsName?: ItemsName) {
    this.start = start;
    this.#itemsName = itemsName;
    this.#itemsStart = start;
  }

  /** Scans bytes and sets `stop`. Returns the index after the last scanned byte. */
  scan(bytes: Uint8Array, from: number): number {
    const members = this.members;
    let i = from;
    this.stop = "more";
    while (i < bytes.length && this.stop === "more") {
      i = members.scan(bytes, i);
      const { name, isEnd } = members;
      if (isEnd) this.stop = "end";
      else if (i < bytes.length) {
        this.#names.add(name);
        if (bytes[i] !== OPEN_BRACKET || (name !== "items" && name !== "features")) continue;
        this.#lists.add(name);
        if (name !== (this.#itemsName ?? this.#earlyItemsName())) continue;
        this.stop = "items";
        i++;
      }
    }
    this.#keep(bytes.subarray(from, i));
    return i;
  }

  #keep(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
    this.size += bytes.length;
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
    return concatBytes(this.#chunks);
  }

  /** Returns the member that has the rows, if the members seen so far are those of a collection only. */
  #earlyItemsName(): ItemsName | undefined {
    if (this.#isFeatureCollection) return "features";
    return this.#hasOnlyCollectionMembers() && this.#hasDistinctiveMember() ? "items" : undefined;
  }

  get #isFeatureCollection(): boolean {
    return this.members.type === FEATURE_COLLECTION;
  }

  #hasOnlyCollectionMembers(): boolean {
    return [...this.#names].every((name) => COLLECTION_MEMBERS.has(name));
  }

  #hasDistinctiveMember(): boolean {
    return DISTINCTIVE_MEMBERS.some((name) => this.#names.has(name));
  }

  openItems(start: StreamPosition): void {
    this.hasItems = true;
    this.#before = this.size;
    this.#itemsStart = start;
  }

  /** Keeps the closing bracket of the items. */
  closeItems(bracket: Uint8Array, end: StreamPosition): void {
    this.#keep(bracket);
    this.#items = { bytes: end.byte - this.#itemsStart.byte, lines: end.line - this.#itemsStart.line };
  }

  /**
   * Returns the position in the file after `lead`.
   * @param lead beginning of the text of {@link bytes}
   */
  advancePosition(lead: string): FilePosition {
    const position = advancePosition(this.start, lead);
    if (!this.hasItems || utf8Length(lead) <= this.#before) return position;
    return { line: position.line + this.#items.lines, byte: position.byte + this.#items.bytes };
  }
}
