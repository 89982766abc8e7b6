import { afterEach, describe, expect, it, vi } from "vitest";
import { ownDataProperty } from "../../src/values/read-path.ts";

const prototype: { __lookupGetter__?: unknown; polluted?: unknown; value?: unknown } = Object.prototype;
const lookupGetter = prototype.__lookupGetter__;

afterEach(() => {
  delete prototype.polluted;
  delete prototype.value;
  // Not enumerable, as before.
  Object.defineProperty(prototype, "__lookupGetter__", {
    value: lookupGetter,
    writable: true,
    configurable: true,
  });
});

async function withoutLookup(): Promise<typeof ownDataProperty> {
  delete prototype.__lookupGetter__;
  vi.resetModules();
  return (await import("../../src/values/read-path.ts")).ownDataProperty;
}

describe.each([
  ["with __lookupGetter__", () => Promise.resolve(ownDataProperty)],
  ["without", withoutLookup],
])("ownDataProperty %s", (_, load) => {
  it("returns own data properties of objects and lists", async () => {
    const own = await load();
    expect(own({ a: 1 }, "a")).toBe(1);
    expect(own({ a: undefined }, "a")).toBe(undefined);
    expect(own(Object.assign(Object.create(null), { a: 1 }), "a")).toBe(1);
    expect(own(["x", "y"], 1)).toBe("y");
    expect(own(["x", "y"], 2)).toBe(undefined);
    // A hole has no property.
    expect(own([, "y"], 0)).toBe(undefined);
    expect(own(["x"], "length")).toBe(1);
    const hidden = Object.defineProperty({}, "a", { value: 1, enumerable: false });
    expect(own(hidden, "a")).toBe(1);
    for (const key of ["__proto__", "constructor", "__lookupGetter__", "toString"]) {
      expect(own(JSON.parse(`{"${key}":1}`), key)).toBe(1);
      expect(own({}, key)).toBe(undefined);
      expect(own([], key)).toBe(undefined);
    }
  });

  it("returns undefined for values without properties of their own", async () => {
    const own = await load();
    for (const value of [undefined, null, 1, "text", true, 1n, Symbol.iterator, () => 1])
      expect(own(value, "length")).toBe(undefined);
  });

  it("runs no code of a row", async () => {
    const own = await load();
    const run = vi.fn(() => "code");
    const row = Object.defineProperties(
      {},
      { getter: { get: run }, setter: { set: run }, both: { get: run, set: run } },
    );
    for (const key of ["getter", "setter", "both"]) expect(own(row, key)).toBe(undefined);
    const list = Object.defineProperty([1, 2], 1, { get: run });
    expect([own(list, 0), own(list, 1)]).toEqual([1, undefined]);
    class Row {
      get name(): unknown {
        return run();
      }
      toString = run;
    }
    expect(own(new Row(), "name")).toBe(undefined);
    const named = Object.defineProperty(new Row(), "name", { value: "own" });
    expect(own(named, "name")).toBe("own");
    expect(run).not.toHaveBeenCalled();
  });

  it("ignores a polluted Object.prototype", async () => {
    const own = await load();
    prototype.polluted = "inherited";
    expect(own({}, "polluted")).toBe(undefined);
    expect(own({ polluted: 1 }, "polluted")).toBe(1);
    prototype.value = "inherited";
    const run = vi.fn();
    expect(
      own(
        {
          get a() {
            return run();
          },
        },
        "a",
      ),
    ).toBe(undefined);
    expect(own({ a: 1 }, "a")).toBe(1);
    delete prototype.value;
    const hidden = Object.defineProperty({}, "polluted", { value: 1 });
    Object.defineProperty(prototype, "polluted", { get: run, configurable: true });
    const found = [own({}, "polluted"), own(hidden, "polluted")];
    delete prototype.polluted;
    expect(found).toEqual([undefined, 1]);
    expect(run).not.toHaveBeenCalled();
  });

  it("reads through a proxy", async () => {
    const own = await load();
    expect(own(new Proxy({ a: 1 }, {}), "a")).toBe(1);
    expect(
      own(
        new Proxy(
          {
            get a() {
              throw new Error("code");
            },
          },
          {},
        ),
        "a",
      ),
    ).toBe(undefined);
    expect(own(new Proxy({}, {}), "a")).toBe(undefined);
  });
});
