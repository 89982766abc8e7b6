import wabt from "wabt";

/** Lower bound of the time of a scan without indexes: reads every byte of the filtered columns once, 64 per iteration. */
export interface ColumnScan {
  /** Reads the first `bytes` bytes of a column. */
  readonly read: (column: string, bytes: number) => number;
}

const TEXT = `(module
  (import "memory" "memory" (memory 0))
  (func (export "read") (param $at i32) (param $end i32) (result i32)
    (local $all v128)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $all
          (v128.or
            (local.get $all)
            (v128.or
              (v128.or (v128.load (local.get $at)) (v128.load offset=16 (local.get $at)))
              (v128.or (v128.load offset=32 (local.get $at)) (v128.load offset=48 (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br $next)))
    (i32.or (i32x4.extract_lane 0 (local.get $all)) (i32x4.extract_lane 2 (local.get $all)))))`;

interface Platform {
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: { readonly read: (at: number, end: number) => number } };
}

/** @param sizes number of bytes of each column */
export async function makeColumnScan(sizes: Readonly<Record<string, number>>): Promise<ColumnScan> {
  const platform = (globalThis as unknown as { readonly WebAssembly: Platform }).WebAssembly;
  const assembler = await wabt();
  const { buffer } = assembler.parseWat("scan.wat", TEXT, { simd: true }).toBinary({});
  const offsets = new Map<string, number>();
  let end = 64;
  for (const [column, bytes] of Object.entries(sizes)) {
    offsets.set(column, end);
    end += Math.ceil(bytes / 64) * 64;
  }
  const memory = new platform.Memory({ initial: Math.ceil(end / 0x1_0000) });
  // The operating system allocates pages when they are written. Reading unallocated pages would cost nothing.
  new Uint8Array(memory.buffer).fill(1);
  const { exports } = new platform.Instance(new platform.Module(buffer), { memory: { memory } });
  return {
    read: (column, bytes) => {
      const at = offsets.get(column)!;
      return exports.read(at, at + bytes);
    },
  };
}
