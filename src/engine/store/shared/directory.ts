import { FIRST_NOTE, type Arena } from "../kernels/wasm/arena.ts";

/* 32-bit numbers of an entry. The bytes of its key follow them. */
const NEXT = 0;
const BUILDER = 1;
const PROGRESS = 2;
const ADDRESS = 3;
const KEY_LENGTH = 4;
const NUMBERS = 5;

/** Milliseconds that a thread sleeps before it looks again whether another one has finished. */
const SLEEP_MS = 1;

/** What all threads know of a column. */
export class DirectoryEntry {
  readonly key: string;
  readonly #header: Int32Array;
  /** Index of the first number of the entry. */
  readonly #at: number;

  constructor(header: Int32Array, at: number) {
    this.#header = header;
    this.#at = at;
    const bytes = new Uint8Array(header.buffer, (at + NUMBERS) * 4, header[at + KEY_LENGTH]);
    this.key = new TextDecoder().decode(bytes);
  }

  /** Address of the column's image. 0 until a thread has built the column. */
  get image(): number {
    return Atomics.load(this.#header, this.#at + ADDRESS);
  }

  /** Number that changes while a thread builds the column. */
  get progress(): number {
    return Atomics.load(this.#header, this.#at + PROGRESS);
  }

  /** The owner of regions that builds the column. 0: none does. */
  get builder(): number {
    return Atomics.load(this.#header, this.#at + BUILDER);
  }

  /** Makes an owner the builder in place of another one, or of none. Returns false if that one is no longer the builder. */
  replaceBuilder(before: number, builder: number): boolean {
    const current = Atomics.compareExchange(this.#header, this.#at + BUILDER, before, builder);
    if (builder === 0) Atomics.notify(this.#header, this.#at + BUILDER);
    return current === before;
  }

  advance(): void {
    Atomics.add(this.#header, this.#at + PROGRESS, 1);
  }

  /** Waits a moment for the builder. Pages cannot wait, and look again at once. */
  sleep(builder: number): void {
    try {
      Atomics.wait(this.#header, this.#at + BUILDER, builder, SLEEP_MS);
    } catch {
      // The thread of a page.
    }
  }

  /** Returns false if another thread has added an image before. */
  addImage(address: number): boolean {
    return Atomics.compareExchange(this.#header, this.#at + ADDRESS, 0, address) === 0;
  }
}

/**
 * The columns that threads share, by their keys: a list in an arena to whose beginning entries are added by single atomic operations.
 * Entries are never removed.
 */
export class Directory {
  readonly #arena: Arena;
  readonly #entries = new Map<string, DirectoryEntry>();
  /** Index of the last entry that was read. */
  #last = 0;

  constructor(arena: Arena) {
    this.#arena = arena;
  }

  entries(): Iterable<DirectoryEntry> {
    this.#readEntries();
    return this.#entries.values();
  }

  find(key: string): DirectoryEntry | undefined {
    this.#readEntries();
    return this.#entries.get(key);
  }

  /** Returns the entry of a key, which is added if needed. Undefined if there is no room. */
  findOrAdd(key: string): DirectoryEntry | undefined {
    return this.find(key) ?? (this.#add(key) ? this.find(key) : undefined);
  }

  #add(key: string): boolean {
    const { header } = this.#arena;
    const bytes = new TextEncoder().encode(key);
    const address = this.#arena.note(NUMBERS * 4 + bytes.length);
    if (address === undefined) return false;
    const at = address / 4;
    header[at + KEY_LENGTH] = bytes.length;
    new Uint8Array(header.buffer, address + NUMBERS * 4, bytes.length).set(bytes);
    for (;;) {
      const next = Atomics.load(header, FIRST_NOTE);
      header[at + NEXT] = next;
      if (Atomics.compareExchange(header, FIRST_NOTE, next, at) === next) return true;
    }
  }

  /** Reads the new entries. If several threads have added the same key, all of them use the oldest entry. */
  #readEntries(): void {
    const { header } = this.#arena;
    const first = Atomics.load(header, FIRST_NOTE);
    const added: DirectoryEntry[] = [];
    for (let at = first; at !== this.#last; at = header[at + NEXT]!)
      added.push(new DirectoryEntry(header, at));
    this.#last = first;
    for (const entry of added.reverse())
      if (!this.#entries.has(entry.key)) this.#entries.set(entry.key, entry);
  }
}
