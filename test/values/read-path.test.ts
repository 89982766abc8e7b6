import { afterEach, describe, expect, it, vi } from "vitest";
import { ownDataProperty } from "../../src/values/read-path.ts";

const prototype: { polluted?: unknown; value?: unknown } = Object.prototype;

afterEach(() => {
  delete prototype.polluted;
  delete prototype.value;
});

describe("ownDataProperty", () => {
  it("returns own data properties of objects and lists", () => {
    expect(ownDataProperty({ a: 1 }, "a")).toBe(1);
    expect(ownDataProperty({ a: undefined }, "a")).toBe(undefined);
    expect(ownDataProperty(Object.assign(Object.create(null), { a: 1 }), "a")).toBe(1);
    expect(ownDataProperty(["x", "y"], 1)).toBe("y");
    expect(ownDataProperty(["x", "y"], 2)).toBe(undefined);
    // A hole has no property.
    expect(ownDataProperty([, "y"], 0)).toBe(undefined);
    expect(ownDataProperty(["x"], "length")).toBe(1);
    const hidden = Object.defineProperty({}, "a", { value: 1, enumerable: false });
    expect(ownDataProperty(hidden, "a")).toBe(1);
    for (const key of ["__proto__", "constructor", "__lookupGetter__", "toString"]) {
      expect(ownDataProperty(JSON.parse(`{"${key}":1}`), key)).toBe(1);
      expect(ownDataProperty({}, key)).toBe(undefined);
      expect(ownDataProperty([], key)).toBe(undefined);
    }
  });

  it("returns undefined for values without properties of their own", () => {
    for (const value of [undefined, null, 1, "text", true, 1n, Symbol.iterator, () => 1])
      expect(ownDataProperty(value, "length")).toBe(undefined);
  });

  it("runs no code of a row", () => {
    const run = vi.fn(() => "code");
    const row = Object.defineProperties(
      {},
      { getter: { get: run }, setter: { set: run }, both: { get: run, set: run } },
    );
    for (const key of ["getter", "setter", "both"]) expect(ownDataProperty(row, key)).toBe(undefined);
    const list = Object.defineProperty([1, 2], 1, { get: run });
    expect([ownDataProperty(list, 0), ownDataProperty(list, 1)]).toEqual([1, undefined]);
    class Row {
      get name(): unknown {
        return run();
      }
      toString = run;
    }
    expect(ownDataProperty(new Row(), "name")).toBe(undefined);
    const named = Object.defineProperty(new Row(), "name", { value: "own" });
    expect(ownDataProperty(named, "name")).toBe("own");
    expect(run).not.toHaveBeenCalled();
  });

  it("ignores a polluted Object.prototype", () => {
    prototype.polluted = "inherited";
    expect(ownDataProperty({}, "polluted")).toBe(undefined);
    expect(ownDataProperty({ polluted: 1 }, "polluted")).toBe(1);
    prototype.value = "inherited";
    const run = vi.fn();
    expect(
      ownDataProperty(
        {
          get a() {
            return run();
          },
        },
        "a",
      ),
    ).toBe(undefined);
    expect(ownDataProperty({ a: 1 }, "a")).toBe(1);
    delete prototype.value;
    const hidden = Object.defineProperty({}, "polluted", { value: 1 });
    Object.defineProperty(prototype, "polluted", { get: run, configurable: true });
    const found = [ownDataProperty({}, "polluted"), ownDataProperty(hidden, "polluted")];
    delete prototype.polluted;
    expect(found).toEqual([undefined, 1]);
    expect(run).not.toHaveBeenCalled();
  });

  it("reads through a proxy, without its trap for reading", () => {
    expect(ownDataProperty(new Proxy({ a: 1 }, { get: () => 2 }), "a")).toBe(1);
    expect(
      ownDataProperty(
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
    expect(ownDataProperty(new Proxy({}, {}), "a")).toBe(undefined);
  });
});
