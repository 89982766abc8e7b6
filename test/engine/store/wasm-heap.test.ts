import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";
import { Budget, MemoryLimitError } from "../../../src/engine/store/kernels/budget.ts";
import { PAGE_BYTES, type WasmMemory } from "../../../src/wasm/instantiate.ts";
import {
  MAX_UNCOUNTED_BYTES,
  uncountedBytes,
} from "../../../src/engine/store/kernels/wasm/uncounted-bytes.ts";
import { Heap } from "../../../src/engine/store/kernels/wasm/wasm-heap.ts";
import { kernelsWith, MAX_PAGES } from "../../../src/engine/store/kernels/wasm/wasm-kernels.ts";

const megabyte = 1 << 20;

class TestMemory implements WasmMemory {
  buffer = new ArrayBuffer(PAGE_BYTES);
  readonly growths: number[] = [];

  grow(pages: number): number {
    this.growths.push(pages);
    const before = this.buffer.byteLength / PAGE_BYTES;
    this.buffer = new ArrayBuffer((before + pages) * PAGE_BYTES);
    return before;
  }
}

function testHeap({ budget = new Budget(), isShared = false } = {}): { heap: Heap; memory: TestMemory } {
  const memory = new TestMemory();
  const clear = (at: number, bytes: number) => void new Uint8Array(memory.buffer).fill(0, at, at + bytes);
  return { heap: new Heap(memory, clear, budget, MAX_PAGES, isShared), memory };
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

describe("the memory of WebAssembly kernels", () => {
  it("grows by half more than needed, because each growth can take long", () => {
    const { heap, memory } = testHeap();
    for (let i = 0; i < 400; i++) heap.allocate(megabyte);
    // 1.5^15 is 438, and the first growths are smaller.
    expect(memory.growths.length).toBeLessThan(20);
    const before = memory.growths.length;
    heap.allocate(500 * megabyte);
    heap.allocate(200 * megabyte);
    expect(memory.growths).toHaveLength(before + 1);
  });

  it("uses the free bytes at its end for the next slab", () => {
    const { heap, memory } = testHeap();
    heap.allocate(100 * megabyte);
    const free = heap.unusedBytes;
    expect(free).toBeGreaterThan(50 * megabyte - PAGE_BYTES);
    heap.allocate(free + 1);
    // One page, and half of all 2,402 pages.
    expect(memory.growths[1]).toBe(1 + 1201);
    expect(heap.unusedBytes).toBeLessThan(76 * megabyte);
  });

  it("has at most 256 MB of extra room, and none beyond its limit", () => {
    const { heap } = testHeap();
    // The first page has room for a slab, but not for the address 0.
    const firstPage = PAGE_BYTES - 64;
    const slab = heap.allocate(800 * megabyte);
    expect(heap.unusedBytes).toBe(256 * megabyte + firstPage);
    heap.release(slab);
    expect(heap.unusedBytes).toBe(256 * megabyte + firstPage);
    const { heap: limited, memory } = testHeap({ budget: new Budget(100 * megabyte) });
    limited.allocate(80 * megabyte);
    expect(limited.unusedBytes).toBe(20 * megabyte - 64);
    limited.allocate(19 * megabyte);
    expect(memory.growths).toHaveLength(1);
    expect(() => limited.allocate(2 * megabyte)).toThrow(MemoryLimitError);
  });

  it.each([true, false])("is shared where that is wanted: %s", (isShared) => {
    const kernels = kernelsWith(new Budget(), MAX_PAGES, isShared)!;
    const { buffer } = kernels.allocate(1).u8();
    expect(buffer instanceof SharedArrayBuffer).toBe(isShared);
  });

  it("leaves at most 256 MB of shared memory uncounted, in all collections", async () => {
    // Test files share a process: the collections of others may not be freed yet.
    await waitUntilFreed(40 * megabyte);
    const before = uncountedBytes();
    const first = testHeap({ isShared: true }).heap;
    const slab = first.allocate(200 * megabyte);
    expect(uncountedBytes() - before).toBe(200 * megabyte);
    first.release(slab);
    first.allocate(150 * megabyte);
    expect(uncountedBytes() - before).toBe(200 * megabyte);
    testHeap().heap.allocate(100 * megabyte);
    expect(uncountedBytes() - before).toBe(200 * megabyte);
    const second = testHeap({ isShared: true }).heap;
    const rest = MAX_UNCOUNTED_BYTES - uncountedBytes();
    second.allocate(rest);
    expect(uncountedBytes()).toBe(MAX_UNCOUNTED_BYTES);
    const counted = vi.spyOn(globalThis, "ArrayBuffer");
    second.allocate(64);
    // The bytes that V8 is told of. How many it holds now depends on its last collection of garbage.
    const told = Math.max(...counted.mock.calls.map(([bytes]) => bytes));
    counted.mockRestore();
    expect(uncountedBytes() - before).toBe(200 * megabyte);
    expect(told).toBeGreaterThan(rest);
    second.allocate(megabyte);
    expect(uncountedBytes() - before).toBe(201 * megabyte);
  });

  it("forgets the uncounted bytes of memories that were freed", async () => {
    await waitUntilFreed(40 * megabyte);
    const before = uncountedBytes();
    for (let i = 0; i < 20; i++) kernelsWith(new Budget(), MAX_PAGES, true)!.allocate(megabyte);
    expect(uncountedBytes() - before).toBe(20 * megabyte);
    await waitUntilFreed(before + 10 * megabyte);
  });
});

/** Collects garbage until fewer bytes are uncounted, because memories were freed. */
async function waitUntilFreed(bytes: number): Promise<void> {
  const count = () => {
    collectGarbage();
    return uncountedBytes();
  };
  await expect.poll(count, { timeout: 20_000, interval: 10 }).toBeLessThan(bytes);
}
