import { yieldToEventLoop } from "../tasks/event-loop.ts";
import { DEFAULT_SLICE_MS, runInTimeSlices, type Task } from "../tasks/task.ts";
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

/** Random read access to the bytes of any storage. */
export interface ByteSource {
  /** Total number of bytes. */
  readonly size: number;
  /** Reads bytes from the offset `at` into the array. Returns how many bytes it read, possibly fewer than requested. */
  readonly read: (into: Uint8Array, at: number) => number | Promise<number>;
  /** The same, without waiting. Required for `onDemand`. */
  readonly readNow?: ((into: Uint8Array, at: number) => number) | undefined;
}

export interface ReadingOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after each read of a section with the number of bytes read. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
}

/**
 * Sections of a saved collection, for code that reads them with or without waiting.
 *
 * @typeParam W what the steps yield: promises to wait for, or nothing, which makes them a task
 */
export interface Sections<W> extends Pick<SectionReader, "manifest" | "impossible"> {
  readonly bytes: (section: SectionNumber, part: string) => Generator<W, Uint8Array<ArrayBuffer>, void>;
  readonly run: <T>(task: Task<T>) => Generator<W, T, void>;
}

/** Reads sections by steps that {@link waitFor} runs. */
export function waitingSections(reader: SectionReader): Sections<Promise<unknown>> {
  function* awaitInStep<T>(promise: Promise<T>): Generator<Promise<unknown>, T, void> {
    let result: { readonly value: T } | undefined;
    yield promise.then((value) => (result = { value }));
    return result!.value;
  }
  return {
    manifest: reader.manifest,
    impossible: (section, part) => reader.impossible(section, part),
    bytes: (section, part) => awaitInStep(reader.bytes(section, part)),
    run: (task) => awaitInStep(reader.run(task)),
  };
}

/** Reads sections without waiting, as a task. Requires that the reader can read now. */
export function sectionsNow(reader: SectionReader): Sections<void> {
  return {
    manifest: reader.manifest,
    impossible: (section, part) => reader.impossible(section, part),
    *bytes(section, part) {
      yield;
      return reader.bytesNow(section, part);
    },
    run: (task) => task,
  };
}

