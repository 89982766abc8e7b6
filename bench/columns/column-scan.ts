import { compileKernels } from "../../scripts/kernels.ts";

/** Lower bound of the time of a scan without indexes: reads every byte of the filtered columns once, 64 per iteration. */
export interface ColumnScan {
  /** Reads the first `bytes` bytes of a column. */
  readonly read: (column: string, bytes: number) => number;
}

interface Platform {
  readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => {
    readonly buffer: ArrayBuffer;
  };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: { readonly read: (at: number, end: number) => number } };
}

/** @param sizes number of bytes of each column */
export async function makeColumnScan(sizes: Readonly<Record<string, number>>): Promise<ColumnScan> {
  const platform = (globalThis as unknown as { readonly WebAssembly: Platform }).WebAssembly;
  const module = new platform.Module(await compileKernels("scan.ts"));
  const offsets = new Map<string, number>();
  let end = 64;
  for (const [column, bytes] of Object.entries(sizes)) {
    offsets.set(column, end);
    end += Math.ceil(bytes / 64) * 64;
  }
  const memory = new platform.Memory({ initial: Math.ceil(end / 0x1_0000), maximum: 0x1_0000 });
  // The operating system allocates pages when they are written. Reading unallocated pages would cost nothing.
  new Uint8Array(memory.buffer).fill(1);
  const { exports } = new platform.Instance(module, { env: { memory } });
  return {
    read: (column, bytes) => {
      const at = offsets.get(column)!;
      return exports.read(at, at + bytes);
    },
  };
}
