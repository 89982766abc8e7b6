import type { Value } from "../../../values/types.ts";
import type { Column } from "../columns/build-column.ts";
import { DictionaryColumn, type DictionaryImage } from "../columns/dictionary-column.ts";
import { ListColumn, type ListImage } from "../columns/list-column.ts";
import { MapColumn, type MapImage } from "../columns/map-column.ts";
import { NumberColumn, type NumberImage } from "../columns/number-column.ts";
import { StringColumn, type StringImage } from "../columns/string-column.ts";
import { readRow } from "../file/row-format.ts";
import { listsOf } from "../file/write-columns.ts";
import type { StructureImage } from "../kernels/shared-structures.ts";
import type { Slab } from "../kernels/slab.ts";
import type { Arena } from "../kernels/wasm/arena.ts";
import type { FreeBlock } from "../kernels/wasm/wasm-heap.ts";
import type { ArenaKernels } from "../kernels/wasm/wasm-kernels.ts";
import { pause, type Task } from "../tasks/task.ts";

type Image = NumberImage | DictionaryImage | StringImage | ListImage | MapImage;

/** A part of a block of shared memory: its offset in the block, and its length in bytes. */
type Place = readonly [at: number, bytes: number];

/** An image as JSON, with the places of its parts. */
interface WrittenImage {
  /** Undefined for structures that are no columns. */
  readonly kind: string | undefined;
  readonly rows: number | undefined;
  readonly state: unknown;
  readonly slabs: readonly Place[];
  /** Lists of values, for each dictionary. */
  readonly values: readonly (readonly Place[])[];
}

/** Returns the image of a column; undefined if its strings are not encoded. */
export function* imageOf(column: Column): Task<Image | undefined> {
  if (column.kind === "strings") yield* column.write();
  return column.image();
}

/**
 * Writes an image to a block of its own: the length of a JSON text, the text, and the parts that it names.
 *
 * @param owner owner of the block
 * @param image image of a column or of another structure; null for a member without a column
 * @param isUnchanged whether the column is still as it was
 * @returns undefined if the column has changed
 * @throws MemoryLimitError
 */
export function* writeImage(
  arena: Arena,
  owner: number,
  image: (StructureImage & Partial<Pick<Image, "kind" | "rows" | "values">>) | null,
  isUnchanged: () => boolean = () => true,
): Task<FreeBlock | undefined> {
  const lists: Uint8Array[][] = [];
  for (const values of image?.values ?? []) {
    const texts: Uint8Array[] = [];
    for (const text of listsOf(values.length, (code) => values[code]!)) {
      texts.push(text);
      yield* pause();
    }
    lists.push(texts);
  }
  // Bytes after the values of a slab are read by vector instructions.
  const parts: Uint8Array[] = [];
  let end = 0;
  const addPart = (bytes: Uint8Array): Place => {
    const at = end;
    parts.push(bytes);
    end += alignUp(bytes.length);
    return [at, bytes.length];
  };
  const imageHead: WrittenImage | null = image && {
    kind: image.kind,
    rows: image.rows,
    state: image.state,
    slabs: image.slabs.map((slab) => addPart(slab.u8())),
    values: lists.map((texts) => texts.map(addPart)),
  };
  const text = new TextEncoder().encode(JSON.stringify(imageHead));
  const head = new Uint8Array(LENGTH_BYTES + text.length);
  new DataView(head.buffer).setUint32(0, text.length, true);
  head.set(text, LENGTH_BYTES);
  if (!isUnchanged()) return undefined;
  return yield* writeParts(arena, owner, [head, ...parts], isUnchanged);
}

/**
 * Copies parts to a new block of the shared memory, each to an aligned offset.
 *
 * @returns undefined if what the parts represent has changed
 * @throws MemoryLimitError
 */
function* writeParts(
  arena: Arena,
  owner: number,
  parts: readonly Uint8Array[],
  isUnchanged: () => boolean,
): Task<FreeBlock | undefined> {
  const bytes = parts.reduce((sum, { length }) => sum + alignUp(length), 0);
  const block = arena.claim(bytes, owner);
  let isDone = false;
  try {
    const to = new Uint8Array(arena.memory.buffer, block.at, bytes);
    let at = 0;
    for (const part of parts) {
      for (let from = 0; from < part.length; from += BYTES_PER_STEP) {
        to.set(part.subarray(from, from + BYTES_PER_STEP), at + from);
        yield;
        if (!isUnchanged()) return undefined;
      }
      at += alignUp(part.length);
    }
    isDone = true;
    return block;
  } finally {
    if (!isDone) arena.release(block);
  }
}

/** Makes the column of an image, which reads the parts of the image where they are. Undefined for a member without a column. */
export function* readImage(kernels: ArenaKernels, address: number): Task<Column | undefined> {
  const { written: image, first } = headOf(kernels, address);
  if (image === null) return undefined;
  const values: Value[][] = [];
  for (const lists of image.values) {
    const valueList: Value[] = [];
    for (const [at, bytes] of lists) {
      const text = new TextDecoder().decode(
        kernels
          .borrow(first + at, bytes)
          .u8()
          .subarray(0, bytes),
      );
      for (const value of readRow(text) as Value[]) valueList.push(value);
      yield* pause();
    }
    values.push(valueList);
  }
  return columnOf(kernels, {
    ...image,
    values,
    slabs: slabsOf(kernels, image, first),
  } as unknown as Image);
}

/** Returns the structure of an image, whose slabs are parts of the image. */
export function readStructure(kernels: ArenaKernels, address: number): StructureImage {
  const { written: image, first } = headOf(kernels, address);
  return { state: image!.state, slabs: slabsOf(kernels, image!, first) };
}

function slabsOf(kernels: ArenaKernels, { slabs }: WrittenImage, first: number): Slab[] {
  return slabs.map(([at, bytes]) => kernels.borrow(first + at, bytes));
}

/** Returns whether the image is that of a column. */
export function isColumn(kernels: ArenaKernels, address: number): boolean {
  return kernels.borrow(address, LENGTH_BYTES).u32()[0] !== NO_COLUMN_BYTES;
}

function headOf(
  kernels: ArenaKernels,
  address: number,
): { readonly written: WrittenImage | null; readonly first: number } {
  const length = kernels.borrow(address, LENGTH_BYTES).u32()[0]!;
  const text = kernels
    .borrow(address + LENGTH_BYTES, length)
    .u8()
    .subarray(0, length);
  const written = JSON.parse(new TextDecoder().decode(text)) as WrittenImage | null;
  return { written, first: address + alignUp(LENGTH_BYTES + length) };
}

function columnOf(kernels: ArenaKernels, image: Image): Column {
  switch (image.kind) {
    case "numbers":
      return NumberColumn.of(kernels, image);
    case "dictionary":
      return DictionaryColumn.of(kernels, image);
    case "strings":
      return StringColumn.of(kernels, image);
    case "lists":
      return ListColumn.of(kernels, image);
    case "maps":
      return MapColumn.of(kernels, image);
  }
}

function alignUp(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

const ALIGNMENT = 64;
/** Length of the number in front of the text of an image. */
const LENGTH_BYTES = 8;
/** Length of the text `null`. */
const NO_COLUMN_BYTES = 4;
const BYTES_PER_STEP = 1 << 22;
