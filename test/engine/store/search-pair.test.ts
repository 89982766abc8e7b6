import { expect, it } from "vitest";
import { StringColumn } from "../../../src/engine/store/columns/string-column.ts";
import { plainKernels } from "../../../src/engine/store/kernels/plain.ts";
import { withRarestPair } from "../../../src/engine/store/kernels/search-string.ts";

/** Returns the two bytes by which a search string is found, in the order of the search string. */
function pairOf(texts: readonly string[], searched: string) {
  const column = new StringColumn(plainKernels());
  column.append(texts);
  const encoded = column.encoded()!;
  const plain = column.searchString(searched, "anywhere");
  const { rare, other, isDense } = withRarestPair(plain, encoded);
  const [first, second] = [Math.min(rare, other), Math.max(rare, other)];
  return { pair: searched[first]! + searched[second]!, isDense, isSame: rare === plain.rare };
}

const words = ["xq", "zj", "plain", "tree", "open", "side"];
const texts = Array.from({ length: 20_000 }, (_, i) =>
  Array.from({ length: 6 }, (_, n) => words[(i * 31 + n * n * 17 + (i >>> n)) % words.length]).join(" "),
);

it("a search compares bytes of two words, if the rarest bytes are of the same one", () => {
  // "x" and "q" are the rarest bytes, but each "xq" has both.
  const { pair, isDense } = pairOf(texts, "xq zj");
  expect(["xz", "xj", "qz", "qj"]).toContain(pair);
  expect(isDense).toBe(false);
});

it("a search for frequent bytes does not skip long parts of the strings", () => {
  expect(pairOf(texts, "e").isDense).toBe(true);
  expect(pairOf(texts, "xq").isDense).toBe(true);
});

it("a search of few strings keeps its bytes", () => {
  expect(pairOf(texts.slice(0, 50), "xq zj").isSame).toBe(true);
});
