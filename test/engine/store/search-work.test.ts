import { describe, expect, it } from "vitest";
import { StringColumn } from "../../../src/engine/store/columns/string-column.ts";
import { bitmapBytes, type SearchString } from "../../../src/engine/store/kernels/kernels.ts";
import { plainKernels } from "../../../src/engine/store/kernels/plain.ts";

/** Number of bytes of the search string that `find` and `findAmong` read, for each byte of the column. */
function readsPerByte(values: readonly string[], searched: string): { find: number; findAmong: number } {
  const kernels = plainKernels();
  const column = new StringColumn(kernels);
  column.append(values);
  const encoded = column.encoded()!;
  const out = kernels.allocate(bitmapBytes(values.length));
  const total = values.join("").length + searched.length;
  const searchString = column.searchString(searched, "anywhere");
  const reads = (search: (counting: SearchString) => void) => {
    let count = 0;
    const bytes = new Proxy(searchString.bytes, {
      get(target, key) {
        count++;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
    search({ ...searchString, bytes });
    return count / total;
  };
  return {
    find: reads((counting) => kernels.find(encoded, counting, out)),
    findAmong: reads((counting) => {
      out.u32().fill(2 ** values.length - 1, 0, 1);
      kernels.findAmong(encoded, counting, out, { from: 0, end: values.length });
    }),
  };
}

describe("a search reads a bounded number of bytes for each byte of the column", () => {
  const repeated = (part: string, length: number) =>
    part.repeat(Math.ceil(length / part.length)).slice(0, length);
  const long = `${"x".repeat(600)}y`;
  it.for([
    ["one repeated letter", repeated("x", 9_999), repeated("x", 10_000)],
    ["a repeated part", repeated("abc", 29_999), `${repeated("abc", 9_000)}b`],
    [
      "a repeated part after another letter",
      `c${repeated("ab", 9_998)}`.repeat(3),
      `c${repeated("ab", 10_000)}`,
    ],
    ["a long part with repetitions", repeated(long, 20_000), `${repeated(long, 4_000)}yy`],
    ["63 equal letters", `${repeated("x", 62)}y`.repeat(100), repeated("x", 63)],
    ["64 equal letters", `${repeated("x", 63)}y`.repeat(100), repeated("x", 64)],
    ["70 equal letters", `${repeated("x", 69)}y`.repeat(100), repeated("x", 70)],
    [
      "seven repetitions of a long part",
      repeated(long.slice(500), 60_000),
      `${repeated(long.slice(500), 700)}yy`,
    ],
  ] as const)("%s", ([, text, searched]) => {
    const { find, findAmong } = readsPerByte([text, text, text], searched);
    expect(find).toBeGreaterThan(0);
    expect(find).toBeLessThan(80);
    expect(findAmong).toBeLessThan(80);
  });
});
