import { ownProperties } from "../values/own-properties.ts";

/** The parts of WebAssembly that are used. TypeScript declares it only together with the types of browsers. */
interface WebAssemblyLike {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (size: MemorySize & { readonly shared: boolean }) => WasmMemory;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}

/** Sizes in pages of 64 KB. */
interface MemorySize {
  readonly initial: number;
  readonly maximum: number;
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
 * Instantiates compiled modules with a memory. Each module is smaller than 4 KB, because some platforms refuse to compile
 * larger ones synchronously. Returns undefined if the platform lacks or forbids WebAssembly with vectors, or if there is no memory.
 *
 * @param memory size of a new memory in pages of 64 KB, or a memory that threads share
 * @param isShared whether the memory is one that threads can share. Requires `canShareMemory()`.
 */
export function instantiate<E>(
  modules: readonly string[],
  memory: MemorySize | WasmMemory,
  isShared = false,
): Instantiated<E> | undefined {
  const platform = (globalThis as { readonly WebAssembly?: WebAssemblyLike }).WebAssembly;
  if (platform === undefined) return undefined;
  try {
    const compiledModules = modules.map((text) => compiledModule(platform, text, isShared));
    const usedMemory =
      memory instanceof platform.Memory
        ? memory
        : new platform.Memory(ownProperties({ ...memory, shared: isShared }));
    const imports = { env: { memory: usedMemory } };
    const instances = compiledModules.map((module) => new platform.Instance(module, imports).exports);
    return { exports: Object.assign({}, ...instances) as E, memory: usedMemory };
  } catch {
    return undefined;
  }
}

/** Creates a memory that threads share. Returns undefined if the platform has none. Requires `canShareMemory()`. */
export function sharedMemory(size: MemorySize): WasmMemory | undefined {
  const platform = (globalThis as { readonly WebAssembly?: WebAssemblyLike }).WebAssembly;
  try {
    return platform && new platform.Memory(ownProperties({ ...size, shared: true }));
  } catch {
    return undefined;
  }
}

/** Returns whether a value is a memory that threads share. */
export function isSharedMemory(value: unknown): value is WasmMemory {
  const platform = (globalThis as { readonly WebAssembly?: WebAssemblyLike }).WebAssembly;
  return (
    platform !== undefined &&
    hasSharedBuffers() &&
    value instanceof platform.Memory &&
    value.buffer instanceof SharedArrayBuffer
  );
}

/** Compiled modules by their text. Collections share them, because compiling takes milliseconds. */
const compiled = { unshared: new Map<string, object>(), shared: new Map<string, object>() };

/** @throws an error if the platform forbids WebAssembly or lacks vectors */
function compiledModule(platform: WebAssemblyLike, text: string, isShared: boolean): object {
  const cache = compiled[isShared ? "shared" : "unshared"];
  let module = cache.get(text);
  if (module === undefined) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    if (isShared) importShared(bytes);
    module = new platform.Module(bytes);
    cache.set(text, module);
  }
  return module;
}

let canShare: boolean | undefined;

/**
 * Returns whether memory can be shared, and strings can be written to it and read from it. Some platforms have no shared memory. Pages
 * that are not isolated have no `SharedArrayBuffer`, although WebAssembly has shared memory there. Some browsers throw a TypeError for
 * strings in it.
 */
export function canShareMemory(): boolean {
  const platform = (globalThis as { readonly WebAssembly?: WebAssemblyLike }).WebAssembly;
  return platform !== undefined && (canShare ??= hasSharedBuffers() && tryStrings(platform));
}

function hasSharedBuffers(): boolean {
  return typeof SharedArrayBuffer === "function";
}

/** Returns bytes in memory that threads can share, if the platform has it. */
export function shareableBytes(length: number): Uint8Array<ArrayBuffer> {
  // TypeScript distinguishes the buffers, and no operation of typed arrays does.
  const buffer = canShareMemory() ? (new SharedArrayBuffer(length) as unknown as ArrayBuffer) : length;
  return new Uint8Array(buffer as ArrayBuffer);
}

function tryStrings(platform: WebAssemblyLike): boolean {
  try {
    const size = ownProperties({ initial: 1, maximum: 1, shared: true });
    const bytes = new Uint8Array(new platform.Memory(size).buffer, 0, 1);
    new TextEncoder().encodeInto("a", bytes);
    return new TextDecoder().decode(bytes) === "a";
  } catch {
    return false;
  }
}

/** Changes a module, so that it imports a shared memory: sets a bit in front of the limits of the memory. */
function importShared(module: Uint8Array): void {
  const at = module.findIndex((_, i) => LIMITS.every((byte, j) => module[i + j] === byte));
  if (at < 0) throw new Error("internal: a kernel imports no memory with limits");
  module[at + 1]! |= SHARED;
}

/** The import of a memory with 0 to 65,536 pages: the kind of import, the kind of limits, and the limits. */
const LIMITS = [0x02, 0x01, 0x00, 0x80, 0x80, 0x04];
const SHARED = 0x02;
