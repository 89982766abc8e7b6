import { ownProperties } from "../../../../values/own-properties.ts";

/** The parts of WebAssembly that are used. TypeScript declares it only together with the types of browsers. */
interface WebAssemblyLike {
  readonly validate: (bytes: Uint8Array) => boolean;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => WasmMemory;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  readonly grow: (pages: number) => number;
}

/** Functions that share a memory. */
export interface Instantiated<E> {
  readonly exports: E;
  readonly memory: WasmMemory;
}

export const NO_WEBASSEMBLY = 'kernels: "wasm" requires WebAssembly, which is missing or not allowed here.';

export const PAGE_BYTES = 0x1_0000;

/**
 * Instantiates modules of `module.ts` with a new memory. Each module is smaller than 4 KB, because some platforms refuse to compile
 * larger ones synchronously. Returns undefined if the platform lacks or forbids WebAssembly with vectors, or if there is no memory.
 *
 * @param pages size of the memory, in pages of 64 KB
 */
export function instantiate<E>(
  modules: readonly string[],
  pages: { readonly initial: number; readonly maximum: number },
): Instantiated<E> | undefined {
  const platform = (globalThis as { readonly WebAssembly?: WebAssemblyLike }).WebAssembly;
  if (platform === undefined) return undefined;
  try {
    const all = modules.map((text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
    if (!all.every((bytes) => platform.validate(bytes))) return undefined;
    const memory = new platform.Memory(ownProperties(pages));
    const imports = { memory: { memory } };
    const instances = all.map((bytes) => new platform.Instance(new platform.Module(bytes), imports).exports);
    return { exports: Object.assign({}, ...instances) as E, memory };
  } catch {
    return undefined;
  }
}
