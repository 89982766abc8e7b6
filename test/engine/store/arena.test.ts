import { describe, expect, it } from "vitest";
import { attachCollection, createCollection, shareCollection } from "tamis/store";
import { Budget, MemoryLimitError } from "../../../src/engine/store/kernels/budget.ts";
import { Arena } from "../../../src/engine/store/kernels/wasm/arena.ts";
import { arenaKernels } from "../../../src/engine/store/kernels/wasm/wasm-kernels.ts";
import { Directory } from "../../../src/engine/store/shared/directory.ts";
import type { WasmMemory } from "../../../src/wasm/instantiate.ts";
import { succeeded } from "../../succeeded.ts";

const megabyte = 1 << 20;

const newArena = () => Arena.create()!;
const kernelsOf = (arena: Arena, owner: number) =>
  arenaKernels(arena.memory, arena.regionsOf(owner), new Budget())!;

describe("memory that threads share", () => {
  it("gives each thread other addresses, and zeroed slabs also in regions that were used before", () => {
    const arena = newArena();
    const [one, two] = [kernelsOf(arena, arena.addOwner()), kernelsOf(arena, arena.addOwner())];
    for (let round = 0; round < 8; round++) {
      // The threads take turns, so that each claims regions that the other one has released.
      const turns = round % 2 === 0 ? [one, two, two, one] : [two, one, one, two];
      const slabs = turns.map((kernels, i) => ({ kernels, slab: kernels.allocate(3_000_000 + i) }));
      for (const { slab } of slabs) expect(slab.u8().every((byte) => byte === 0)).toBe(true);
      slabs.forEach(({ slab }, i) => slab.u8().fill(i + 1));
      slabs.forEach(({ slab }, i) => expect(slab.u8().every((byte) => byte === i + 1)).toBe(true));
      for (const { kernels, slab } of slabs) kernels.release(slab);
    }
  });

  it("does not grow while threads with a number end and are replaced", () => {
    const arena = newArena();
    kernelsOf(arena, arena.addOwner(3)).allocate(40 * megabyte);
    const before = arena.memory.buffer.byteLength;
    for (let ended = 0; ended < 50; ended++) kernelsOf(arena, arena.addOwner(3)).allocate(40 * megabyte);
    expect(arena.memory.buffer.byteLength).toBe(before);
  });

  it("gives large free regions of one thread to others", () => {
    const arena = newArena();
    const [one, two] = [kernelsOf(arena, arena.addOwner()), kernelsOf(arena, arena.addOwner())];
    one.release(one.allocate(100 * megabyte));
    const before = arena.memory.buffer.byteLength;
    two.allocate(90 * megabyte);
    expect(arena.memory.buffer.byteLength).toBe(before);
  });

  it("never releases slabs that it has borrowed, and reads what another thread has added", () => {
    const arena = newArena();
    const [one, two] = [kernelsOf(arena, arena.addOwner()), kernelsOf(arena, arena.addOwner())];
    const slab = one.allocate(30 * megabyte);
    slab.u8().fill(7);
    const borrowed = two.borrow(slab.address, slab.bytes);
    expect(borrowed.u8().every((byte) => byte === 7)).toBe(true);
    two.release(borrowed);
    expect(two.budget.bytes).toBe(0);
    const other = two.allocate(30 * megabyte);
    expect(Math.abs(other.address - slab.address)).toBeGreaterThanOrEqual(30 * megabyte);
  });

  it("reports a full memory as one of the collection, and stays usable", () => {
    const arena = newArena();
    const kernels = kernelsOf(arena, arena.addOwner());
    expect(() => kernels.allocate(5 * 1024 * megabyte)).toThrow(MemoryLimitError);
    expect(kernels.budget.bytes).toBe(0);
    kernels.allocate(megabyte);
  });
});

describe("the directory of columns", () => {
  it("has one entry for a key, whichever thread adds it", () => {
    const arena = newArena();
    const [one, two] = [new Directory(arena), new Directory(arena)];
    const keys = Array.from({ length: 100 }, (_, i) => `["é${i % 50}"]`);
    const addresses = keys.map((key, i) => (i % 2 === 0 ? one : two).findOrAdd(key)!);
    expect(addresses.every((entry, i) => entry.key === keys[i])).toBe(true);
    expect([...one.entries()].map(({ key }) => key)).toEqual([...two.entries()].map(({ key }) => key));
    expect([...two.entries()]).toHaveLength(50);
    expect(one.find(keys[0]!)!.addImage(1024)).toBe(true);
    expect(two.find(keys[0]!)!.addImage(2048)).toBe(false);
    expect(two.find(keys[0]!)!.image).toBe(1024);
  });

  it("is full after many keys, and keeps what it has", () => {
    const arena = newArena();
    const directory = new Directory(arena);
    let count = 0;
    while (directory.findOrAdd(`${count}${"k".repeat(1000)}`) !== undefined) count++;
    expect(count).toBeGreaterThan(500);
    expect([...new Directory(arena).entries()]).toHaveLength(count);
  });

  it("makes threads read a column where it is, instead of building it again", async () => {
    const rows = Array.from({ length: 200_000 }, (_, i) => ({ id: i, text: `text ${i}`, number: i / 7 }));
    const { shared } = succeeded(await shareCollection(createCollection(rows)));
    const attach = async () => {
      const attached = succeeded(await attachCollection<(typeof rows)[number]>(shared));
      return attached.collection;
    };
    const first = await attach();
    expect(first.minMax("number", {})).toMatchObject({ min: 0 });
    expect(first.minMax("text", {})).toMatchObject({ min: "text 0" });
    const { buffer } = shared.memory as WasmMemory;
    const before = buffer.byteLength;
    const second = await attach();
    expect(second.minMax("number", {})).toEqual(first.minMax("number", {}));
    expect(second.minMax("text", {})).toEqual(first.minMax("text", {}));
    // The columns take more than 3 MB. A thread without them has bitmaps only.
    expect(second.bytes()).toBeLessThan(megabyte);
    expect((shared.memory as WasmMemory).buffer.byteLength - before).toBeLessThan(2 * megabyte);
  });
});
