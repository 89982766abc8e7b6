import { leadingSeparators, trailingSeparators, type Kernels, type SearchString } from "../kernels.ts";
import * as plain from "../search.ts";

export interface SearchExports {
  readonly find: (...places: number[]) => void;
  readonly findAmong: (...places: number[]) => void;
  readonly separate: (...places: number[]) => number;
}

type Heap = Pick<Kernels, "allocate" | "release">;

export function wasmSearch(wasm: SearchExports, heap: Heap): Pick<Kernels, keyof SearchExports> {
  return {
    find: (encoded, searchString, out, { from, end } = { from: 0, end: encoded.rows }) => {
      if (searchString.borders !== undefined) {
        plain.find(encoded, searchString, out, { from, end });
        return;
      }
      const { bytes, starts } = encoded;
      plain.clearRows(out, from, end);
      const places = starts.u32();
      const first = bytes.address + places[from]! - 1;
      const last = bytes.address + places[end]!;
      withSearchString(heap, searchString, (...searchBytes) => {
        const lead = leadingSeparators(searchString);
        const list = heap.allocate(LISTED_MATCHES * 4);
        const to = [lead, out.address, list.address];
        wasm.find(first, last, bytes.address, starts.address, from, end, ...searchBytes, ...to);
        heap.release(list);
      });
    },
    findAmong: (encoded, searchString, bits, { from, end }) => {
      if (searchString.borders !== undefined) {
        plain.findAmong(encoded, searchString, bits, { from, end });
        return;
      }
      const { bytes, starts } = encoded;
      plain.cutRows(bits, end);
      const at = bits.address + from / 8;
      const stop = bits.address + Math.ceil(end / 32) * 4;
      const [lead, trail] = [leadingSeparators(searchString), trailingSeparators(searchString)];
      withSearchString(heap, searchString, (...searchBytes) =>
        wasm.findAmong(at, stop, bytes.address, starts.address + from * 4, ...searchBytes, lead, trail),
      );
    },
    separate: ({ bytes, from, end, starts, first, count }) => {
      const offsets = starts.address + first * 4;
      return (
        wasm.separate(
          bytes.address + from,
          bytes.address + end,
          bytes.address,
          offsets,
          offsets + count * 4,
        ) === 1
      );
    },
  };
}

/** Matches that the kernel lists before it finds their rows, and those of 64 more addresses. */
const LISTED_MATCHES = 321;

function withSearchString(
  heap: Heap,
  { bytes, rare, other, isDense }: SearchString,
  work: (...places: number[]) => void,
): void {
  const slab = heap.allocate(bytes.length);
  slab.u8().set(bytes);
  work(slab.address, bytes.length, rare, other, isDense ? 1 : 0);
  heap.release(slab);
}
