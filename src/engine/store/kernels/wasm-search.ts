import { leadOf, trailOf, type Kernels, type Needle } from "./kernels.ts";
import { clearRows, cutRows } from "./search.ts";

/** What `search.wat` exports. */
export interface SearchExports {
  readonly find: (...places: number[]) => void;
  readonly findAmong: (...places: number[]) => void;
  readonly sign: (...places: number[]) => void;
}

type Heap = Pick<Kernels, "allocate" | "release">;

/** The kernels over texts. */
export function wasmSearch(wasm: SearchExports, heap: Heap): Pick<Kernels, keyof SearchExports> {
  return {
    find: ({ bytes, starts, rows }, needle, out, { from, end } = { from: 0, end: rows }) => {
      clearRows(out, from, end);
      const places = starts.u32();
      const first = bytes.at + places[from]! - 1;
      const last = bytes.at + places[end]!;
      withNeedle(heap, needle, (...sought) => {
        const lead = leadOf(needle);
        wasm.find(first, last, bytes.at, starts.at, from, end, ...sought, lead, out.at);
      });
    },
    findAmong: ({ bytes, starts }, needle, bits, { from, end }) => {
      cutRows(bits, end);
      const at = bits.at + from / 8;
      const stop = bits.at + Math.ceil(end / 32) * 4;
      const [lead, trail] = [leadOf(needle), trailOf(needle)];
      withNeedle(heap, needle, (...sought) =>
        wasm.findAmong(at, stop, bytes.at, starts.at + from * 4, ...sought, lead, trail),
      );
    },
    sign: ({ bytes, starts }, { from, end }, { table, words, slab, slices, stride }, first) => {
      const out = slab.at + (from - first) / 8;
      const range = [starts.at + from * 4, starts.at + end * 4];
      wasm.sign(...range, bytes.at, table.at, words.at, words.at + slices * 4, out, stride);
    },
  };
}

/** Works with the places of a needle: where it is, its length, and where its rare bytes are. */
function withNeedle(heap: Heap, { bytes, rare, other }: Needle, work: (...places: number[]) => void): void {
  const slab = heap.allocate(bytes.length);
  slab.u8().set(bytes);
  work(slab.at, bytes.length, rare, other);
  heap.release(slab);
}