/** Runs steps that yield promises. */
export async function waitFor<T>(steps: Generator<Promise<unknown>, T, void>): Promise<T> {
  for (let step = steps.next(); ;) {
    if (step.done === true) return step.value;
    try {
      await step.value;
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next();
  }
}

/**
 * Reads the sections of a saved collection. Returns no bytes before their checksum is verified, and allocates no more
 * than the size of the file.
 */
export class SectionReader {
  readonly manifest: Manifest;
  readonly #source: ByteSource;
  readonly #options: ReadingOptions;
  /** Offset of each section in bytes, and last of the manifest. */
  readonly #offsets: readonly number[];
  #lastYield = performance.now();

  private constructor(source: ByteSource, options: ReadingOptions, manifest: Manifest, end: number) {
    this.#source = source;
    this.#options = options;
    this.manifest = manifest;
    const offsets = [HEADER_BYTES];
    for (const [bytes] of manifest.sections) offsets.push(offsets.at(-1)! + padded(bytes));
    if (offsets.at(-1) !== end)
      throw new FileFault("impossible", "The sections do not end where the manifest begins.", {
        offset: end,
      });
    this.#offsets = offsets;
  }

  /**
   * Reads the manifest of a saved collection.
   *
   * @throws FileFault if the source is not a saved collection, or incomplete
   */
  static async open(source: ByteSource, options: ReadingOptions = {}): Promise<SectionReader> {
    const { size } = source;
    const header = await bytesOf(source, 0, Math.min(size, HEADER_BYTES));
    requireHeader(header);
    const footerAt = size - FOOTER_BYTES;
    if (footerAt < HEADER_BYTES) throw truncatedFault(size);
    const footer = await bytesOf(source, footerAt, FOOTER_BYTES);
    if (!startsWith(footer.subarray(16), END_MAGIC)) throw truncatedFault(size);
    const view = new DataView(footer.buffer);
    const [at, bytes] = [Number(view.getBigUint64(0, true)), view.getUint32(8, true)];
    if (at < HEADER_BYTES || at + bytes !== footerAt)
      throw new FileFault("impossible", "The footer has a wrong offset or length of the manifest.", {
        offset: footerAt,
      });
    const manifest = await bytesOf(source, at, bytes);
    if (endChecksum(header, manifest, footer) !== view.getUint32(12, true)) throw changeFault("manifest", at);
    return new SectionReader(source, options, readManifest(manifest, at), at);
  }

  /**
   * Reads a section into a new array.
   *
   * @param part name of the section's contents in error messages
   */
  async bytes(section: SectionNumber, part: string): Promise<Uint8Array<ArrayBuffer>> {
    const [bytes, checksum] = this.manifest.sections[section]!;
    const at = this.#offsets[section]!;
    const content = new Uint8Array(padded(bytes));
    let contentChecksum = 0;
    for (let from = 0; from < content.length; from += BYTES_PER_READ) {
      const piece = content.subarray(from, from + BYTES_PER_READ);
      await fill(this.#source, at + from, piece);
      contentChecksum = checksumOf(piece, contentChecksum);
      await this.#yieldIfDue();
      this.#options.onBytes?.(piece.length);
    }
    if (contentChecksum !== checksum) throw changeFault(part, at);
    return content.subarray(0, bytes);
  }

  /** Returns whether sections can be read without waiting. */
  get canReadNow(): boolean {
    return this.#source.readNow !== undefined;
  }

  /** Reads a section like {@link bytes}, without waiting. Requires {@link canReadNow}. */
  bytesNow(section: SectionNumber, part: string): Uint8Array<ArrayBuffer> {
    const [bytes, checksum] = this.manifest.sections[section]!;
    const at = this.#offsets[section]!;
    const content = new Uint8Array(padded(bytes));
    for (let filled = 0; filled < content.length;) {
      const bytesRead = this.#source.readNow!(content.subarray(filled), at + filled);
      if (!(bytesRead > 0)) throw truncatedFault(at + filled);
      filled += bytesRead;
    }
    if (checksumOf(content) !== checksum) throw changeFault(part, at);
    return content.subarray(0, bytes);
  }

  /**
   * Reads a section of 32-bit numbers.
   *
   * @param count how many numbers the section must have
   * @param part name of the section's contents in error messages
   */
  async u32(section: SectionNumber, count: number, part: string): Promise<Uint32Array> {
    const [bytes] = this.manifest.sections[section]!;
    if (bytes !== count * 4) throw this.impossible(section, part);
    return numbersOf(await this.bytes(section, part));
  }

  impossible(section: SectionNumber, part: string): FileFault {
    const where = { part, offset: this.#offsets[section] };
    return new FileFault("impossible", `The contents of ${part} are invalid.`, where);
  }

  run<T>(task: Task<T>): Promise<T> {
    return runInTimeSlices(task, { signal: this.#options.signal });
  }

  /** Yields to the event loop after each time slice, because reading from memory never waits. */
  async #yieldIfDue(): Promise<void> {
    this.#options.signal?.throwIfAborted();
    if (performance.now() - this.#lastYield < DEFAULT_SLICE_MS) return;
    await yieldToEventLoop();
    this.#lastYield = performance.now();
  }
}

const BYTES_PER_READ = 1 << 20;

/** Returns a view of the 32-bit numbers of a section. Sections begin at a multiple of eight bytes. */
export function numbersOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
}

function requireHeader(header: Uint8Array): void {
  const magic = header.subarray(0, MAGIC.length);
  if (!startsWith(MAGIC, magic))
    throw new FileFault("foreign", "The file is not a saved collection.", { offset: 0 });
  if (header.length < HEADER_BYTES) throw truncatedFault(header.length);
  const version = new DataView(header.buffer).getUint32(MAGIC.length, true);
  if (version > FORMAT_VERSION) {
    throw new FileFault(
      "newer-version",
      `The file has format version ${version}, written by a later version of tamis. This version reads up to ${FORMAT_VERSION}.`,
      { offset: MAGIC.length },
    );
  }
}

async function bytesOf(source: ByteSource, at: number, bytes: number): Promise<Uint8Array> {
  const array = new Uint8Array(bytes);
  await fill(source, at, array);
  return array;
}

async function fill(source: ByteSource, at: number, piece: Uint8Array): Promise<void> {
  for (let filled = 0; filled < piece.length;) {
    const bytesRead = await source.read(piece.subarray(filled), at + filled);
    if (!(bytesRead > 0)) throw truncatedFault(at + filled);
    filled += bytesRead;
  }
}

function truncatedFault(offset: number): FileFault {
  return new FileFault("truncated", "The file is truncated: its end is missing.", {
    offset,
  });
}

function changeFault(part: string, offset: number): FileFault {
  return new FileFault("checksum", `The file was changed after it was written: wrong checksum of ${part}.`, {
    part,
    offset,
  });
}

function startsWith(bytes: Uint8Array, beginning: Uint8Array): boolean {
  return bytes.length >= beginning.length && beginning.every((byte, i) => bytes[i] === byte);
}
