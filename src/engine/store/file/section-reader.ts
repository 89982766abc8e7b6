import { runInTimeSlices, type Task } from "../tasks/task.ts";
import { checksumOf } from "./checksum.ts";
import { FileFault } from "./file-problem.ts";
import {
  END_MAGIC,
  FOOTER_BYTES,
  FORMAT_VERSION,
  HEADER_BYTES,
  MAGIC,
  padded,
  type Manifest,
  type SectionNumber,
} from "./format.ts";
import { readManifest } from "./read-manifest.ts";
import { endChecksum } from "./section-writer.ts";

/** Bytes that are read from wherever they are. */
export interface ByteSource {
  /** How many there are. */
  readonly size: number;
  /** Fills the array with the bytes from a place on, and says how many there were. */
  readonly read: (into: Uint8Array, at: number) => number | Promise<number>;
}

export interface ReadingOptions {
  readonly signal?: AbortSignal | undefined;
  /** Bytes that are read and checked. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
}

/**
 * Reads the sections of a file. Nothing is given out before its checksum is right, and nothing is allocated for more
 * than the file has.
 */
export class SectionReader {
  readonly manifest: Manifest;
  readonly #source: ByteSource;
  readonly #options: ReadingOptions;
  /** Where each section begins, and at last where the manifest does. */
  readonly #offsets: readonly number[];
  #lastTurn = performance.now();

  private constructor(source: ByteSource, options: ReadingOptions, manifest: Manifest, end: number) {
    this.#source = source;
    this.#options = options;
    this.manifest = manifest;
    const offsets = [HEADER_BYTES];
    for (const [bytes] of manifest.sections) offsets.push(offsets.at(-1)! + padded(bytes));
    if (offsets.at(-1) !== end)
      throw new FileFault("impossible", "Its sections are not where its manifest says.", { offset: end });
    this.#offsets = offsets;
  }

  /** @throws FileFault if it is no file of a collection, or not all of one. */
  static async open(source: ByteSource, options: ReadingOptions = {}): Promise<SectionReader> {
    const { size } = source;
    const header = await bytesOf(source, 0, Math.min(size, HEADER_BYTES));
    requireHeader(header);
    const footerAt = size - FOOTER_BYTES;
    if (footerAt < HEADER_BYTES) throw truncated(size);
    const footer = await bytesOf(source, footerAt, FOOTER_BYTES);
    if (!startsWith(footer.subarray(16), END_MAGIC)) throw truncated(size);
    const view = new DataView(footer.buffer);
    const [at, bytes] = [Number(view.getBigUint64(0, true)), view.getUint32(8, true)];
    if (at < HEADER_BYTES || at + bytes !== footerAt)
      throw new FileFault("impossible", "Its manifest is not where its end says.", { offset: footerAt });
    const manifest = await bytesOf(source, at, bytes);
    if (endChecksum(header, manifest, footer) !== view.getUint32(12, true)) throw changed("manifest", at);
    return new SectionReader(source, options, readManifest(manifest, at), at);
  }

  /** The bytes of a section, in an array of their own. @param part names it where it is not as it should be */
  async bytes(section: SectionNumber, part: string): Promise<Uint8Array<ArrayBuffer>> {
    const [bytes, checksum] = this.manifest.sections[section]!;
    const at = this.#offsets[section]!;
    const all = new Uint8Array(padded(bytes));
    let found = 0;
    for (let from = 0; from < all.length; from += PIECE) {
      const piece = all.subarray(from, from + PIECE);
      await fill(this.#source, at + from, piece);
      found = checksumOf(piece, found);
      await this.#turn();
      this.#options.onBytes?.(piece.length);
    }
    if (found !== checksum) throw changed(part, at);
    return all.subarray(0, bytes);
  }

  /** Numbers of 32 bits. @param count so many there have to be */
  async u32(section: SectionNumber, count: number, part: string): Promise<Uint32Array> {
    const [bytes] = this.manifest.sections[section]!;
    if (bytes !== count * 4) throw this.impossible(section, part);
    return new Uint32Array((await this.bytes(section, part)).buffer, 0, count);
  }

  impossible(section: SectionNumber, part: string): FileFault {
    const where = { part, offset: this.#offsets[section] };
    return new FileFault("impossible", `What it says of ${part} cannot be.`, where);
  }

  /** Work on what was read, in slices. */
  work<T>(steps: Task<T>): Promise<T> {
    return runInTimeSlices(steps, { signal: this.#options.signal });
  }

  /** Reading from memory never waits: others get their turn nevertheless. */
  async #turn(): Promise<void> {
    this.#options.signal?.throwIfAborted();
    if (performance.now() - this.#lastTurn < SLICE) return;
    await oneTurn();
    this.#lastTurn = performance.now();
  }
}

/** So much is read at a time. */
const PIECE = 1 << 20;
/** Milliseconds. */
const SLICE = 10;

/** Lets others work first. */
export function oneTurn(): Promise<void> {
  return runInTimeSlices(
    (function* (): Task<void> {
      yield;
    })(),
    { milliseconds: 0 },
  );
}

function requireHeader(header: Uint8Array): void {
  const magic = header.subarray(0, MAGIC.length);
  if (!startsWith(MAGIC, magic))
    throw new FileFault("foreign", "It is no file of a collection.", { offset: 0 });
  if (header.length < HEADER_BYTES) throw truncated(header.length);
  const version = new DataView(header.buffer).getUint32(MAGIC.length, true);
  if (version > FORMAT_VERSION) {
    throw new FileFault(
      "newer-version",
      `It is of version ${version} of the format, and this reads ${FORMAT_VERSION}: it was written by a later version of tamis.`,
      { offset: MAGIC.length },
    );
  }
}

async function bytesOf(source: ByteSource, at: number, bytes: number): Promise<Uint8Array> {
  const found = new Uint8Array(bytes);
  await fill(source, at, found);
  return found;
}

async function fill(source: ByteSource, at: number, piece: Uint8Array): Promise<void> {
  for (let filled = 0; filled < piece.length;) {
    const read = await source.read(piece.subarray(filled), at + filled);
    if (!(read > 0)) throw truncated(at + filled);
    filled += read;
  }
}

function truncated(offset: number): FileFault {
  return new FileFault("truncated", "It ends before its end: it was cut off, or not written whole.", {
    offset,
  });
}

function changed(part: string, offset: number): FileFault {
  return new FileFault(
    "checksum",
    `It was changed after it was written: the checksum of ${part} is another.`,
    {
      part,
      offset,
    },
  );
}

function startsWith(bytes: Uint8Array, beginning: Uint8Array): boolean {
  return bytes.length >= beginning.length && beginning.every((byte, i) => bytes[i] === byte);
}
